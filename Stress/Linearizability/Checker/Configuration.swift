/// One way in which the operations so far can have taken effect: the state they led to, and which of those under way are among them.
///
/// The state of a key is what is registered, what instance it has, and whether the container is sealed.
struct Configuration: Hashable {
  /// 0: nothing is registered.
  var generation: UInt64 = 0
  /// 0: none was built, or it was forgotten.
  var instance: UInt64 = 0
  var isSealed = false
  /// The threads whose operation under way has taken effect, one bit for each.
  var done: UInt64 = 0

  /// Whether the operation says just what the state is, and leaves it as it is.
  @inline(__always)
  func satisfies(_ operation: Operation) -> Bool {
    switch operation.kind {
    case .resolved: operation.value == instance
    case .notRegistered: generation == 0
    case .threw: instance == 0 && generation == operation.value && generation != 0
    case .refused: isSealed
    case .registered, .unregistered, .reset, .sealed, .failed: false
    }
  }

  /// The configuration after the operation took effect; nil if it cannot have done so in this state.
  func after(_ operation: Operation) -> Configuration? {
    var next = self
    switch operation.kind {
    case .registered:
      if isSealed { return nil }
      next.generation = operation.value
      next.instance = 0
    case .unregistered:
      if isSealed || contradicts(operation.value) { return nil }
      next.generation = 0
      next.instance = 0
    case .reset:
      // An empty container has nothing to refuse a reset of.
      if isSealed && generation != 0 || contradicts(operation.value) { return nil }
      next.instance = 0
    case .sealed: next.isSealed = true
    case .resolved:
      guard instance == 0, generation != 0, Identity.generation(of: operation.value) == generation else { return nil }
      next.instance = operation.value
    case .notRegistered, .threw, .refused, .failed: return nil
    }
    return next
  }

  private func contradicts(_ answer: UInt64) -> Bool {
    generation == 0 ? answer == Operation.Answer.present : answer == Operation.Answer.absent
  }
}
