// The forms of wiring for one to six parameters, spelled out: what a parameter pack costs to unpack at each resolve, these do not. Disfavored,
// so that a trailing closure is a factory. The general form documents them in full.

extension Registrar {
  /// Registers an initializer of one parameter as the factory, and with its type what its value needs; everybody shares the value.
  @discardableResult
  @_disfavoredOverload
  public func register<T: Sendable, A>(
    _ type: T.Type = T.self, named name: Name? = nil, scope: SharedScope = .singleton, fileID: StaticString = #fileID, line: UInt32 = #line,
    wiring initializer: @escaping @Sendable (A) throws -> T
  ) throws(Failure) -> Self {
    try add(WiredRecipe(AnyKey(type, named: name), scope.lifetime, RegistrationSite(fileID, line), wiring: initializer))
    return self
  }

  /// Registers an initializer of two parameters as the factory, and with their types what its value needs; everybody shares the value.
  @discardableResult
  @_disfavoredOverload
  public func register<T: Sendable, A, B>(
    _ type: T.Type = T.self, named name: Name? = nil, scope: SharedScope = .singleton, fileID: StaticString = #fileID, line: UInt32 = #line,
    wiring initializer: @escaping @Sendable (A, B) throws -> T
  ) throws(Failure) -> Self {
    try add(WiredRecipe(AnyKey(type, named: name), scope.lifetime, RegistrationSite(fileID, line), wiring: initializer))
    return self
  }

  /// Registers an initializer of three parameters as the factory, and with their types what its value needs; everybody shares the value.
  @discardableResult
  @_disfavoredOverload
  public func register<T: Sendable, A, B, C>(
    _ type: T.Type = T.self, named name: Name? = nil, scope: SharedScope = .singleton, fileID: StaticString = #fileID, line: UInt32 = #line,
    wiring initializer: @escaping @Sendable (A, B, C) throws -> T
  ) throws(Failure) -> Self {
    try add(WiredRecipe(AnyKey(type, named: name), scope.lifetime, RegistrationSite(fileID, line), wiring: initializer))
    return self
  }

  /// Registers an initializer of four parameters as the factory, and with their types what its value needs; everybody shares the value.
  @discardableResult
  @_disfavoredOverload
  public func register<T: Sendable, A, B, C, D>(
    _ type: T.Type = T.self, named name: Name? = nil, scope: SharedScope = .singleton, fileID: StaticString = #fileID, line: UInt32 = #line,
    wiring initializer: @escaping @Sendable (A, B, C, D) throws -> T
  ) throws(Failure) -> Self {
    try add(WiredRecipe(AnyKey(type, named: name), scope.lifetime, RegistrationSite(fileID, line), wiring: initializer))
    return self
  }

  /// Registers an initializer of five parameters as the factory, and with their types what its value needs; everybody shares the value.
  @discardableResult
  @_disfavoredOverload
  public func register<T: Sendable, A, B, C, D, E>(
    _ type: T.Type = T.self, named name: Name? = nil, scope: SharedScope = .singleton, fileID: StaticString = #fileID, line: UInt32 = #line,
    wiring initializer: @escaping @Sendable (A, B, C, D, E) throws -> T
  ) throws(Failure) -> Self {
    try add(WiredRecipe(AnyKey(type, named: name), scope.lifetime, RegistrationSite(fileID, line), wiring: initializer))
    return self
  }

  /// Registers an initializer of six parameters as the factory, and with their types what its value needs; everybody shares the value.
  @discardableResult
  @_disfavoredOverload
  public func register<T: Sendable, A, B, C, D, E, F>(
    _ type: T.Type = T.self, named name: Name? = nil, scope: SharedScope = .singleton, fileID: StaticString = #fileID, line: UInt32 = #line,
    wiring initializer: @escaping @Sendable (A, B, C, D, E, F) throws -> T
  ) throws(Failure) -> Self {
    try add(WiredRecipe(AnyKey(type, named: name), scope.lifetime, RegistrationSite(fileID, line), wiring: initializer))
    return self
  }
}

extension Registrar {
  /// Registers an initializer of one parameter as the factory, and with its type what its value needs; the value belongs to whoever
  /// resolves it.
  @discardableResult
  @_disfavoredOverload
  public func register<T, A>(
    _ type: T.Type = T.self, named name: Name? = nil, scope: some UnsharedScope, fileID: StaticString = #fileID, line: UInt32 = #line,
    wiring initializer: @escaping @Sendable (A) throws -> T
  ) throws(Failure) -> Self {
    try add(WiredRecipe(AnyKey(type, named: name), scope.lifetime, RegistrationSite(fileID, line), wiring: initializer))
    return self
  }

  /// Registers an initializer of two parameters as the factory, and with their types what its value needs; the value belongs to whoever
  /// resolves it.
  @discardableResult
  @_disfavoredOverload
  public func register<T, A, B>(
    _ type: T.Type = T.self, named name: Name? = nil, scope: some UnsharedScope, fileID: StaticString = #fileID, line: UInt32 = #line,
    wiring initializer: @escaping @Sendable (A, B) throws -> T
  ) throws(Failure) -> Self {
    try add(WiredRecipe(AnyKey(type, named: name), scope.lifetime, RegistrationSite(fileID, line), wiring: initializer))
    return self
  }

  /// Registers an initializer of three parameters as the factory, and with their types what its value needs; the value belongs to whoever
  /// resolves it.
  @discardableResult
  @_disfavoredOverload
  public func register<T, A, B, C>(
    _ type: T.Type = T.self, named name: Name? = nil, scope: some UnsharedScope, fileID: StaticString = #fileID, line: UInt32 = #line,
    wiring initializer: @escaping @Sendable (A, B, C) throws -> T
  ) throws(Failure) -> Self {
    try add(WiredRecipe(AnyKey(type, named: name), scope.lifetime, RegistrationSite(fileID, line), wiring: initializer))
    return self
  }

