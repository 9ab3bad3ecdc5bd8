// Calls that cannot work, each with a message that says what to write. The compiler looks at them only when a call does not compile otherwise.

// MARK: Factories with arguments

extension Registrar {
  @available(*, unavailable, message: "say what the factory takes: register(…, taking: A.self) { resolver, a in … }")
  @_disfavoredOverload
  @discardableResult
  public func register<T, A, each B>(
    _ type: T.Type = T.self, named name: Name? = nil, scope: SharedScope = .singleton,
    factory: (_ resolver: Resolution, A, repeat each B) throws -> T
  ) throws(Failure) -> Self { self }

  @available(*, unavailable, message: "say what the factory takes: register(…, taking: A.self) { resolver, a in … }")
  @_disfavoredOverload
  @discardableResult
  public func register<T, A, each B>(
    _ type: T.Type = T.self, named name: Name? = nil, scope: some UnsharedScope,
    factory: (_ resolver: Resolution, A, repeat each B) throws -> T
  ) throws(Failure) -> Self { self }

  @available(*, unavailable, message: "say what the factory takes: register(…, taking: A.self, mainActor: { resolver, a in … })")
  @_disfavoredOverload
  @discardableResult
  public func register<T, A, each B>(
    _ type: T.Type = T.self, named name: Name? = nil, scope: SharedScope = .singleton,
    mainActor factory: @MainActor (_ resolver: Resolution, A, repeat each B) throws -> T
  ) throws(Failure) -> Self { self }

  @available(*, unavailable, message: "say what the factory takes: register(…, taking: A.self, mainActor: { resolver, a in … })")
  @_disfavoredOverload
  @discardableResult
  public func register<T, A, each B>(
    _ type: T.Type = T.self, named name: Name? = nil, scope: some UnsharedScope,
    mainActor factory: @MainActor (_ resolver: Resolution, A, repeat each B) throws -> T
  ) throws(Failure) -> Self { self }

  @available(*, unavailable, message: "the factory takes the resolver and each argument: taking: A.self) { resolver, a in … }")
  @_disfavoredOverload
  @discardableResult
  public func register<T, A, each B>(
    _ type: T.Type = T.self, named name: Name? = nil, scope: SharedScope = .singleton, taking first: A.Type, _ others: repeat (each B).Type,
    factory: (_ resolver: Resolution) throws -> T
  ) throws(Failure) -> Self { self }

  @available(*, unavailable, message: "the factory takes the resolver and each argument: taking: A.self) { resolver, a in … }")
  @_disfavoredOverload
  @discardableResult
  public func register<T, A, each B>(
    _ type: T.Type = T.self, named name: Name? = nil, scope: some UnsharedScope, taking first: A.Type, _ others: repeat (each B).Type,
    factory: (_ resolver: Resolution) throws -> T
  ) throws(Failure) -> Self { self }

  @available(*, unavailable, message: "the factory takes the resolver and each argument: taking: A.self, B.self) { resolver, a, b in … }")
  @_disfavoredOverload
  @discardableResult
  public func register<T, A, B, each C>(
    _ type: T.Type = T.self, named name: Name? = nil, scope: SharedScope = .singleton,
    taking first: A.Type, _ second: B.Type, _ others: repeat (each C).Type, factory: (_ resolver: Resolution, A) throws -> T
  ) throws(Failure) -> Self { self }

  @available(*, unavailable, message: "the factory takes the resolver and each argument: taking: A.self, B.self) { resolver, a, b in … }")
  @_disfavoredOverload
  @discardableResult
  public func register<T, A, B, each C>(
    _ type: T.Type = T.self, named name: Name? = nil, scope: some UnsharedScope,
    taking first: A.Type, _ second: B.Type, _ others: repeat (each C).Type, factory: (_ resolver: Resolution, A) throws -> T
  ) throws(Failure) -> Self { self }
}

// MARK: Other orders, other names

extension Registrar {
  @available(*, unavailable, message: "the disposer comes first: register(Pool.self, dispose: { … }) { resolver in … }")
  @discardableResult
  public func register<T>(
    _ type: T.Type = T.self, named name: Name? = nil, scope: SharedScope = .singleton,
    factory: (_ resolver: Resolution) throws -> T, dispose: (T) async throws -> Void
  ) throws(Failure) -> Self { self }

  @available(*, unavailable, message: "the disposer comes first: register(Pool.self, dispose: { … }, async: { resolver in … })")
  @discardableResult
  public func register<T>(
    _ type: T.Type = T.self, named name: Name? = nil, scope: SharedScope = .singleton,
    async factory: (_ resolver: Resolution) async throws -> T, dispose: (T) async throws -> Void
  ) throws(Failure) -> Self { self }

  @available(*, unavailable, message: "no resolver has what this calls: begin with { (resolver: Resolution) in … } to be told what")
  @_disfavoredOverload
  @discardableResult
  public func register<T>(
    _ type: T.Type = T.self, named name: Name? = nil, scope: SharedScope = .singleton, misspelt factory: (MisspeltResolver) throws -> T
  ) throws(Failure) -> Self { self }

  @available(*, unavailable, message: "no resolver has what this calls: begin with { (resolver: Resolution) in … } to be told what")
  @_disfavoredOverload
  @discardableResult
  public func register<T>(
    _ type: T.Type = T.self, named name: Name? = nil, scope: some UnsharedScope, misspelt factory: (MisspeltResolver) throws -> T
  ) throws(Failure) -> Self { self }
}

extension Resolver {
  @available(*, unavailable, message: "say which type: resolve(Store.self), or let store: Store = try resolve()")
  @_disfavoredOverload
  public func resolve(named name: Name? = nil) throws(ResolutionError) {}

  @available(*, unavailable, message: "say which type: resolve(Store.self), or let store: Store = try await resolve()")
  @_disfavoredOverload
  public func resolve(named name: Name? = nil) async throws(ResolutionError) {}
}

/// Answers to every name, so that a factory that calls what no resolver has is found out. There are no values of it.
@available(*, unavailable)
@dynamicMemberLookup
@dynamicCallable
public struct MisspeltResolver {
  private init() {}

  /// Whatever is called.
  public subscript(dynamicMember name: String) -> MisspeltResolver { self }

  /// With whatever arguments.
  public func dynamicallyCall<T>(withKeywordArguments arguments: KeyValuePairs<String, Any>) throws -> T { preconditionFailure("no value") }

  /// What a resolver has.
  public func resolve<T>(_ type: T.Type = T.self, named name: Name? = nil) throws -> T { preconditionFailure("no value") }
}
