// The forms of wiring for one to six parameters, spelled out: the optimizer specializes them, as it does not specialize the form with a
// parameter pack, so that a wired factory is as fast as the closure one would write by hand. Disfavored, so that a trailing
// closure is a factory. The general form documents them in full.

extension Registrar {
  /// Registers an initializer of one parameter as the factory, and with its type what its value needs; everybody shares the value.
  @discardableResult
  @inlinable
  @_disfavoredOverload
  public func register<T: Sendable, A>(
    _ type: T.Type = T.self, named name: Name? = nil, scope: SharedScope = .singleton, fileID: StaticString = #fileID, line: UInt32 = #line,
    wiring initializer: @escaping @Sendable (A) throws -> T
  ) throws(Failure) -> Self {
    let a = Slot<A>()
    return try wire(
      type, name, scope.lifetime, RegistrationSite(fileID, line), [a.dependency],
      plain: a.isPlain,
      { resolver in
        try initializer(
          resolver.core.resolve(A.self, nil, for: resolver.requester))
      },
      { resolver in try initializer(a.value(resolver)) })
  }

  /// Registers an initializer of two parameters as the factory, and with their types what its value needs; everybody shares the value.
  @discardableResult
  @inlinable
  @_disfavoredOverload
  public func register<T: Sendable, A, B>(
    _ type: T.Type = T.self, named name: Name? = nil, scope: SharedScope = .singleton, fileID: StaticString = #fileID, line: UInt32 = #line,
    wiring initializer: @escaping @Sendable (A, B) throws -> T
  ) throws(Failure) -> Self {
    let (a, b) = (Slot<A>(), Slot<B>())
    return try wire(
      type, name, scope.lifetime, RegistrationSite(fileID, line), [a.dependency, b.dependency],
      plain: a.isPlain && b.isPlain,
      { resolver in
        try initializer(
          resolver.core.resolve(A.self, nil, for: resolver.requester),
          resolver.core.resolve(B.self, nil, for: resolver.requester))
      },
      { resolver in try initializer(a.value(resolver), b.value(resolver)) })
  }

  /// Registers an initializer of three parameters as the factory, and with their types what its value needs; everybody shares the value.
  @discardableResult
  @inlinable
  @_disfavoredOverload
  public func register<T: Sendable, A, B, C>(
    _ type: T.Type = T.self, named name: Name? = nil, scope: SharedScope = .singleton, fileID: StaticString = #fileID, line: UInt32 = #line,
    wiring initializer: @escaping @Sendable (A, B, C) throws -> T
  ) throws(Failure) -> Self {
    let (a, b, c) = (Slot<A>(), Slot<B>(), Slot<C>())
    return try wire(
      type, name, scope.lifetime, RegistrationSite(fileID, line), [a.dependency, b.dependency, c.dependency],
      plain: a.isPlain && b.isPlain && c.isPlain,
      { resolver in
        try initializer(
          resolver.core.resolve(A.self, nil, for: resolver.requester),
          resolver.core.resolve(B.self, nil, for: resolver.requester),
          resolver.core.resolve(C.self, nil, for: resolver.requester))
      },
      { resolver in try initializer(a.value(resolver), b.value(resolver), c.value(resolver)) })
  }

  /// Registers an initializer of four parameters as the factory, and with their types what its value needs; everybody shares the value.
  @discardableResult
  @inlinable
  @_disfavoredOverload
  public func register<T: Sendable, A, B, C, D>(
    _ type: T.Type = T.self, named name: Name? = nil, scope: SharedScope = .singleton, fileID: StaticString = #fileID, line: UInt32 = #line,
    wiring initializer: @escaping @Sendable (A, B, C, D) throws -> T
  ) throws(Failure) -> Self {
    let (a, b, c, d) = (Slot<A>(), Slot<B>(), Slot<C>(), Slot<D>())
    return try wire(
      type, name, scope.lifetime, RegistrationSite(fileID, line), [a.dependency, b.dependency, c.dependency, d.dependency],
      plain: a.isPlain && b.isPlain && c.isPlain && d.isPlain,
      { resolver in
        try initializer(
          resolver.core.resolve(A.self, nil, for: resolver.requester),
          resolver.core.resolve(B.self, nil, for: resolver.requester),
          resolver.core.resolve(C.self, nil, for: resolver.requester),
          resolver.core.resolve(D.self, nil, for: resolver.requester))
      },
      { resolver in try initializer(a.value(resolver), b.value(resolver), c.value(resolver), d.value(resolver)) })
  }

