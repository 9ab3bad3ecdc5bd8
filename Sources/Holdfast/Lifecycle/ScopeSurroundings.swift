import OnceKernel

/// What a scope was opened as, with and inside of; most have none of these.
///
/// A scope that ends replaces its own by one without the scopes that ended before. So a chain of ended scopes is never longer than scopes were open
/// inside each other at a time.
final class ScopeSurroundings: @unchecked Sendable {  // unchecked: constants, but for what `deinit` takes apart
  let kind: ScopeKind?
  let seeds: [BoundSeed]
  /// Of scopes between this one and `enclosing` that have ended and are not kept: their kinds, and of their seeds those that count.
  private let skipped: (kinds: Set<ScopeKind>, seeds: [BoundSeed])
  /// Guard: written when nothing else has the object.
  private(set) var enclosing: Run.Scope?
  /// Guard: as `enclosing`.
  private(set) var opener: Current.Opener
  /// Whether a seed, its own or one further out, takes the place of what has a factory: seldom, so that most are not looked for among the seeds.
  let replacesFactories: Bool

  init(kind: ScopeKind?, seeds: [BoundSeed], enclosing: Run.Scope?, opener: Current.Opener) {
    self.kind = kind
    self.seeds = seeds
    skipped = ([], [])
    self.enclosing = enclosing
    self.opener = opener
    replacesFactories = enclosing?.surroundings?.replacesFactories == true || seeds.contains { !$0.registration.isSeeded }
  }

  /// The surroundings without the scopes that have ended.
  private init(shortening other: ScopeSurroundings) {
    (kind, seeds, replacesFactories) = (other.kind, other.seeds, other.replacesFactories)
    var (skipped, next) = (other.skipped, other.enclosing)
    while let scope = next, !scope.isOpen {
      let further = scope.surroundings
      next = further?.enclosing
      guard let further else { continue }
      skipped.kinds.formUnion(further.skipped.kinds)
      if let kind = further.kind { skipped.kinds.insert(kind) }
      for seed in further.seeds + further.skipped.seeds where !(seeds + skipped.seeds).contains(where: { $0.word == seed.word }) {
        skipped.seeds.append(seed)
      }
    }
    self.skipped = skipped
    enclosing = next
    opener = other.opener.shortened
  }

  deinit {
    // A caller that has an open scope keeps it.
    if isShort { return }
    // One after the other: each would be released inside the one before, and overflow the stack.
    var scopes = takeScopes()
    while var scope = scopes.popLast() {
      guard isKnownUniquelyReferenced(&scope), var further = scope.replaceSurroundings(by: nil) else { continue }
      if isKnownUniquelyReferenced(&further) { scopes += further.takeScopes() }
    }
  }

  /// Takes the scopes that it keeps, each once. No other code has it.
  private func takeScopes() -> [InstanceTable] {
    var scopes: [InstanceTable] = []
    for scope in [enclosing, opener.scope].compactMap({ $0?.instances }) + opener.around.map(\.instances)
    where !scopes.contains(where: { $0 === scope }) {
      scopes.append(scope)
    }
    (enclosing, opener) = (nil, .none)
    return scopes
  }

  /// Whether the scopes around it are open.
  private var isShort: Bool { enclosing?.isOpen != false && opener.isOpen || Mutant.keepsEndedScopes.isActive }

  /// Nil where it is as short as it can be.
  var shortened: ScopeSurroundings? { isShort ? nil : ScopeSurroundings(shortening: self) }

  var around: [Run.Scope] { opener.around }

  /// Whether it was given something, or lies in another one.
  var isSurrounded: Bool { enclosing != nil || !seeds.isEmpty }

  /// Whether scopes of this kind hold the instances of `registration`.
  func isKind(of registration: Registration) -> Bool {
    guard let kind, let wanted = registration.scopeKind else { return false }
    return kind == wanted
  }

  /// Whether such a scope lay directly around it, and has ended.
  func skipsKind(of registration: Registration) -> Bool {
    guard let wanted = registration.scopeKind else { return false }
    return skipped.kinds.contains(wanted)
  }

  /// What was given in the place of an instance of `registration`.
  func seed(for registration: Registration) -> BoundSeed? { Self.seed(for: registration, in: seeds) }

  /// What a scope directly around it was given, which has ended.
  func skippedSeed(for registration: Registration) -> BoundSeed? { Self.seed(for: registration, in: skipped.seeds) }

  private static func seed(for registration: Registration, in seeds: [BoundSeed]) -> BoundSeed? {
    let word = InstanceTable.word(of: registration)
    for index in seeds.indices where seeds[index].word == word { return seeds[index] }
    return nil
  }
}

