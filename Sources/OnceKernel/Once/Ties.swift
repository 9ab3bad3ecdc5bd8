/// What ties a build to others beyond waiting for their injectors: made when the first tie comes up. Guard of everything: `Coordination.lock`.
///
/// Whoever takes an object that is injected and not published *needs* it: it is published no earlier, and fails if that one fails. This is
/// directed: what is needed does not depend on who needs it.
final class Ties {
  /// What it took before that was published; may name builds that are over.
  fileprivate(set) var needs: [Attempt] = []
  /// Who took its object before it was published; may name builds that are over.
  fileprivate(set) var neededBy: [Attempt] = []
  fileprivate var known: Set<ObjectIdentifier> = []
  /// How many of its closures have not run yet.
  fileprivate var unclosed = 0
  /// True while its closure waits in a task for an asynchronous build.
  fileprivate var awaitsTask = false
  /// Of a weak instance the object itself, until it is published: nothing else may hold it.
  fileprivate var kept: AnyObject?
}

// Guard of everything: the caller holds `Coordination.lock`, unless said otherwise.
extension Attempt {
  /// The ties, made now if there are none.
  private var madeTies: Ties {
    if let ties { return ties }
    let made = Ties()
    ties = made
    return made
  }

  /// True while one of its closures has not run.
  var isUnclosed: Bool { ties.map { $0.unclosed > 0 } ?? false }

  private var isEnded: Bool {
    if case .ended = phase { true } else { false }
  }

  /// True when builds may have its object: its injectors are done, and those of the whole group, or of the group that `build` is in too.
  func isAvailable(to build: Attempt) -> Bool {
    guard isInjected else { return false }
    guard let group else { return true }
    return group.isInjected || group === build.group
  }

  /// Notes that it took the object of `other`, which is not published.
  func need(_ other: Attempt) {
    if self === other || isEnded || other.isEnded || (group != nil && group === other.group) { return }
    let mine = madeTies
    guard mine.known.insert(ObjectIdentifier(other)).inserted else { return }
    mine.needs.append(other)
    other.madeTies.neededBy.append(self)
  }

  /// Notes a closure that is to run before it is published.
  func noteUnclosed() { madeTies.unclosed += 1 }

  /// Notes that a closure has run.
  func noteClosed() { ties?.unclosed -= 1 }

  func keep(_ object: AnyObject) { madeTies.kept = object }

  func noteAwaitsTask(_ awaits: Bool) { ties?.awaitsTask = awaits }

  /// Calls `body` with each build without which it is not published.
  private func visitNeeded(_ body: (Attempt) -> Void) {
    ties?.needs.forEach(body)
    group?.members.forEach(body)
  }

  /// Calls `body` with each build that is not published without it.
  private func visitNeeding(_ body: (Attempt) -> Void) {
    ties?.neededBy.forEach(body)
    group?.members.forEach(body)
  }

  /// The builds that are published with it at the earliest, itself included; nil while one of them is not done.
  private func publishable() -> [Attempt]? {
    if ties == nil, let group { return group.isInjected ? reach({ $0.visitNeeded($1) }, while: \.isDone) : nil }
    return reach({ $0.visitNeeded($1) }, while: \.isDone)
  }

  private var isDone: Bool { isInjected && !isUnclosed }

  /// Itself and every build that `visit` leads to, over ones left out; nil as soon as `condition` does not hold for one.
  private func reach(_ visit: (Attempt, (Attempt) -> Void) -> Void, while condition: (Attempt) -> Bool = { _ in true }) -> [Attempt]? {
    var found = [self]
    var known: Set<ObjectIdentifier> = [ObjectIdentifier(self)]
    var index = 0
    while index < found.count {
      let next = found[index]
      guard condition(next) else { return nil }
      visit(next) { if !$0.isEnded, known.insert(ObjectIdentifier($0)).inserted { found.append($0) } }
      index += 1
    }
    return found
  }

  /// Those that have to be published in one step, and then those that only waited for these, in turn; empty while something is not done.
  ///
  /// `publish` is called for each, and is to end it.
  func publishWhatIsDone(_ publish: (Attempt) -> Void) -> Bool {
    guard publishable() != nil else { return false }
    var open = [self]
    while let next = open.popLast() {
      guard !next.isEnded, let batch = next.publishable() else { continue }
      // What is needed comes before who needs it.
      let order = next.ties == nil ? batch : batch.reversed()
      for attempt in batch { attempt.ties.map { open += $0.neededBy } }
      for attempt in order { publish(attempt) }
    }
    return true
  }

  /// Itself and every build that fails with it.
  var fate: [Attempt] { reach { $0.visitNeeding($1) } ?? [self] }

  /// True when its publication waits for what a task is to do: a thread outside every build must not wait for it.
  var publicationAwaitsTask: Bool {
    if isInjected, ties == nil { return group?.awaitsTask ?? false }
    return reach({ $0.visitNeeded($1) }, while: { !$0.holdsUpThreads }) == nil
  }

  private var holdsUpThreads: Bool {
    if !isInjected { return isAsynchronous }
    return isUnclosed && ((root ?? self).isAsynchronous || ties?.awaitsTask == true)
  }
}
