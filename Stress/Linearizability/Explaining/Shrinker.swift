/// Makes the history of a failure as short as can be, so that a person can see what went wrong.
///
/// Only such operations are left out as cannot make a sound history fail by being absent, so what is left is wrong by itself:
/// - a look (a resolve, a refusal) changes nothing that another look does not do as well;
/// - what reset and unregister said of the registration; without that they are allowed more;
/// - a registration that nobody resolved, and an unregister that nobody noticed, as long as nobody says whether something is registered;
/// - a reset with no look between it and another change, and every reset once no registration has two instances or an error.
public struct Shrinker {
  private let key: Int32
  private let failure: Failure
  private var kept: [Event]

  /// - Parameter events: the history in which the key fails.
  public init(_ events: [Event], of key: Int32, failing failure: Failure) {
    self.key = key
    self.failure = failure
    // What started after the failing operation returned has no part in it.
    kept = events.filter { $0.operation.concerns(key) && $0.operation.start <= failure.operation.end }
      .sorted { $0.operation.start < $1.operation.start }
  }

  /// The shortest failing history found, in the order of the calls.
  public func shrunk() -> [Event] {
    guard failure.rule == .linearizable else { return witnesses }
    var shrinker = self
    shrinker.forgetAnswers()
    var before: Int
    repeat {
      before = shrinker.kept.count
      shrinker.thin { $0.operation.isLook }
      shrinker.thin { [shrinker] in shrinker.isIdleWrite($0.operation) }
      shrinker.dropCoveredResets()
      if shrinker.resetsAreIdle { shrinker.thin { $0.operation.kind == .reset } }
    } while shrinker.kept.count < before
    return shrinker.kept
  }

  /// For what a look at one operation shows: it, what it came too late for, who got the instance first, and its registration.
  private var witnesses: [Event] {
    let operation = failure.operation
    var events: [Event] = []
    if failure.rule == .fresh {
      events += kept.filter { $0.operation.kind == .registered && $0.operation.value == Identity.generation(of: operation.value) }
      events +=
        kept.first { $0.operation.value == operation.value && $0.operation.kind == .resolved && $0.operation != operation }.map { [$0] }
        ?? []
      let missed = kept.filter { $0.operation.kind == .reset && $0.operation.end < operation.start }
      events += missed.max { $0.operation.start < $1.operation.start }.map { [$0] } ?? []
    }
    events += kept.filter { isFailing($0) }
    return events.sorted { $0.operation.start < $1.operation.start }
  }

  private func isFailing(_ event: Event) -> Bool {
    event.thread == failure.thread && event.operation == failure.operation
  }

  private func fails(_ events: [Event]) -> Bool {
    Check.failure(of: key, in: events)?.rule == failure.rule
  }

  /// Leaves out as many of the chosen operations as possible, many at a time first.
  private mutating func thin(_ isChosen: (Event) -> Bool) {
    var chunk = kept.count { isChosen($0) && !isFailing($0) }
    while chunk >= 1 {
      var start = 0
      while true {
        let chosen = kept.indices.filter { isChosen(kept[$0]) && !isFailing(kept[$0]) }
        guard start < chosen.count else { break }
        let gone = Set(chosen[start..<min(start + chunk, chosen.count)])
        let rest = kept.indices.filter { !gone.contains($0) }.map { kept[$0] }
        if fails(rest) { kept = rest } else { start += chunk }
      }
      chunk /= 2
    }
  }

  /// Lets resets and unregisters say nothing of the registration, if the failure does not hang on it.
  private mutating func forgetAnswers() {
    var quiet = kept
    for index in quiet.indices where !isFailing(quiet[index]) && quiet[index].operation.isRemoval {
      quiet[index].operation.value = Operation.Answer.unknown
    }
    if fails(quiet) { kept = quiet }
  }

  private func isIdleWrite(_ operation: Operation) -> Bool {
    if kept.contains(where: { $0.operation.isRemoval && $0.operation.value != Operation.Answer.unknown }) { return false }
    switch operation.kind {
    case .registered:
      return !kept.contains { event in
        switch event.operation.kind {
        case .resolved: Identity.generation(of: event.operation.value) == operation.value
        case .threw: event.operation.value == operation.value
        default: false
        }
      }
    case .unregistered: return !kept.contains { $0.operation.kind == .notRegistered }
    default: return false
    }
  }

  /// Leaves out resets that stand next to another change, before or after, with no look between them.
  private mutating func dropCoveredResets() {
    for rest in [uncovered(kept), uncovered(kept.reversed()).reversed()] where rest.count < kept.count && fails(rest) {
      kept = rest
      return
    }
  }

  private func uncovered(_ events: [Event]) -> [Event] {
    let looks = events.map(\.operation).filter(\.isLook)
    var rest: [Event] = []
    var last: Operation?
    for event in events {
      let operation = event.operation
      if operation.kind == .reset, operation.value == Operation.Answer.unknown, !isFailing(event), let last {
        let start = min(last.start, operation.start)
        let end = max(last.end, operation.end)
        if looks.allSatisfy({ $0.end < start || $0.start > end }) { continue }
      }
      rest.append(event)
      if !operation.isLook, operation.kind != .sealed { last = operation }
    }
    return rest
  }

  /// Whether resets make no difference: no registration has two instances, or an error, and nobody says whether something is registered.
  private var resetsAreIdle: Bool {
    var instances: [UInt64: UInt64] = [:]
    for operation in kept.map(\.operation) {
      if operation.kind == .threw { return false }
      if operation.isRemoval, operation.value != Operation.Answer.unknown { return false }
      guard operation.kind == .resolved else { continue }
      let generation = Identity.generation(of: operation.value)
      if let other = instances[generation], other != operation.value { return false }
      instances[generation] = operation.value
    }
    return true
  }
}

extension Operation {
  /// Whether it takes something away, and may say whether something was there.
  fileprivate var isRemoval: Bool { kind == .reset || kind == .unregistered }
}