  /// Registers an initializer of four parameters as the factory, and with their types what its value needs; the value belongs to whoever
  /// resolves it.
  @discardableResult
  @_disfavoredOverload
  public func register<T, A, B, C, D>(
    _ type: T.Type = T.self, named name: Name? = nil, scope: some UnsharedScope, fileID: StaticString = #fileID, line: UInt32 = #line,
    wiring initializer: @escaping @Sendable (A, B, C, D) throws -> T
  ) throws(Failure) -> Self {
    try add(WiredRecipe(AnyKey(type, named: name), scope.lifetime, RegistrationSite(fileID, line), wiring: initializer))
    return self
  }

  /// Registers an initializer of five parameters as the factory, and with their types what its value needs; the value belongs to whoever
  /// resolves it.
  @discardableResult
  @_disfavoredOverload
  public func register<T, A, B, C, D, E>(
    _ type: T.Type = T.self, named name: Name? = nil, scope: some UnsharedScope, fileID: StaticString = #fileID, line: UInt32 = #line,
    wiring initializer: @escaping @Sendable (A, B, C, D, E) throws -> T
  ) throws(Failure) -> Self {
    try add(WiredRecipe(AnyKey(type, named: name), scope.lifetime, RegistrationSite(fileID, line), wiring: initializer))
    return self
  }

  /// Registers an initializer of six parameters as the factory, and with their types what its value needs; the value belongs to whoever
  /// resolves it.
  @discardableResult
  @_disfavoredOverload
  public func register<T, A, B, C, D, E, F>(
    _ type: T.Type = T.self, named name: Name? = nil, scope: some UnsharedScope, fileID: StaticString = #fileID, line: UInt32 = #line,
    wiring initializer: @escaping @Sendable (A, B, C, D, E, F) throws -> T
  ) throws(Failure) -> Self {
    try add(WiredRecipe(AnyKey(type, named: name), scope.lifetime, RegistrationSite(fileID, line), wiring: initializer))
    return self
  }
}

extension WiredRecipe {
  convenience init<A>(
    _ key: AnyKey, _ lifetime: Lifetime, _ site: RegistrationSite, wiring initializer: @escaping @Sendable (A) throws -> Value
  ) {
    let a = Slot<A>()
    self.init(key, lifetime, site, [a.dependency].compactMap(\.self)) { resolver in
      try initializer(a.value(resolver))
    }
  }

  convenience init<A, B>(
    _ key: AnyKey, _ lifetime: Lifetime, _ site: RegistrationSite, wiring initializer: @escaping @Sendable (A, B) throws -> Value
  ) {
    let (a, b) = (Slot<A>(), Slot<B>())
    self.init(key, lifetime, site, [a.dependency, b.dependency].compactMap(\.self)) { resolver in
      try initializer(a.value(resolver), b.value(resolver))
    }
  }

  convenience init<A, B, C>(
    _ key: AnyKey, _ lifetime: Lifetime, _ site: RegistrationSite, wiring initializer: @escaping @Sendable (A, B, C) throws -> Value
  ) {
    let (a, b, c) = (Slot<A>(), Slot<B>(), Slot<C>())
    self.init(key, lifetime, site, [a.dependency, b.dependency, c.dependency].compactMap(\.self)) { resolver in
      try initializer(a.value(resolver), b.value(resolver), c.value(resolver))
    }
  }

  convenience init<A, B, C, D>(
    _ key: AnyKey, _ lifetime: Lifetime, _ site: RegistrationSite, wiring initializer: @escaping @Sendable (A, B, C, D) throws -> Value
  ) {
    let (a, b, c, d) = (Slot<A>(), Slot<B>(), Slot<C>(), Slot<D>())
    self.init(key, lifetime, site, [a.dependency, b.dependency, c.dependency, d.dependency].compactMap(\.self)) { resolver in
      try initializer(a.value(resolver), b.value(resolver), c.value(resolver), d.value(resolver))
    }
  }

  convenience init<A, B, C, D, E>(
    _ key: AnyKey, _ lifetime: Lifetime, _ site: RegistrationSite, wiring initializer: @escaping @Sendable (A, B, C, D, E) throws -> Value
  ) {
    let (a, b, c, d, e) = (Slot<A>(), Slot<B>(), Slot<C>(), Slot<D>(), Slot<E>())
    self.init(key, lifetime, site, [a.dependency, b.dependency, c.dependency, d.dependency, e.dependency].compactMap(\.self)) { resolver in
      try initializer(a.value(resolver), b.value(resolver), c.value(resolver), d.value(resolver), e.value(resolver))
    }
  }

  convenience init<A, B, C, D, E, F>(
    _ key: AnyKey, _ lifetime: Lifetime, _ site: RegistrationSite,
    wiring initializer: @escaping @Sendable (A, B, C, D, E, F) throws -> Value
  ) {
    let (a, b, c, d, e, f) = (Slot<A>(), Slot<B>(), Slot<C>(), Slot<D>(), Slot<E>(), Slot<F>())
    self.init(key, lifetime, site, [a.dependency, b.dependency, c.dependency, d.dependency, e.dependency, f.dependency].compactMap(\.self))
    { resolver in
      try initializer(a.value(resolver), b.value(resolver), c.value(resolver), d.value(resolver), e.value(resolver), f.value(resolver))
    }
  }
}
