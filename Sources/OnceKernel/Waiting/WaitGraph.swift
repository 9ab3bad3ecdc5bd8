/// Who waits for whom, read off the attempts in flight: no edges of its own that could be forgotten.
///
/// A build waits for another when it runs it on its own thread (`requester`) or has joined it (a waiter that names the build). Whoever waits
/// for a member of an injection group waits for every member. The caller of everything here holds `Coordination.lock`.
enum WaitGraph {
  enum Verdict {
    case safe
    /// Waiting would close a cycle of objects that are all constructed: here is the object itself. Also whom to wake.
    case early(AnyObject, wake: [Waiter.Wake])
    /// Waiting would close a cycle; the builds on it, from the target to the asking build.
    case cycle([Attempt])
  }

  /// May `build` wait for `target`?
  static func verdict(of build: Attempt, on target: Attempt) -> Verdict {
    if let group = target.group, group === build.group, case .injected(let instance) = target.phase {
      // A member of its own group is as done as it can be before the group is: waiting for it would be waiting for oneself.
      return .early(instance, wake: [])
    }
    #if Exploration
      if Mutant.earlyToStrangers.isActive, let instance = target.constructedInstance { return .early(instance, wake: []) }
    #endif
    let dependents = dependents(of: build)
    #if Exploration
      if Mutant.suspectsEverybody.isActive, !dependents.isEmpty { return .cycle([target, build]) }
    #endif
    let closing = awaited(with: target, by: build).filter { $0 === build || dependents[ObjectIdentifier($0)] != nil }
    guard let first = closing.first else { return .safe }
    var involved = [target]
    for member in closing {
      for attempt in between(member, build, dependents) where !involved.contains(attempt) { involved.append(attempt) }
    }
    #if Exploration
      if Mutant.earlyToHalfCircle.isActive, let instance = target.constructedInstance { return .early(instance, wake: []) }
    #endif
    if involved.allSatisfy({ $0.constructedInstance != nil }), let instance = target.constructedInstance {
      return .early(instance, wake: merge(involved))
    }
    let path = path(from: first, to: build, dependents)
    #if Exploration
      if Mutant.forgetsAsker.isActive, path.count > 1 { return .cycle(path.dropLast()) }
    #endif
    return .cycle(first === target ? path : [target] + path)
  }

  /// What `build` would wait for: the target, and from outside its injection group every member of that too.
  private static func awaited(with target: Attempt, by build: Attempt) -> [Attempt] {
    #if Exploration
      if Mutant.ignoresGroup.isActive { return [target] }
    #endif
    guard let group = target.group, group !== build.group else { return [target] }
    return [target] + group.members.filter { $0 !== target }
  }

  /// Does `target` wait for `build`, directly or not, or is it `build` itself?
  static func reaches(from target: Attempt, to build: Attempt) -> Bool {
    let dependents = dependents(of: build)
    return awaited(with: target, by: build).contains { $0 === build || dependents[ObjectIdentifier($0)] != nil }
  }

  /// For every build that waits for `build`, directly or not: the builds it waits for on the way there.
  private static func dependents(of build: Attempt) -> [ObjectIdentifier: [Attempt]] {
    var below: [ObjectIdentifier: [Attempt]] = [:]
    var seen: Set<ObjectIdentifier> = [ObjectIdentifier(build)]
    var open = [build]
    while let next = open.popLast() {
      #if Exploration
        if Mutant.looksOneStep.isActive, next !== build { continue }
      #endif
      for dependent in directDependents(of: next) + others(in: next.group, unless: build.group) where dependent !== next {
        below[ObjectIdentifier(dependent), default: []].append(next)
        if seen.insert(ObjectIdentifier(dependent)).inserted { open.append(dependent) }
      }
    }
    return below
  }

  /// The other members of a group that `build` is not in: none is published before all are injected, so each waits for what one waits for.
  private static func others(in group: InjectionGroup?, unless own: InjectionGroup?) -> [Attempt] {
    #if Exploration
      if Mutant.ignoresGroup.isActive { return [] }
    #endif
    guard let group, group !== own else { return [] }
    return group.members
  }

  private static func directDependents(of attempt: Attempt) -> [Attempt] {
    var result = waiting(for: attempt)
    guard let group = attempt.group else { return result }
    for member in group.members where member !== attempt {
      result += waiting(for: member).filter { $0.group !== group }
    }
    return result
  }

  /// The builds that run or have joined `attempt` itself.
  private static func waiting(for attempt: Attempt) -> [Attempt] {
    var result = attempt.cell?.waiters.compactMap(\.build) ?? []
    #if Exploration
      if Mutant.seesOwnThreadOnly.isActive { result = [] }
      if Mutant.ignoresNested.isActive { return result.filter { !$0.isOver } }
    #endif
    if let requester = attempt.requester, !released(requester, from: attempt) { result.append(requester) }
    return result.filter { !$0.isOver }
  }

  /// A requester in the same group got the object as soon as it was injected: it does not wait any more.
  private static func released(_ requester: Attempt, from attempt: Attempt) -> Bool {
    if case .injected = attempt.phase, let group = attempt.group { requester.group === group } else { false }
  }

  /// Every build on any way from `target` down to `build`, both included.
  private static func between(_ target: Attempt, _ build: Attempt, _ below: [ObjectIdentifier: [Attempt]]) -> [Attempt] {
    var result = [target]
    var seen: Set<ObjectIdentifier> = [ObjectIdentifier(target)]
    var open = [target]
    while let next = open.popLast() {
      if next === build { continue }
      for lower in below[ObjectIdentifier(next)] ?? [] where seen.insert(ObjectIdentifier(lower)).inserted {
        result.append(lower)
        open.append(lower)
      }
    }
    return result
  }

  /// The shortest way from `target` to `build`.
  private static func path(from target: Attempt, to build: Attempt, _ below: [ObjectIdentifier: [Attempt]]) -> [Attempt] {
    var cameFrom: [ObjectIdentifier: Attempt] = [:]
    var level = [target]
    var seen: Set<ObjectIdentifier> = [ObjectIdentifier(target)]
    search: while !level.isEmpty {
      var following: [Attempt] = []
      for node in level {
        if node === build { break search }
        for lower in below[ObjectIdentifier(node)] ?? [] where seen.insert(ObjectIdentifier(lower)).inserted {
          cameFrom[ObjectIdentifier(lower)] = node
          following.append(lower)
        }
      }
      level = following
    }
    var path = [build]
    while let last = path.last, last !== target, let previous = cameFrom[ObjectIdentifier(last)] { path.append(previous) }
    return path.reversed()
  }

  /// Makes one injection group of `attempts` and of every group they are in; returns whom that sets free.
  private static func merge(_ attempts: [Attempt]) -> [Waiter.Wake] {
    guard attempts.count > 1 else { return [] }
    let merged = InjectionGroup()
    var seen: Set<ObjectIdentifier> = []
    for attempt in attempts {
      for member in attempt.group?.members ?? [attempt] where seen.insert(ObjectIdentifier(member)).inserted {
        merged.members.append(member)
      }
    }
    for member in merged.members { member.group = merged }
    var wake: [Waiter.Wake] = []
    for member in merged.members { member.cell?.releaseEarly(member, in: merged, &wake) }
    return wake
  }
}
