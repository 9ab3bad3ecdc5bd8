import OnceKernel

/// The kept values that may have taken a value, as far as it is known what is made from what.
struct KeptUsers {
  /// By their places in the order of creation.
  var orders: Set<UInt64> = []
  /// The cells of builds that are under way.
  var builds: [OnceCell] = []

  /// Finds those of each of `cells`, which no caller of `core` finds any more, there and in the containers that ask it.
  ///
  /// What was made after a value may have taken it, if what is registered leads from the one to the other. In a circle it may have been made before.
  ///
  /// - Parameters:
  ///   - published: when they were published, if that is not what their cells say.
  ///   - renewed: keys of which `core` keeps only what was made without them.
  static func find(
    of cells: [OnceCell], since published: UInt64? = nil, in core: Core, _ runs: [(attempt: Attempt, core: Core)],
    without renewed: Set<AnyKey>
  ) -> [KeptUsers] {
    let family = core.askingFamily
    var known: [AnyKey: [Reached]] = [:]
    return cells.map { cell in
      let key = cell.registration.key
      let reached = known[key] ?? Self.reached(from: key, family)
      known[key] = reached
      var users = KeptUsers()
      if reached.isEmpty { return users }
      let order = published ?? cell.orderOfPublication
      for member in reached {
        let isRenewed = member.core === core && renewed.contains(member.key)
        // First, as a build that is published meanwhile is among the kept values then.
        for (attempt, core) in runs where core === member.core && attempt.registration.key == member.key && !isRenewed {
          if attempt.registration.keepsInstance, let build = attempt.currentCell, !build.isRetired { users.builds.append(build) }
        }
        func note(_ kept: OnceCell, at other: UInt64) {
          if kept !== cell, other > order || other != 0 && member.isInCircle { users.orders.insert(other) }
        }
        for kept in isRenewed ? [] : member.core.keptCells(of: member.key) {
          let other = kept.orderOfPublication
          // One that was taken out while it was built may have been told of with no order, before it got this one.
          if !kept.isRetired { note(kept, at: other) }
        }
        for discarded in member.core.discardedCells(of: member.key) { note(discarded, at: discarded.orderOfPublication) }
      }
      return users
    }
  }

  /// A key whose values may hold the value that is looked for.
  private struct Reached {
    let core: Core
    let key: AnyKey
    /// Whether that value may hold it as well.
    let isInCircle: Bool
  }

  private static func reached(from key: AnyKey, _ family: [Core]) -> [Reached] {
    var found: [Reached] = []
    var keysOfCore: [[AnyKey]] = []
    for (index, core) in family.enumerated() {
      // What the container asked finds there, unless the core has it itself.
      let starts =
        index == 0
        ? [key]
        : family[..<index].indices.filter { core.asksDirectly(family[$0]) }.flatMap { keysOfCore[$0] }.filter { !core.hasOwn($0) }
      let needs = core.heldNeeds
      let keys = needs.owners(reachedFrom: starts)
      let further = keys.isEmpty || index > 0 ? [] : needs.keys(reachedFrom: key)
      found += keys.map { Reached(core: core, key: $0, isInCircle: further.contains($0)) }
      keysOfCore.append(keys.union(starts).map(\.self))
    }
    return found
  }
}

extension Core {
  /// It and the containers and layers that ask it, directly or not, each after those that it asks.
  fileprivate var askingFamily: [Core] {
    var family = [self]
    var next = 0
    while next < family.count {
      let relatives = family[next].withRelatives { (children: $0.children.all, fronts: $0.fronts.all) }
      // A layer in front of this core takes nothing that it kept, but where values are built aside; nor does a child's layer that belongs to it.
      let isFirst = next == 0
      let fronts = Core.alive(relatives?.fronts ?? []).filter { isFirst ? $0.staging != nil : $0.parentsLayer == nil }
      let added = Core.alive(relatives?.children ?? []) + fronts
      for core in added where !family.contains(where: { $0 === core }) { family.append(core) }
      next += 1
    }
    return family
  }

  fileprivate func asksDirectly(_ other: Core) -> Bool {
    parentCores.contains { $0 === other } || parentsLayer === other || staging != nil && base === other
  }

  fileprivate func hasOwn(_ key: AnyKey) -> Bool { staging == nil ? isRegistered(key) : ownCell(for: key) != nil }

  /// The cells of the values that are kept of a key.
  func keptCells(of key: AnyKey) -> [OnceCell] {
    guard let registered = ownCell(for: key) else { return [] }
    let registration = registered.registration
    guard registration.form.isOfContainer,
      let cell = registration.isCached ? cachedIfAny.existing?.existingCell(for: registration) : registered
    else { return [] }
    return registration.isCache ? cell.instance.map { registration.innerCells($0) } ?? [] : [cell]
  }

  fileprivate func discardedCells(of key: AnyKey) -> [OnceCell] {
    discardedIfAny.existing?.cells.filter { $0.registration.key == key } ?? []
  }
}
