/// Builds whose injected objects refer to each other: they are published to other callers together, or fail together.
///
/// Groups only grow. What is asked of one is kept as a count or a list, so that a group of many costs no look at each of them.
/// Guard of everything here: `BuildLock.lock`. unkept: `members` loses none, and keeps what leaves `frontier`; the group is kept itself.
final class InjectionGroup: Keepable {
  private(set) var members: [Attempt] = []
  /// The members that a build outside the group may wait for: those of which it is not known that none does.
  private(set) var frontier: [Attempt] = []
  /// How many members' injectors still run.
  private var pending = 0
  /// How many of these are asynchronous.
  private var pendingTasks = 0
  /// Where the last search for a cycle that met this group keeps it.
  var mark = CycleSearch.Mark()

  /// True when every member's injectors are done.
  var isInjected: Bool { pending == 0 }

  /// True while a member's injectors run, or are to run, in a task.
  var awaitsTask: Bool { pendingTasks > 0 }

  /// True once a member needs builds that are not members, is needed by such builds, or has closures.
  var hasDependencies = false

  /// Takes in a build whose object is constructed.
  func add(_ attempt: Attempt) {
    let extras = attempt.madeExtras
    extras.group = self
    members.append(attempt)
    if attempt.dependencies != nil { hasDependencies = true }
    extras.isOnFrontier = true
    frontier.append(attempt)
    if attempt.isInjected { return }
    pending += 1
    if attempt.isAsynchronous { pendingTasks += 1 }
  }

  /// Takes in all members of another group, which is not used after that.
  func absorb(_ other: InjectionGroup) {
    for member in other.members { member.madeExtras.group = self }
    members += other.members
    if other.hasDependencies { hasDependencies = true }
    frontier += other.frontier
    pending += other.pending
    pendingTasks += other.pendingTasks
  }

  /// The injectors of a member are done.
  func noteInjected(_ member: Attempt) {
    pending -= 1
    if member.isAsynchronous { pendingTasks -= 1 }
  }

  /// A build began to wait for a member.
  func noteWait(for member: Attempt) {
    let extras = member.madeExtras
    if extras.isOnFrontier { return }
    extras.isOnFrontier = true
    frontier.append(member)
  }

  /// Calls `body` with each build outside that waits for a member; forgets the members for which none does. A wait within the group stays one,
  /// so each is passed over once.
  func visitOutsiders(withThreads: Bool = false, _ body: (Attempt) -> Void) {
    frontier.removeAll { member in
      var isAwaited = false
      // So that no member is forgotten for which a thread waits.
      if !withThreads, BuildLock.blockedWaiters > 0 {
        WaitGraph.visitWaiting(for: member, withThreads: true) { isAwaited = isAwaited || $0.group !== self }
      }
      WaitGraph.visitWaiting(for: member, withThreads: withThreads) { build in
        guard build.group !== self else { return }
        isAwaited = true
        body(build)
      }
      if !isAwaited { member.extras?.isOnFrontier = false }
      return !isAwaited
    }
  }
}
