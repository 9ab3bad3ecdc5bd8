import Searching

/// Makes the history of a failure as short as can be, so that a person can see what went wrong.
///
/// Only such operations are left out as cannot make a sound history fail by being absent, so what is left is wrong by itself:
/// - a look (a resolve, a refusal) changes nothing that another look does not do as well;
/// - what reset and unregister said of the registration; without that they are allowed more;
/// - a registration that no operation resolved, and an unregister that none noticed, while no removal says whether something is registered;
/// - a reset with no look between it and another change, and every reset once no registration has two instances or an error.
public struct ShortHistory {
  private let key: Int32
  private let failure: Failure
  private let kept: [Event]

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
    return Shrinker(smaller: shorter, shows: { Check.failure(of: key, in: $0)?.rule == failure.rule ? $0 : nil }).shrink(kept)
  }

  /// For what a look at one operation shows: it, what it came too late for, which caller got the instance first, and its registration.
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

  /// Histories with fewer operations, or fewer answers.
  private func shorter(_ events: [Event]) -> some Sequence<[Event]> {
    let operations = events.map(\.operation)
    let resetsAreIdle = operations.resetsAreIdle
    let choices: [(Operation) -> Bool] = [{ $0.isLook }, operations.isIdleWrite, { $0.kind == .reset && resetsAreIdle }]
    let thinned = choices.lazy.flatMap { thinner(events, $0) }
    return [AnySequence(quieter(events)), AnySequence(thinned), AnySequence(uncovered(events))].lazy.flatMap { $0 }
  }

  /// Leaves out chosen operations.
  private func thinner(_ events: [Event], _ isChosen: (Operation) -> Bool) -> some Sequence<[Event]> {
    let chosen = events.indices.filter { isChosen(events[$0].operation) && !isFailing(events[$0]) }
    return chosen.pieces.lazy.map { piece in
      let removed = Set(piece)
      return events.indices.filter { !removed.contains($0) }.map { events[$0] }
    }
  }

  /// Lets resets and unregisters say nothing of the registration.
  private func quieter(_ events: [Event]) -> [[Event]] {
    var quiet = events
    for index in quiet.indices where !isFailing(quiet[index]) && quiet[index].operation.isRemoval {
      quiet[index].operation.value = Operation.Answer.unknown
    }
    return quiet == events ? [] : [quiet]
  }

  /// Leaves out resets that stand next to another change, before or after, with no look between them.
  private func uncovered(_ events: [Event]) -> [[Event]] {
    [withoutCoveredResets(events), withoutCoveredResets(events.reversed()).reversed()].filter { $0.count < events.count }
  }

  private func withoutCoveredResets(_ events: [Event]) -> [Event] {
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
}

extension Operation {
  /// Whether it takes something away, and may say whether something was there.
  fileprivate var isRemoval: Bool { kind == .reset || kind == .unregistered }
}

extension [Operation] {
  /// Whether a change made no difference to any of these operations.
  fileprivate func isIdleWrite(_ operation: Operation) -> Bool {
    if contains(where: { $0.isRemoval && $0.value != Operation.Answer.unknown }) { return false }
    switch operation.kind {
    case .registered:
      return !contains { other in
        switch other.kind {
        case .resolved: Identity.generation(of: other.value) == operation.value
        case .threw: other.value == operation.value
        default: false
        }
      }
    case .unregistered: return !contains { $0.kind == .notRegistered }
    default: return false
    }
  }

  /// Whether resets make no difference: no registration has two instances or an error, and no removal says whether something is registered.
  fileprivate var resetsAreIdle: Bool {
    var instances: [UInt64: UInt64] = [:]
    for operation in self {
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
