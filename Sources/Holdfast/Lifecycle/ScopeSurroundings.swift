import OnceKernel

/// What a scope was opened as, with and inside of; most have none of these.
final class ScopeSurroundings: Sendable {
  let kind: ScopeKind?
  let seeds: [BoundSeed]
  let enclosing: Context.Scope?

  init(kind: ScopeKind?, seeds: [BoundSeed], enclosing: Context.Scope?) {
    self.kind = kind
    self.seeds = seeds
    self.enclosing = enclosing
  }
}

/// A seed of a scope, with the registration whose place it takes there.
struct BoundSeed: Sendable {
  let registration: Registration
  /// As the cells of the registration keep it.
  let instance: any AnyObject & Sendable
}

extension Context.Scope {
  /// It or the first one around it that has not ended; nil when all have.
  var nearestOpen: Context.Scope? { first { $0.isOpen } }

  /// Where the instances of `lifetime` live: here, or in the nearest open scope of its kind.
  func nearest(for lifetime: Lifetime) -> Context.Scope? {
    guard case .scopedTo(let kind) = lifetime else { return self }
    return first { $0.surroundings?.kind == kind && $0.isOpen }
  }

  /// What it, or a scope around it, was given in the place of an instance of `registration`.
  func seed(for registration: Registration) -> AnyObject? {
    var next: Context.Scope? = self
    while let surroundings = next?.surroundings {
      for seed in surroundings.seeds where seed.registration === registration { return seed.instance }
      next = surroundings.enclosing
    }
    return nil
  }

  /// Whether it lies in another one.
  var isNested: Bool { surroundings?.enclosing != nil }

  private func first(where isWanted: (Context.Scope) -> Bool) -> Context.Scope? {
    var next: Context.Scope? = self
    while let scope = next {
      if isWanted(scope) { return scope }
      next = scope.surroundings?.enclosing
    }
    return nil
  }
}

extension Core {
  /// The instance of what is scoped to a kind and lives in a scope around the one that asks, if it is there: for a caller in an inner scope such a
  /// value is no hit, and need not go all the way to it.
  func instanceAround(_ scope: Context.Scope, _ type: Any.Type, _ name: Name?) -> AnyObject? {
    let phase = table.phase.loadInTotalOrder()
    guard scope.core === self, phase == Phase.open || phase == Phase.sealed else { return nil }
    let registered = place(of: type, name, under: phase)
    let lifetime = registered.cell.map { $0._withUnsafeGuaranteedRef { $0.registration.lifetime } }
    // What lives in the asking scope itself would have been a hit.
    guard let lifetime, case .scopedTo = lifetime, let home = scope.nearest(for: lifetime), home.instances !== scope.instances,
      home.core === self
    else {
      registered.leave()
      return nil
    }
    return withExtendedLifetime(home) {
      let place = Optional(home.instances).place(behind: registered, of: type, name, from: table)
      defer { place.leave() }
      // Retained before its scope's lock is free.
      return place.instance?.takeUnretainedValue()
    }
  }
}