  /// Registers an initializer of five parameters as the factory, and with their types what its value needs; everybody shares the value.
  @discardableResult
  @inlinable
  @_disfavoredOverload
  public func register<T: Sendable, A, B, C, D, E>(
    _ type: T.Type = T.self, named name: Name? = nil, scope: SharedScope = .singleton, fileID: StaticString = #fileID, line: UInt32 = #line,
    wiring initializer: @escaping @Sendable (A, B, C, D, E) throws -> T
  ) throws(Failure) -> Self {
    let (a, b, c, d, e) = (Slot<A>(), Slot<B>(), Slot<C>(), Slot<D>(), Slot<E>())
    return try wire(
      type, name, scope.lifetime, RegistrationSite(fileID, line), [a.dependency, b.dependency, c.dependency, d.dependency, e.dependency],
      plain: a.isPlain && b.isPlain && c.isPlain && d.isPlain && e.isPlain,
      { resolver in
        try initializer(
          resolver.core.resolve(A.self, nil, for: resolver.requester),
          resolver.core.resolve(B.self, nil, for: resolver.requester),
          resolver.core.resolve(C.self, nil, for: resolver.requester),
          resolver.core.resolve(D.self, nil, for: resolver.requester),
          resolver.core.resolve(E.self, nil, for: resolver.requester))
      },
      { resolver in try initializer(a.value(resolver), b.value(resolver), c.value(resolver), d.value(resolver), e.value(resolver)) })
  }

  /// Registers an initializer of six parameters as the factory, and with their types what its value needs; everybody shares the value.
  @discardableResult
  @inlinable
  @_disfavoredOverload
  public func register<T: Sendable, A, B, C, D, E, F>(
    _ type: T.Type = T.self, named name: Name? = nil, scope: SharedScope = .singleton, fileID: StaticString = #fileID, line: UInt32 = #line,
    wiring initializer: @escaping @Sendable (A, B, C, D, E, F) throws -> T
  ) throws(Failure) -> Self {
    let (a, b, c, d, e, f) = (Slot<A>(), Slot<B>(), Slot<C>(), Slot<D>(), Slot<E>(), Slot<F>())
    return try wire(
      type, name, scope.lifetime, RegistrationSite(fileID, line),
      [a.dependency, b.dependency, c.dependency, d.dependency, e.dependency, f.dependency],
      plain: a.isPlain && b.isPlain && c.isPlain && d.isPlain && e.isPlain && f.isPlain,
      { resolver in
        try initializer(
          resolver.core.resolve(A.self, nil, for: resolver.requester),
          resolver.core.resolve(B.self, nil, for: resolver.requester),
          resolver.core.resolve(C.self, nil, for: resolver.requester),
          resolver.core.resolve(D.self, nil, for: resolver.requester),
          resolver.core.resolve(E.self, nil, for: resolver.requester),
          resolver.core.resolve(F.self, nil, for: resolver.requester))
      },
      { resolver in
        try initializer(a.value(resolver), b.value(resolver), c.value(resolver), d.value(resolver), e.value(resolver), f.value(resolver))
      })
  }
}

