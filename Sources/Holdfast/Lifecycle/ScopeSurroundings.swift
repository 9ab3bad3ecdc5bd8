import OnceKernel

/// What a scope was opened as, with and inside of; most have none of these.
final class ScopeSurroundings: Sendable {
  let kind: ScopeKind?
  let seeds: [BoundSeed]
  let enclosing: Run.Scope?
  /// Whether a seed, its own or one further out, takes the place of what has a factory: seldom, so that most are not looked for among the seeds.
  let replacesFactories: Bool

  init(kind: ScopeKind?, seeds: [BoundSeed], enclosing: Run.Scope?) {
    self.kind = kind
    self.seeds = seeds
    self.enclosing = enclosing
    replacesFactories = enclosing?.surroundings?.replacesFactories == true || seeds.contains { !$0.registration.isSeeded }
  }

  /// Whether scopes of this kind hold the instances of `registration`.
  func isKind(of registration: Registration) -> Bool {
    guard let kind, case .scopedTo(let wanted) = registration.lifetime else { return false }
    return kind == wanted
  }

  /// What was given in the place of an instance of `registration`.
  func seed(for registration: Registration) -> BoundSeed? {
    let word = InstanceTable.word(of: registration)
    for index in seeds.indices where seeds[index].word == word { return seeds[index] }
    return nil
  }
}

/// A seed of a scope, with the registration whose place it takes there.
struct BoundSeed: Sendable {
  let registration: Registration
  /// As the cells of the registration keep it.
  let instance: any AnyObject & Sendable
  /// What makes a decorated value of it, in the scope that was given it; nil if nothing decorates it.
  let decorated: Registration?

  /// Whose place it takes, as a word to compare with.
  var word: UInt { InstanceTable.word(of: registration) }
}

extension Run.Scope {
  /// It or the first one around it that has not ended; nil when all have.
  var nearestOpen: Run.Scope? { first { $0.isOpen } }

  /// Where the instances of a registration live: here, or in the nearest open scope of its kind.
  func nearest(for registration: Registration) -> Run.Scope? {
    guard registration.form == .scopedTo else { return self }
    return first { $0.surroundings?.isKind(of: registration) == true && $0.isOpen }
  }

  /// Whether it is, or lies inside, a scope that would hold the instances of a registration that is scoped to a kind, and that has ended.
  func isInsideEnded(for registration: Registration) -> Bool {
    first { $0.surroundings?.isKind(of: registration) == true && !$0.isOpen } != nil
  }

  /// What it, or a scope around it, was given in the place of an instance of `registration`, with that scope.
  func seed(for registration: Registration) -> (seed: BoundSeed, scope: Run.Scope)? {
    guard registration.isSeeded || surroundings?.replacesFactories == true else { return nil }
    var next: Run.Scope? = self
    while let scope = next {
      if let seed = scope.surroundings?.seed(for: registration) { return (seed, scope) }
      next = scope.surroundings?.enclosing
    }
    return nil
  }

  /// Whether it was given something, or lies in another one.
  var isSurrounded: Bool { surroundings.map { $0.enclosing != nil || !$0.seeds.isEmpty } ?? false }

  @inline(__always)
  private func first(where isWanted: (Run.Scope) -> Bool) -> Run.Scope? {
    // Mostly it is this one.
    if isWanted(self) { return self }
    var next = surroundings?.enclosing
    while let scope = next {
      if isWanted(scope) { return scope }
      next = scope.surroundings?.enclosing
    }
    return nil
  }
}

extension Core {
  /// What a scope was given, or what lives in a scope around it because it is scoped to a kind, if that is there: neither is a hit, and need not go all
  /// the way of a miss.
  func instanceAround(_ scope: Run.Scope, _ type: Any.Type, _ name: Name?) -> AnyObject? {
    let phase = table.phase.loadSequentiallyConsistent()
    guard scope.core === self, phase == Phase.open || phase == Phase.sealed else { return nil }
    let registered = pin(of: type, name, under: phase)
    guard let registration = registered.cell?._withUnsafeGuaranteedRef({ $0.registration }), registration.isScoped,
      let home = scope.nearest(for: registration), home.core === self
    else {
      registered.leave()
      return nil
    }
    if let (seed, scope) = home.seed(for: registration), !home.instances.isClosed {
      registered.leave()
      guard let decorated = seed.decorated else { return seed.instance }
      return scope.instances.existingCell(for: decorated)?.instance
    }
    // What lives in the asking scope itself would have been a hit.
    if home.instances === scope.instances {
      registered.leave()
      return nil
    }
    return withExtendedLifetime(home) {
      let pinned = Optional(home.instances).pin(behind: registered, of: type, name, from: table)
      defer { pinned.leave() }
      // Retained before its scope's lock is free.
      return pinned.instance?.takeUnretainedValue()
    }
  }
}