/// A seed of a scope, with the registration that it replaces there.
struct BoundSeed: Sendable {
  let registration: Registration
  /// What a cell of the registration would keep.
  let instance: any AnyObject & Sendable
  /// What makes a decorated value of it, in the scope that was given it; nil if nothing decorates it.
  let decorated: Registration?

  /// The registration that it replaces, as a word to compare with.
  var word: UInt { InstanceTable.word(of: registration) }
}

extension Run.Scope {
  /// It or the first one around it that has not ended; nil when all have.
  var nearestOpen: Run.Scope? { first { $0.isOpen } }

  /// It and those around it, innermost first.
  var withAround: [Run.Scope] {
    var scopes = [self]
    while let further = scopes[scopes.count - 1].surroundings?.enclosing { scopes.append(further) }
    return scopes
  }

  /// Where the instances of a registration live: here, or in the nearest open scope of its kind.
  @inline(__always)  // nearly always this one, for which no reference is counted then
  func nearest(for registration: Registration) -> Run.Scope? {
    registration.form.isOfKind ? nearestOfKind(of: registration) : self
  }

  private func nearestOfKind(of registration: Registration) -> Run.Scope? {
    first { $0.surroundings?.isKind(of: registration) == true && ($0.isOpen || EndBlockers.remains(of: $0.instances) != nil) }
  }

  /// True until its end, and then for its disposers.
  var isServing: Bool { !instances.isClosed || EndBlockers.remains(of: instances) != nil }

  /// Whether it is, or lies inside, a scope that would hold the instances of a registration that is scoped to a kind, and that has ended.
  func isInsideEnded(for registration: Registration) -> Bool {
    if Mutant.endedKindUnknown.isActive { return false }
    return first { scope in
      guard let surroundings = scope.surroundings else { return false }
      return surroundings.skipsKind(of: registration) || !scope.isOpen && surroundings.isKind(of: registration)
    } != nil
  }

  /// The nearest scope that has not ended among those it was opened in, of whatever container; for its `opener`.
  var nearestOpener: Run.Scope? {
    var next: Run.Scope? = self
    while let scope = next, !scope.isOpen { next = scope.surroundings?.opener.scope }
    return next
  }

  /// What it, or a scope around it, was given in the place of an instance of `registration`, with that scope; nil for one that has ended and is not
  /// kept.
  func seed(for registration: Registration) -> (seed: BoundSeed, scope: Run.Scope?)? {
    guard let own = surroundings, !Mutant.seedsIgnored.isActive, registration.isSeeded || own.replacesFactories else { return nil }
    var (next, around): (Run.Scope?, ScopeSurroundings?) = (self, own)
    while let scope = next, let surroundings = around {
      if let seed = surroundings.seed(for: registration) { return (seed, scope) }
      if let seed = surroundings.skippedSeed(for: registration) { return (seed, nil) }
      next = Mutant.seedsOfOwnOnly.isActive ? nil : surroundings.enclosing
      around = next?.surroundings
    }
    return nil
  }

  /// Whether it was given something, or lies in another one.
  var isSurrounded: Bool { instances.isSurrounded }

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
  /// What a scope was given, or what lives in a scope around it because it is scoped to a kind, if that is there: neither is a hit, and needs no
  /// whole miss.
  func instanceAround(_ scope: Run.Scope, _ type: Any.Type, _ name: Name?) -> AnyObject? {
    let phase = table.phase.loadSequentiallyConsistent()
    guard scope.core === self, phase == Phase.open || phase == Phase.sealed else { return nil }
    let registered = pin(of: type, name, under: phase)
    guard let registration = registered.cell?._withUnsafeGuaranteedRef({ $0.registration }), registration.isScoped,
      let nearest = scope.nearest(for: registration), nearest.core === self
    else {
      registered.unpin()
      return nil
    }
    if let (seed, scope) = nearest.seed(for: registration), !nearest.instances.isClosed {
      registered.unpin()
      guard let decorated = seed.decorated else { return seed.instance }
      return scope?.instances.existingCell(for: decorated)?.instance
    }
    // What lives in the asking scope itself would have been a hit.
    if nearest.instances === scope.instances {
      registered.unpin()
      return nil
    }
    return withExtendedLifetime(nearest) {
      let pinned = nearest.instances.pin(behind: registered, of: type, name, from: table)
      defer {
        pinned?.unpin()
        registered.unpin()
      }
      // Retained before its scope's lock is free.
      return pinned?.instance?.takeUnretainedValue()
    }
  }
}