extension Registrar {
  /// Registers an initializer of one parameter as the factory, and with its type what its value needs; the value belongs to whoever
  /// resolves it.
  @discardableResult
  @inlinable
  @_disfavoredOverload
  public func register<T, A>(
    _ type: T.Type = T.self, named name: Name? = nil, scope: some UnsharedScope, fileID: StaticString = #fileID, line: UInt32 = #line,
    wiring initializer: @escaping @Sendable (A) throws -> T
  ) throws(Failure) -> Self {
    let a = Slot<A>()
    return try wire(
      type, name, scope.lifetime, RegistrationSite(fileID, line), [a.dependency],
      plain: a.isPlain,
      { resolver in
        try initializer(
          resolver.core.resolve(A.self, nil, for: resolver.requester))
      },
      { resolver in try initializer(a.value(resolver)) })
  }

  /// Registers an initializer of two parameters as the factory, and with their types what its value needs; the value belongs to whoever
  /// resolves it.
  @discardableResult
  @inlinable
  @_disfavoredOverload
  public func register<T, A, B>(
    _ type: T.Type = T.self, named name: Name? = nil, scope: some UnsharedScope, fileID: StaticString = #fileID, line: UInt32 = #line,
    wiring initializer: @escaping @Sendable (A, B) throws -> T
  ) throws(Failure) -> Self {
    let (a, b) = (Slot<A>(), Slot<B>())
    return try wire(
      type, name, scope.lifetime, RegistrationSite(fileID, line), [a.dependency, b.dependency],
      plain: a.isPlain && b.isPlain,
      { resolver in
        try initializer(
          resolver.core.resolve(A.self, nil, for: resolver.requester),
          resolver.core.resolve(B.self, nil, for: resolver.requester))
      },
      { resolver in try initializer(a.value(resolver), b.value(resolver)) })
  }

  /// Registers an initializer of three parameters as the factory, and with their types what its value needs; the value belongs to whoever
  /// resolves it.
  @discardableResult
  @inlinable
  @_disfavoredOverload
  public func register<T, A, B, C>(
    _ type: T.Type = T.self, named name: Name? = nil, scope: some UnsharedScope, fileID: StaticString = #fileID, line: UInt32 = #line,
    wiring initializer: @escaping @Sendable (A, B, C) throws -> T
  ) throws(Failure) -> Self {
    let (a, b, c) = (Slot<A>(), Slot<B>(), Slot<C>())
    return try wire(
      type, name, scope.lifetime, RegistrationSite(fileID, line), [a.dependency, b.dependency, c.dependency],
      plain: a.isPlain && b.isPlain && c.isPlain,
      { resolver in
        try initializer(
          resolver.core.resolve(A.self, nil, for: resolver.requester),
          resolver.core.resolve(B.self, nil, for: resolver.requester),
          resolver.core.resolve(C.self, nil, for: resolver.requester))
      },
      { resolver in try initializer(a.value(resolver), b.value(resolver), c.value(resolver)) })
  }

  /// Registers an initializer of four parameters as the factory, and with their types what its value needs; the value belongs to whoever
  /// resolves it.
  @discardableResult
  @inlinable
  @_disfavoredOverload
  public func register<T, A, B, C, D>(
    _ type: T.Type = T.self, named name: Name? = nil, scope: some UnsharedScope, fileID: StaticString = #fileID, line: UInt32 = #line,
    wiring initializer: @escaping @Sendable (A, B, C, D) throws -> T
  ) throws(Failure) -> Self {
    let (a, b, c, d) = (Slot<A>(), Slot<B>(), Slot<C>(), Slot<D>())
    return try wire(
      type, name, scope.lifetime, RegistrationSite(fileID, line), [a.dependency, b.dependency, c.dependency, d.dependency],
      plain: a.isPlain && b.isPlain && c.isPlain && d.isPlain,
      { resolver in
        try initializer(
          resolver.core.resolve(A.self, nil, for: resolver.requester),
          resolver.core.resolve(B.self, nil, for: resolver.requester),
          resolver.core.resolve(C.self, nil, for: resolver.requester),
          resolver.core.resolve(D.self, nil, for: resolver.requester))
      },
      { resolver in try initializer(a.value(resolver), b.value(resolver), c.value(resolver), d.value(resolver)) })
  }

