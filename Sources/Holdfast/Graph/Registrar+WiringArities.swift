// The forms of wiring what is made at each resolve, spelled out for one to six parameters: what a parameter pack costs to unpack each time, these
// do not. Disfavored, so that a trailing closure is a factory. A caller sees the general form only, which documents them.

extension Registrar {
  /// Registers an initializer of one parameter as the factory; the value belongs to its caller.
  @discardableResult
  @_disfavoredOverload
  @_documentation(visibility: internal)
  public func register<T, A>(
    _ type: T.Type = T.self, named name: Name? = nil, scope: some UnsharedScope, fileID: StaticString = #fileID, line: UInt32 = #line,
    wiring initializer: @escaping @Sendable (A) throws -> T
  ) throws(Failure) -> Self {
    let key = AnyKey(T.self, named: name)
    let a = Slot(Key<A>(), of: key)
    return try wire(key, scope.lifetime, RegistrationSite(fileID, line), [a.dependency]) { r in
      try initializer(a.value(r))
    }
  }

  /// Registers an initializer of two parameters as the factory; the value belongs to its caller.
  @discardableResult
  @_disfavoredOverload
  @_documentation(visibility: internal)
  public func register<T, A, B>(
    _ type: T.Type = T.self, named name: Name? = nil, scope: some UnsharedScope, fileID: StaticString = #fileID, line: UInt32 = #line,
    wiring initializer: @escaping @Sendable (A, B) throws -> T
  ) throws(Failure) -> Self {
    let key = AnyKey(T.self, named: name)
    let (a, b) = (Slot(Key<A>(), of: key), Slot(Key<B>(), of: key))
    return try wire(key, scope.lifetime, RegistrationSite(fileID, line), [a.dependency, b.dependency]) { r in
      try initializer(a.value(r), b.value(r))
    }
  }

  /// Registers an initializer of three parameters as the factory; the value belongs to its caller.
  @discardableResult
  @_disfavoredOverload
  @_documentation(visibility: internal)
  public func register<T, A, B, C>(
    _ type: T.Type = T.self, named name: Name? = nil, scope: some UnsharedScope, fileID: StaticString = #fileID, line: UInt32 = #line,
    wiring initializer: @escaping @Sendable (A, B, C) throws -> T
  ) throws(Failure) -> Self {
    let key = AnyKey(T.self, named: name)
    let (a, b, c) = (Slot(Key<A>(), of: key), Slot(Key<B>(), of: key), Slot(Key<C>(), of: key))
    return try wire(
      key, scope.lifetime, RegistrationSite(fileID, line), [a.dependency, b.dependency, c.dependency]
    ) { r in
      try initializer(a.value(r), b.value(r), c.value(r))
    }
  }

  /// Registers an initializer of four parameters as the factory; the value belongs to its caller.
  @discardableResult
  @_disfavoredOverload
  @_documentation(visibility: internal)
  public func register<T, A, B, C, D>(
    _ type: T.Type = T.self, named name: Name? = nil, scope: some UnsharedScope, fileID: StaticString = #fileID, line: UInt32 = #line,
    wiring initializer: @escaping @Sendable (A, B, C, D) throws -> T
  ) throws(Failure) -> Self {
    let key = AnyKey(T.self, named: name)
    let (a, b, c, d) = (Slot(Key<A>(), of: key), Slot(Key<B>(), of: key), Slot(Key<C>(), of: key), Slot(Key<D>(), of: key))
    return try wire(
      key, scope.lifetime, RegistrationSite(fileID, line), [a.dependency, b.dependency, c.dependency, d.dependency]
    ) { r in
      try initializer(a.value(r), b.value(r), c.value(r), d.value(r))
    }
  }

  /// Registers an initializer of five parameters as the factory; the value belongs to its caller.
  @discardableResult
  @_disfavoredOverload
  @_documentation(visibility: internal)
  public func register<T, A, B, C, D, E>(
    _ type: T.Type = T.self, named name: Name? = nil, scope: some UnsharedScope, fileID: StaticString = #fileID, line: UInt32 = #line,
    wiring initializer: @escaping @Sendable (A, B, C, D, E) throws -> T
  ) throws(Failure) -> Self {
    let key = AnyKey(T.self, named: name)
    let (a, b, c, d, e) = (
      Slot(Key<A>(), of: key), Slot(Key<B>(), of: key), Slot(Key<C>(), of: key), Slot(Key<D>(), of: key), Slot(Key<E>(), of: key)
    )
    return try wire(
      key, scope.lifetime, RegistrationSite(fileID, line),
      [a.dependency, b.dependency, c.dependency, d.dependency, e.dependency]
    ) { r in
      try initializer(a.value(r), b.value(r), c.value(r), d.value(r), e.value(r))
    }
  }

  /// Registers an initializer of six parameters as the factory; the value belongs to its caller.
  @discardableResult
  @_disfavoredOverload
  @_documentation(visibility: internal)
  public func register<T, A, B, C, D, E, F>(
    _ type: T.Type = T.self, named name: Name? = nil, scope: some UnsharedScope, fileID: StaticString = #fileID, line: UInt32 = #line,
    wiring initializer: @escaping @Sendable (A, B, C, D, E, F) throws -> T
  ) throws(Failure) -> Self {
    let key = AnyKey(T.self, named: name)
    let (a, b, c, d, e, f) = (
      Slot(Key<A>(), of: key), Slot(Key<B>(), of: key), Slot(Key<C>(), of: key), Slot(Key<D>(), of: key), Slot(Key<E>(), of: key),
      Slot(Key<F>(), of: key)
    )
    return try wire(
      key, scope.lifetime, RegistrationSite(fileID, line),
      [a.dependency, b.dependency, c.dependency, d.dependency, e.dependency, f.dependency]
    ) { r in
      try initializer(a.value(r), b.value(r), c.value(r), d.value(r), e.value(r), f.value(r))
    }
  }

  private func wire<T>(
    _ key: AnyKey, _ lifetime: Lifetime, _ site: RegistrationSite, _ needs: [Dependency], _ make: @escaping Recipe<T>.Make
  ) throws(Failure) -> Self {
    try wire(key, lifetime, site, needs, .sync(make))
  }
}
