extension Registrar {
  /// Registers a factory whose value all callers share. The first resolve runs it once, on the caller's thread.
  ///
  /// ```swift
  /// try container.register((any Store).self) { r in try DiskStore(clock: r.resolve()) }
  /// ```
  ///
  /// - `type`: the type to resolve it by.
  /// - `name`: the name to resolve it by, where a type has several.
  /// - `factory`: makes the value, with no lock held. What it throws is the cause of a `.factoryFailed`.
  @discardableResult
  public func register<T: Sendable>(
    _ type: T.Type = T.self, named name: Name? = nil, fileID: StaticString = #fileID, line: UInt32 = #line,
    factory: @escaping @Sendable (_ resolver: FactoryResolver) throws -> T
  ) throws(Failure) -> Self {
    try adding(.recipe(AnyKey(T.self, named: name), .singleton, SourceSite(fileID, line), dispose: nil, factory))
  }

  /// Registers a factory and how long its values live.
  ///
  /// ```swift
  /// try container.register(Basket.self, scope: .transient) { _ in Basket() }
  ///   .register(Pool.self, scope: .singleton(dispose: { $0.close() })) { _ in Pool() }
  /// ```
  ///
  /// - `type`: the type to resolve it by.
  /// - `name`: the name to resolve it by, where a type has several.
  /// - `scope`: how long its values live, and what disposes of them.
  /// - `factory`: makes a value, with no lock held. What it throws is the cause of a `.factoryFailed`.
  @discardableResult
  public func register<T>(
    _ type: T.Type = T.self, named name: Name? = nil, scope: Lifetime<T>, fileID: StaticString = #fileID, line: UInt32 = #line,
    factory: @escaping @Sendable (_ resolver: FactoryResolver) throws -> T
  ) throws(Failure) -> Self {
    let recipe: Registration = .recipe(AnyKey(T.self, named: name), scope.kind, SourceSite(fileID, line), dispose: scope.dispose, factory)
    return try adding(recipe.said(toBeEager: scope.isEager))
  }

  /// Registers how a value is made that all callers share; from run-time arguments, one for each distinct argument.
  ///
  /// ```swift
  /// try container.register(Checkout.self, .wired(Checkout.init))
  ///   .register(Feed.self, .factory(taking: URL.self) { r, url in try Feed(client: r.resolve(), url: url) })
  /// ```
  ///
  /// - `type`: the type to resolve it by.
  /// - `name`: the name to resolve it by, where a type has several.
  /// - `making`: how it is made.
  @discardableResult
  public func register<T: Sendable, each A: Hashable & Sendable>(
    _ type: T.Type = T.self, named name: Name? = nil, _ making: consuming Making<T, repeat each A>,
    fileID: StaticString = #fileID, line: UInt32 = #line
  ) throws(Failure) -> Self {
    try adding(making.registration(Particulars(name, SourceSite(fileID, line), .singleton, .of(repeat (each A).self))))
  }

  /// Registers how a value is made, and how long it lives.
  ///
  /// ```swift
  /// try container.register(Transaction.self, scope: .scoped(dispose: { await $0.close() }), .wired(Transaction.init))
  /// ```
  ///
  /// - `type`: the type to resolve it by.
  /// - `name`: the name to resolve it by, where a type has several.
  /// - `scope`: how long its values live, and what disposes of them.
  /// - `making`: how they are made.
  @discardableResult
  public func register<T, each A>(
    _ type: T.Type = T.self, named name: Name? = nil, scope: Lifetime<T, repeat each A>, _ making: consuming Making<T, repeat each A>,
    fileID: StaticString = #fileID, line: UInt32 = #line
  ) throws(Failure) -> Self {
    let registration = making.registration(
      Particulars(name, SourceSite(fileID, line), scope.kind, scope.comparing), dispose: scope.dispose)
    return try adding(registration.said(toBeEager: scope.isEager))
  }
}
