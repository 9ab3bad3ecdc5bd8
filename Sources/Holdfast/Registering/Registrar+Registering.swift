// These are inlined, as far as it concerns what a caller has to release: the name that it made, and `self` that it gets back. With many calls in one
// function, as in a composition root, the optimizer of Swift 6.3 compares each release with each call.

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
  @inlinable @inline(__always)
  public func register<T: Sendable>(
    _ type: T.Type = T.self, named name: consuming Name? = nil, fileID: StaticString = #fileID, line: UInt32 = #line,
    factory: @escaping @Sendable (_ resolver: FactoryResolver) throws -> T
  ) throws(Failure) -> Self {
    try addRegistration(type, name, fileID, line, factory)
    return self
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
  @inlinable @inline(__always)
  public func register<T>(
    _ type: T.Type = T.self, named name: consuming Name? = nil, scope: Lifetime<T>, fileID: StaticString = #fileID, line: UInt32 = #line,
    factory: @escaping @Sendable (_ resolver: FactoryResolver) throws -> T
  ) throws(Failure) -> Self {
    try addRegistration(type, name, scope, fileID, line, factory)
    return self
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
  @inlinable @inline(__always)
  public func register<T: Sendable, each A: Hashable & Sendable>(
    _ type: T.Type = T.self, named name: consuming Name? = nil, _ making: consuming Making<T, repeat each A>,
    fileID: StaticString = #fileID, line: UInt32 = #line
  ) throws(Failure) -> Self {
    try addRegistration(name, making, fileID, line)
    return self
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
  @inlinable @inline(__always)
  public func register<T, each A>(
    _ type: T.Type = T.self, named name: consuming Name? = nil, scope: Lifetime<T, repeat each A>,
    _ making: consuming Making<T, repeat each A>,
    fileID: StaticString = #fileID, line: UInt32 = #line
  ) throws(Failure) -> Self {
    try addRegistration(name, scope, making, fileID, line)
    return self
  }

  // MARK: What is not inlined

  @usableFromInline
  func addRegistration<T>(
    _ type: T.Type, _ name: consuming Name?, _ fileID: StaticString, _ line: UInt32,
    _ factory: consuming @escaping @Sendable (_ resolver: FactoryResolver) throws -> T
  ) throws(Failure) {
    try add(.recipe(AnyKey(T.self, named: name), .singleton, SourceSite(fileID, line), dispose: nil, factory))
  }

  @usableFromInline
  func addRegistration<T>(
    _ type: T.Type, _ name: consuming Name?, _ scope: Lifetime<T>, _ fileID: StaticString, _ line: UInt32,
    _ factory: consuming @escaping @Sendable (_ resolver: FactoryResolver) throws -> T
  ) throws(Failure) {
    let recipe: Registration = .recipe(AnyKey(T.self, named: name), scope.kind, SourceSite(fileID, line), dispose: scope.dispose, factory)
    try add(recipe.said(toBeEager: scope.isEager))
  }

  @usableFromInline
  func addRegistration<T, each A: Hashable & Sendable>(
    _ name: consuming Name?, _ making: consuming Making<T, repeat each A>, _ fileID: StaticString, _ line: UInt32
  ) throws(Failure) {
    try add(making.registration(Particulars(name, SourceSite(fileID, line), .singleton, .of(repeat (each A).self))))
  }

  @usableFromInline
  func addRegistration<T, each A>(
    _ name: consuming Name?, _ scope: Lifetime<T, repeat each A>, _ making: consuming Making<T, repeat each A>, _ fileID: StaticString,
    _ line: UInt32
  ) throws(Failure) {
    let registration = making.registration(
      Particulars(name, SourceSite(fileID, line), scope.kind, scope.comparing), dispose: scope.dispose)
    try add(registration.said(toBeEager: scope.isEager))
  }
}
