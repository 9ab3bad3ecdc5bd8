/// What decides when a build can be published, besides its own injectors. Most builds have none. Guard of everything: `BuildLock.lock`.
/// unkept: nothing is removed from the lists, `keep` keeps the object that it replaces, and the whole is kept itself.
///
/// A build that takes an object that is injected and not published *needs* it: it is published no earlier, and fails if that one fails. This is
/// directed: a build does not depend on those that need it.
final class PublicationDependencies: Keepable {
  /// What it took before that was published; may name builds that are over.
  fileprivate(set) var needs: [Attempt] = []
  /// The builds that took its object before it was published; may name builds that are over.
  fileprivate(set) var neededBy: [Attempt] = []
  /// Those of `needs`, which keeps them.
  fileprivate var known: Set<ObjectIdentifier> = []
  /// How many of its closures have not run yet.
  fileprivate var deferredCount = 0
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
  /// The dependencies, made now if there are none.
  private var madeDependencies: PublicationDependencies {
    if let dependencies { return dependencies }
    let made = PublicationDependencies()
    madeExtras.dependencies = made
    group?.hasDependencies = true
    return made
  }

  /// True while one of its closures has not run.
  var isAwaitingDeferred: Bool { dependencies.map { $0.deferredCount > 0 } ?? false }

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
    let mine = madeDependencies
    guard mine.known.insert(ObjectIdentifier(other)).inserted else { return }  // `needs` keeps it
    mine.needs.append(other)
    other.madeDependencies.neededBy.append(self)
  }

  /// Why something that it took has failed.
  var failureOfNeeds: (any Error)? {
    for need in dependencies?.needs ?? [] {
      if let error = need.kept.machine.failure { return error }
    }
    return nil
  }

  /// Notes a closure that is to run before it is published.
  func noteDeferred() { madeDependencies.deferredCount += 1 }

  /// Notes that a closure has run.
  func noteDeferredRun() { dependencies?.deferredCount -= 1 }

  func keep(_ object: AnyObject) { madeDependencies.keep(object) }

  func noteAwaitsTask(_ awaits: Bool) { dependencies?.awaitsTask = awaits }

  /// The builds that are published with it at the earliest, itself included; nil while one of them is not done.
  private func publishable() -> [Attempt]? {
    if let group {
      if !group.isInjected { return nil }
      if !group.hasDependencies { return group.members }
    }
    return reach(\.needs, while: \.isDone)
  }

  private var isDone: Bool {
    if Mutant.publishesUnclosed.isActive { return isInjected }
    return isInjected && !isAwaitingDeferred
  }

  /// Itself, and every build that its group and its dependencies lead to, over ones left out; nil as soon as `condition` does not hold for one.
  private func reach(_ others: KeyPath<PublicationDependencies, [Attempt]>, while condition: (Attempt) -> Bool = { _ in true })
    -> [Attempt]?
  {
    var found = [self]
    // Builds that are found are kept, and groups by their members.
    var known: Set<ObjectIdentifier> = [ObjectIdentifier(self)]
    var index = 0
    while index < found.count {
      let next = found[index]
      guard condition(next) else { return nil }
      index += 1
      // A group is visited once.
      if let group = next.group, known.insert(ObjectIdentifier(group)).inserted {
        for member in group.members where !member.isEnded && known.insert(ObjectIdentifier(member)).inserted { found.append(member) }
      }
      guard let dependencies = next.dependencies else { continue }
      for other in dependencies[keyPath: others] where !other.isEnded && known.insert(ObjectIdentifier(other)).inserted {
        found.append(other)
      }
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
      // A build comes before those that need it.
      let order = next.dependencies == nil ? batch : batch.reversed()
      for attempt in batch { attempt.dependencies.map { open += $0.neededBy } }
      for attempt in order { publish(attempt) }
      repeat {
        guard let other = open.popLast() else { return true }
        next = other
        batch = next.isEnded ? [] : next.publishable() ?? []
      } while batch.isEmpty
    }
  }

  /// Itself and every build that fails with it.
  var fate: [Attempt] { group == nil && dependencies == nil ? [self] : reach(\.neededBy) ?? [self] }

  /// True when its publication waits for what a task is to do: a thread outside every build must not wait for it.
  var publicationAwaitsTask: Bool {
    if dependencies == nil, group.map({ !$0.hasDependencies }) ?? true {
      return group?.awaitsTask ?? false || !isInjected && isAsynchronous
    }
    return reach(\.needs, while: { !$0.holdsUpThreads }) == nil
  }

  private var holdsUpThreads: Bool {
    if !isInjected { return isAsynchronous }
    return isAwaitingDeferred && ((root ?? self).isAsynchronous || dependencies?.awaitsTask == true)
  }
}
