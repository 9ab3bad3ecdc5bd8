extension Registrar {
  /// Registers a factory that needs run-time arguments besides what it resolves, and makes a new value at each resolve.
  ///
  /// ```swift
  /// try container.register(UserDetails.self, scope: .transient, taking: User.self) { r, user in
  ///   try UserDetails(photos: r.resolve(), user: user)
  /// }
  /// let details = try container.resolve(UserDetails.self, with: user)
  /// ```
  ///
  /// A factory can take any number of arguments. Their types are part of the key.
  @discardableResult
  @_disfavoredOverload  // without arguments the plain form is meant
  @inlinable  // so that the arguments are unpacked by code that knows their types
  public func register<T, each A>(
    _ type: T.Type = T.self, named name: Name? = nil, scope: TransientScope, taking arguments: repeat (each A).Type,
    fileID: StaticString = #fileID, line: UInt32 = #line,
    factory: @escaping @Sendable (_ resolver: Resolution, repeat each A) throws -> T
  ) throws(Failure) -> Self {
    try addTransient(named: name, fileID, line) { (resolver: Resolution, arguments: ArgumentPack<repeat each A>) throws -> T in
      try factory(resolver, repeat each arguments.values)
    }
  }

  /// Registers a factory with run-time arguments. An object graph shares one value for each distinct argument.
  @discardableResult
  @_disfavoredOverload  // without arguments the plain form is meant
  public func register<T, each A: Hashable & SendableMetatype>(
    _ type: T.Type = T.self, named name: Name? = nil, scope: GraphScope, taking arguments: repeat (each A).Type,
    fileID: StaticString = #fileID, line: UInt32 = #line,
    factory: @escaping @Sendable (_ resolver: Resolution, repeat each A) throws -> T
  ) throws(Failure) -> Self {
    try add(type, name, .graph, RegistrationSite(fileID, line), .unpacked(factory), caching: .values(of: repeat (each A).self))
  }

  /// Registers a factory with run-time arguments. All callers share one value for each distinct argument.
  ///
  /// ```swift
  /// try container.register(Feed.self, capacity: 100, taking: URL.self) { r, url in try Feed(client: r.resolve(), url: url) }
  /// ```
  ///
  /// Two arguments are the same if `==` says so, even if other arguments have the same hash. `reset` removes the values of all arguments.
  ///
  /// The container keeps at most `capacity` values, and removes the least recently used one first. Without `capacity` it keeps all of them, so set
  /// it if arguments come from outside the program.
  @discardableResult
  @_disfavoredOverload  // without arguments the plain form is meant
  public func register<T: Sendable, each A: Hashable & Sendable>(
    _ type: T.Type = T.self, named name: Name? = nil, scope: SharedScope = .singleton, capacity: Int? = nil,
    dispose: (@Sendable (T) async throws -> Void)? = nil, taking arguments: repeat (each A).Type,
    fileID: StaticString = #fileID, line: UInt32 = #line,
    factory: @escaping @Sendable (_ resolver: Resolution, repeat each A) throws -> T
  ) throws(Failure) -> Self {
    try add(
      type, name, scope.lifetime, RegistrationSite(fileID, line), .unpacked(factory),
      caching: .values(of: repeat (each A).self, capacity: capacity),
      dispose: dispose)
  }

  /// Registers a factory with run-time arguments. Callers share one object for each distinct argument, as long as one of them holds it.
  @discardableResult
  @_disfavoredOverload  // without arguments the plain form is meant
  public func register<T: AnyObject & Sendable, each A: Hashable & Sendable>(
    _ type: T.Type = T.self, named name: Name? = nil, scope: WeakScope, capacity: Int? = nil, taking arguments: repeat (each A).Type,
    fileID: StaticString = #fileID, line: UInt32 = #line,
    factory: @escaping @Sendable (_ resolver: Resolution, repeat each A) throws -> T
  ) throws(Failure) -> Self {
    try add(
      type, name, .weak, RegistrationSite(fileID, line), .unpacked(factory), caching: .values(of: repeat (each A).self, capacity: capacity))
  }

  /// Registers a factory with run-time arguments whose values are shared although their type is not `Sendable`.
  @discardableResult
  @_disfavoredOverload  // without arguments the plain form is meant
  public func register<T, each A: Hashable & Sendable>(
    _ type: T.Type = T.self, named name: Name? = nil, scope: UncheckedScope, capacity: Int? = nil,
    dispose: (@Sendable (T) async throws -> Void)? = nil, taking arguments: repeat (each A).Type,
    fileID: StaticString = #fileID, line: UInt32 = #line,
    factory: @escaping @Sendable (_ resolver: Resolution, repeat each A) throws -> T
  ) throws(Failure) -> Self {
    try add(
      type, name, scope.lifetime, RegistrationSite(fileID, line), .unpacked(factory),
      caching: .values(of: repeat (each A).self, capacity: capacity),
      dispose: dispose)
  }

  @usableFromInline
  func addTransient<T, Arguments>(
    named name: Name?, _ fileID: StaticString, _ line: UInt32,
    make: @escaping @Sendable (_ resolver: Resolution, _ arguments: Arguments) throws -> T
  ) throws(Failure) -> Self {
    try add(T.self, name, .transient, RegistrationSite(fileID, line), .sync(make), caching: nil)
  }

  /// Adds the recipe of what is made from arguments; a plain one, if they are none.
  func add<T, Arguments>(
    _ type: T.Type, _ name: Name?, _ lifetime: Lifetime, _ site: RegistrationSite, _ way: ArgumentRecipe<T, Arguments>.Way,
    caching: ArgumentCache<Arguments>.Caching?, dispose: (@Sendable (T) async throws -> Void)? = nil,
    dependencies: [Dependency]? = nil
  ) throws(Failure) -> Self {
    let key = AnyKey(T.self, named: name, madeFrom: Arguments.self)
    if Arguments.self == NoArguments.self {
      // `Arguments` is the type just compared.
      let way = way.with(unsafeBitCast(NoArguments(), to: Arguments.self))
      try add(Recipe(key, lifetime, site, way, dispose: dispose, dependencies: dependencies))
    } else {
      try add(ArgumentRecipe(key, lifetime, site, way, caching: caching, dispose: dispose, dependencies: dependencies))
    }
    return self
  }
}

extension ArgumentCache.Caching {
  /// Tells arguments apart one by one.
  static func values<each A: Hashable & SendableMetatype>(of types: repeat (each A).Type, capacity: Int? = nil) -> Self
  where Arguments == ArgumentPack<repeat each A> {
    Self(
      hash: { arguments in
        var hasher = Hasher()
        repeat (each arguments.values).hash(into: &hasher)
        return hasher.finalize()
      },
      areEqual: { left, right in
        for isEqual in repeat (each left.values) == (each right.values) {
          if !isEqual { return false }
        }
        return true
      },
      capacity: capacity)
  }
}