  /// Registers an initializer of five parameters as the factory, and with their types what its value needs; the value belongs to whoever
  /// resolves it.
  @discardableResult
  @inlinable
  @_disfavoredOverload
  public func register<T, A, B, C, D, E>(
    _ type: T.Type = T.self, named name: Name? = nil, scope: some UnsharedScope, fileID: StaticString = #fileID, line: UInt32 = #line,
    wiring initializer: @escaping @Sendable (A, B, C, D, E) throws -> T
  ) throws(Failure) -> Self {
    let (a, b, c, d, e) = (Slot<A>(), Slot<B>(), Slot<C>(), Slot<D>(), Slot<E>())
    return try wire(
      type, name, scope.lifetime, RegistrationSite(fileID, line), [a.dependency, b.dependency, c.dependency, d.dependency, e.dependency],
      plain: a.isPlain && b.isPlain && c.isPlain && d.isPlain && e.isPlain,
      { resolver in
        try initializer(
          resolver.core.resolve(A.self, nil, for: resolver.requester),
          resolver.core.resolve(B.self, nil, for: resolver.requester),
          resolver.core.resolve(C.self, nil, for: resolver.requester),
          resolver.core.resolve(D.self, nil, for: resolver.requester),
          resolver.core.resolve(E.self, nil, for: resolver.requester))
      },
      { resolver in try initializer(a.value(resolver), b.value(resolver), c.value(resolver), d.value(resolver), e.value(resolver)) })
  }

  /// Registers an initializer of six parameters as the factory, and with their types what its value needs; the value belongs to whoever
  /// resolves it.
  @discardableResult
  @inlinable
  @_disfavoredOverload
  public func register<T, A, B, C, D, E, F>(
    _ type: T.Type = T.self, named name: Name? = nil, scope: some UnsharedScope, fileID: StaticString = #fileID, line: UInt32 = #line,
    wiring initializer: @escaping @Sendable (A, B, C, D, E, F) throws -> T
  ) throws(Failure) -> Self {
    let (a, b, c, d, e, f) = (Slot<A>(), Slot<B>(), Slot<C>(), Slot<D>(), Slot<E>(), Slot<F>())
    return try wire(
      type, name, scope.lifetime, RegistrationSite(fileID, line),
      [a.dependency, b.dependency, c.dependency, d.dependency, e.dependency, f.dependency],
      plain: a.isPlain && b.isPlain && c.isPlain && d.isPlain && e.isPlain && f.isPlain,
      { resolver in
        try initializer(
          resolver.core.resolve(A.self, nil, for: resolver.requester),
          resolver.core.resolve(B.self, nil, for: resolver.requester),
          resolver.core.resolve(C.self, nil, for: resolver.requester),
          resolver.core.resolve(D.self, nil, for: resolver.requester),
          resolver.core.resolve(E.self, nil, for: resolver.requester),
          resolver.core.resolve(F.self, nil, for: resolver.requester))
      },
      { resolver in
        try initializer(a.value(resolver), b.value(resolver), c.value(resolver), d.value(resolver), e.value(resolver), f.value(resolver))
      })
  }
}

extension Registrar {
  /// Adds a wired registration: with the short factory when every parameter is found by its type alone.
  @inlinable
  func wire<T>(
    _ type: T.Type, _ name: Name?, _ lifetime: Lifetime, _ site: RegistrationSite, _ dependencies: [DeclaredDependency?],
    plain isPlain: Bool,
    _ short: @escaping @Sendable (Resolution) throws -> T, _ general: @escaping @Sendable (Resolution) throws -> T
  ) throws(Failure) -> Self {
    try add(WiredRecipe<T>(AnyKey(type, named: name), lifetime, site, dependencies.compactMap(\.self), make: isPlain ? short : general))
    return self
  }
}
