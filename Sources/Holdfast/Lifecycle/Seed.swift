import OnceKernel

/// A value that you pass when you open a scope, such as its request, user, logger or connection.
///
/// ```swift
/// try container.register(seeded: Request.self)
/// try await container.withScope(seeds: [.value(request), .value(user, as: (any User).self)]) { scope in … }
/// ```
///
/// In the scope, and in scopes inside it, the seed replaces the instance of a `.scoped` registration. The decorators and the injector of its
/// type run when it is resolved first. The scope does not dispose of it.
public struct Seed: Sendable {
  package let key: AnyKey
  /// What a cell would keep.
  let instance: any AnyObject & Sendable

  /// A seed for the key of a type and an optional name.
  public static func value<T: Sendable>(_ value: T, as type: T.Type = T.self, named name: Name? = nil) -> Seed {
    Seed(key: AnyKey(T.self, named: name), instance: Box(value))
  }
}

extension Registrar {
  /// Registers a type whose value you pass when you open a scope. It needs no factory.
  ///
  /// ```swift
  /// try container
  ///   .register(seeded: Request.self)
  ///   .register(Greeting.self, scope: .scoped) { r in Greeting(for: try r.resolve(Request.self)) }
  /// try await container.withScope(seeds: [.value(request)]) { scope in try await scope.resolve(Greeting.self) }
  /// ```
  ///
  /// `validate()` treats it like any other registration. Opening a scope without the value throws `.notSeeded`. If the operation of `withScope`
  /// cannot throw a `ResolutionError`, resolving the value throws instead. Scopes inside the scope see the value too.
  ///
  /// `kind` is the kind of scope that needs the value; nil means every scope.
  @discardableResult
  public func register<T: Sendable>(
    seeded type: T.Type, named name: Name? = nil, in kind: ScopeKind? = nil, fileID: StaticString = #fileID, line: UInt32 = #line
  ) throws(Failure) -> Self {
    let (key, site) = (AnyKey(T.self, named: name), SourceSite(fileID, line))
    let lifetime: LifetimeKind = kind.map { .scopedTo($0) } ?? .scoped
    return try adding(Recipe<T>(key, lifetime, site, .seeded { _ in throw ResolutionError.notSeeded(key, site: site) }))
  }
}

extension Core {
  /// What a scope opened here is given, checked: each seed has a registration of its own, and what has to be given is.
  ///
  /// - Parameter enclosing: the scope around it, whose seeds it sees.
  func bind(_ seeds: [Seed], _ kind: ScopeKind?, inside enclosing: Run.Scope?, at site: SourceSite) throws(ResolutionError)
    -> [BoundSeed]
  {
    var bound: [BoundSeed] = []
    bound.reserveCapacity(seeds.count)
    for (index, seed) in seeds.enumerated() {
      let found = registered(seed.key)
      if seeds[..<index].contains(where: { $0.key == seed.key }) {
        throw .invalidSeed(seed.key, .twice, openedAt: site, site: found?.registration.site)
      }
      guard let (registration, owner) = found else { throw unknown(seed.key, at: site) }
      // What overrides it in a layer is not scoped, or has a factory: it wins.
      let container = owner.container
      let original = owner === container ? registration : container.registration(for: seed.key)
      if let wanted = registration.scopeKind, wanted != kind {
        throw .invalidSeed(seed.key, .otherKind(wanted), openedAt: site, site: registration.site)
      }
      if !registration.isScoped {
        if registration !== original, original?.isScoped == true { continue }
        throw .invalidSeed(seed.key, .notScoped(registration.lifetime), openedAt: site, site: registration.site)
      }
      if registration !== original, original?.isScoped == true, !registration.isSeeded { continue }
      let given = owner.hasExtensions ? registration.given(seed.instance) : nil
      bound.append(
        BoundSeed(
          registration: registration, instance: seed.instance, decorated: given.flatMap { owner.typeExtension(for: $0) == nil ? nil : $0 }))
    }
    let around = enclosing?.nearestOpen
    let missing = missingRegistration { registration in
      if bound.contains(where: { $0.registration === registration }) { return true }
      if let wanted = registration.scopeKind, wanted != kind { return true }
      return around?.seed(for: registration) != nil
    }
    if let missing { throw .notSeeded(missing.key, openedAt: site, site: missing.site) }
    return bound
  }

  /// The error of opening a scope here that is given nothing, if it has to be given something.
  @usableFromInline
  func missingSeed(_ kind: ScopeKind?, inside enclosing: Requester, at site: SourceSite) -> ResolutionError? {
    if !isLayered, !mayNeedSeeds { return nil }
    let core = innermost
    guard core.mayNeedSeeds else { return nil }
    do throws(ResolutionError) {
      _ = try core.bind([], kind, inside: enclosing.scope ?? Current.scope, at: site)
      return nil
    } catch {
      return error
    }
  }

  private var mayNeedSeeds: Bool { knowsSeeds || above.contains(where: \.knowsSeeds) }

  private var knowsSeeds: Bool { registry.features.loadAcquiring() & Features.seeds != 0 }

  /// What is over has no registrations any more.
  private func unknown(_ key: AnyKey, at site: SourceSite) -> ResolutionError {
    (above + [self]).first { $0.life.state.isClosed }.map { $0.shutDownError(for: AnyKey(Scope.self)) }
      ?? .invalidSeed(key, .notRegistered, openedAt: site)
  }

  /// The first of the registrations that scopes opened here have to be given that `isGiven` does not know, those of the containers that it asks
  /// included.
  private func missingRegistration(_ isGiven: (Registration) -> Bool) -> Registration? {
    let core = innermost
    var next: Core? = core
    while let layer = next {
      for key in layer.registry.enter({ $0.seededKeys }) {
        // Not what was replaced or removed, or is overridden.
        if let registration = core.registration(for: key), registration.isSeeded, !isGiven(registration) { return registration }
      }
      next = layer.base
    }
    for parent in parentCores {
      if let missing = parent.missingRegistration({ core.isRegistered($0.key) || isGiven($0) }) { return missing }
    }
    return nil
  }
}
