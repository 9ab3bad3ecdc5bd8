/// What ties a build to others beyond waiting for their injectors: made when the first tie comes up. Guard of everything: `BuildLock.lock`.
///
/// A build that takes an object that is injected and not published *needs* it: it is published no earlier, and fails if that one fails. This is
/// directed: what is needed does not depend on who needs it.
final class Ties: Keepable {
  /// What it took before that was published; may name builds that are over.
  fileprivate(set) var needs: [Attempt] = []
  /// Who took its object before it was published; may name builds that are over.
  fileprivate(set) var neededBy: [Attempt] = []
  /// Those of `needs`, which keeps them.
  fileprivate var known: Set<ObjectIdentifier> = []
  /// How many of its closures have not run yet.
  fileprivate var unclosed = 0
  /// True while its closure waits in a task for an asynchronous build.
  fileprivate var awaitsTask = false
  /// Of a weak instance the object itself, until it is published: nothing else may hold it.
  private var object: AnyObject?

  fileprivate func keep(_ object: AnyObject) {
    if let old = self.object { BuildLock.lock.keep(old) }
    self.object = object
  }
}

// Guard of everything: the caller holds `BuildLock.lock`, unless said otherwise.
extension Attempt {
  /// The ties, made now if there are none.
  private var madeTies: Ties {
    if let ties { return ties }
    let made = Ties()
    ties = made
    group?.hasTies = true
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
    if Mutant.forgetsNeeds.isActive { return }
    let mine = madeTies
    guard mine.known.insert(ObjectIdentifier(other)).inserted else { return }
    mine.needs.append(other)
    other.madeTies.neededBy.append(self)
  }

  /// Why something that it took has failed.
  var failureOfNeeds: (any Error)? {
    for need in ties?.needs ?? [] {
      if case .ended(.failed(let error)) = need.phase { return error }
    }
    return nil
  }

  /// Notes a closure that is to run before it is published.
  func noteUnclosed() { madeTies.unclosed += 1 }

  /// Notes that a closure has run.
  func noteClosed() { ties?.unclosed -= 1 }

  func keep(_ object: AnyObject) { madeTies.keep(object) }

  func noteAwaitsTask(_ awaits: Bool) { ties?.awaitsTask = awaits }

  /// The builds that are published with it at the earliest, itself included; nil while one of them is not done.
  private func publishable() -> [Attempt]? {
    if let group {
      if !group.isInjected { return nil }
      if !group.hasTies { return group.members }
    }
    return reach(\.needs, while: \.isDone)
  }

  private var isDone: Bool {
    if Mutant.publishesUnclosed.isActive { return isInjected }
    return isInjected && !isUnclosed
  }

  /// Itself, and every build that its group and its ties lead to, over ones left out; nil as soon as `condition` does not hold for one.
  private func reach(_ others: KeyPath<Ties, [Attempt]>, while condition: (Attempt) -> Bool = { _ in true }) -> [Attempt]? {
    var found = [self]
    // Builds that are found are kept, and groups by their members.
    var known: Set<ObjectIdentifier> = [ObjectIdentifier(self)]
    var index = 0
    while index < found.count {
      let next = found[index]
      guard condition(next) else { return nil }
      index += 1
      // A group is gone through once.
      if let group = next.group, known.insert(ObjectIdentifier(group)).inserted {
        for member in group.members where !member.isEnded && known.insert(ObjectIdentifier(member)).inserted { found.append(member) }
      }
      guard let ties = next.ties else { continue }
      for other in ties[keyPath: others] where !other.isEnded && known.insert(ObjectIdentifier(other)).inserted { found.append(other) }
    }
    return found
  }

  /// Publishes those that have to be published in one step, and then those that only waited for these, in turn; false while something is not done.
  ///
  /// `publish` is called for each, and is to end it.
  func publishWhatIsDone(_ publish: (Attempt) -> Void) -> Bool {
    guard var batch = publishable() else { return false }
    var (open, next) = ([Attempt](), self)
    while true {
      // What is needed comes before who needs it.
      let order = next.ties == nil ? batch : batch.reversed()
      for attempt in batch { attempt.ties.map { open += $0.neededBy } }
      for attempt in order { publish(attempt) }
      repeat {
        guard let other = open.popLast() else { return true }
        next = other
        batch = next.isEnded ? [] : next.publishable() ?? []
      } while batch.isEmpty
    }
  }

  /// Itself and every build that fails with it.
  var fate: [Attempt] { group == nil && ties == nil ? [self] : reach(\.neededBy) ?? [self] }

  /// True when its publication waits for what a task is to do: a thread outside every build must not wait for it.
  var publicationAwaitsTask: Bool {
    if ties == nil, group.map({ !$0.hasTies }) ?? true { return group?.awaitsTask ?? false || !isInjected && isAsynchronous }
    return reach(\.needs, while: { !$0.holdsUpThreads }) == nil
  }

  private var holdsUpThreads: Bool {
    if !isInjected { return isAsynchronous }
    return isUnclosed && ((root ?? self).isAsynchronous || ties?.awaitsTask == true)
  }
}
