// Calls that cannot work, each with a message that says what to write. The compiler looks at them only when a call does not compile otherwise.

// MARK: Factories

extension Registrar {
  @available(*, unavailable, message: "say that the factory is asynchronous: register(Pool.self, .async { resolver in … })")
  @_disfavoredOverload
  @discardableResult
  public func register<T>(
    _ type: T.Type = T.self, named name: Name? = nil, scope: Lifetime<T> = .transient,
    factory: (_ resolver: FactoryResolver) async throws -> T
  ) throws(Failure) -> Self { self }

  @available(*, unavailable, message: "say what the factory takes: register(…, .factory(taking: A.self) { resolver, a in … })")
  @_disfavoredOverload
  @discardableResult
  public func register<T, A, each B>(
    _ type: T.Type = T.self, named name: Name? = nil, scope: Lifetime<T> = .transient,
    factory: (_ resolver: FactoryResolver, A, repeat each B) throws -> T
  ) throws(Failure) -> Self { self }

  @available(
    *, unavailable, message: "arguments belong to the factory: register(Page.self, .factory(taking: User.self) { resolver, user in … })"
  )
  @_disfavoredOverload
  @discardableResult
  public func register<T, each A>(
    _ type: T.Type = T.self, named name: Name? = nil, scope: Lifetime<T, repeat each A> = .transient,
    taking arguments: repeat (each A).Type,
    factory: (_ resolver: FactoryResolver, repeat each A) async throws -> T
  ) throws(Failure) -> Self { self }

  // Not of any type, as then a factory of a concrete type would get this message rather than one that names both types.
  @available(*, unavailable, message: "the factory has to return the registered type, or one that conforms to it")
  @_disfavoredOverload
  @discardableResult
  public func register<T, Literal: LosslessStringConvertible>(
    _ type: T.Type, named name: Name? = nil, scope: Lifetime<T> = .transient, factory: (_ resolver: FactoryResolver) throws -> Literal
  ) throws(Failure) -> Self { self }

  @available(*, unavailable, message: "arguments of a shared value must be Hashable and Sendable: make them so, or write scope: .transient")
  @_disfavoredOverload
  @discardableResult
  public func register<T: Sendable, each A>(
    _ type: T.Type = T.self, named name: Name? = nil, _ making: Making<T, repeat each A>
  ) throws(Failure) -> Self { self }

  @available(*, unavailable, message: "say that the factory is asynchronous: contribute(Plugin.self, .async { resolver in … })")
  @_disfavoredOverload
  @discardableResult
  public func contribute<T>(
    _ type: T.Type = T.self, named name: Name? = nil, id: Name? = nil, scope: Lifetime<T> = .transient,
    factory: (_ resolver: FactoryResolver) async throws -> T
  ) throws(Failure) -> Self { self }

  @available(*, unavailable, message: "say that the value exists: register(Store.self, instance: store)")
  @_disfavoredOverload
  @discardableResult
  public func register<T>(_ type: T.Type, named name: Name? = nil, _ value: T) throws(Failure) -> Self { self }
}

// MARK: Lifetimes, disposers and capacities

extension Registrar {
  @available(*, unavailable, message: "the label is scope: register(Store.self, scope: .scoped) { resolver in … }")
  @_disfavoredOverload
  @discardableResult
  public func register<T>(
    _ type: T.Type = T.self, named name: Name? = nil, lifetime: Lifetime<T>, factory: (_ resolver: FactoryResolver) async throws -> T
  ) throws(Failure) -> Self { self }

  @available(*, unavailable, message: "the label is scope: register(Store.self, scope: .scoped, .wired(DiskStore.init))")
  @_disfavoredOverload
  @discardableResult
  public func register<T, each A>(
    _ type: T.Type = T.self, named name: Name? = nil, lifetime: Lifetime<T, repeat each A>, _ making: Making<T, repeat each A>
  ) throws(Failure) -> Self { self }

  @available(*, unavailable, message: "the capacity belongs to the lifetime: scope: .singleton(capacity: 100)")
  @_disfavoredOverload
  @discardableResult
  public func register<T>(
    _ type: T.Type = T.self, named name: Name? = nil, scope: Lifetime<T> = .transient, capacity: Int,
    factory: (_ resolver: FactoryResolver) async throws -> T
  ) throws(Failure) -> Self { self }

  @available(*, unavailable, message: "the capacity belongs to the lifetime: scope: .singleton(capacity: 100)")
  @_disfavoredOverload
  @discardableResult
  public func register<T, each A>(
    _ type: T.Type = T.self, named name: Name? = nil, scope: Lifetime<T> = .transient, capacity: Int, _ making: Making<T, repeat each A>
  ) throws(Failure) -> Self { self }

  @available(
    *, unavailable, message: "the disposer belongs to the lifetime: contribute(Plugin.self, scope: .singleton(dispose: { … })) { … }"
  )
  @_disfavoredOverload
  @discardableResult
  public func contribute<T>(
    _ type: T.Type = T.self, named name: Name? = nil, id: Name? = nil, scope: Lifetime<T> = .transient, dispose: (T) async throws -> Void,
    factory: (_ resolver: FactoryResolver) async throws -> T
  ) throws(Failure) -> Self { self }

  @available(*, unavailable, message: "the disposer belongs to the lifetime: scope: .singleton(dispose: { … })")
  @_disfavoredOverload
  @discardableResult
  public func register<T>(
    _ type: T.Type = T.self, named name: Name? = nil, scope: Lifetime<T> = .transient, dispose: (T) async throws -> Void,
    factory: (_ resolver: FactoryResolver) throws -> T
  ) throws(Failure) -> Self { self }

  @available(*, unavailable, message: "the disposer belongs to the lifetime: scope: .singleton(dispose: { … })")
  @_disfavoredOverload
  @discardableResult
  public func register<T>(
    _ type: T.Type = T.self, named name: Name? = nil, scope: Lifetime<T> = .transient, factory: (_ resolver: FactoryResolver) throws -> T,
    dispose: (T) async throws -> Void
  ) throws(Failure) -> Self { self }

  @available(*, unavailable, message: "the disposer belongs to the lifetime: scope: .singleton(dispose: { … })")
  @_disfavoredOverload
  @discardableResult
  public func register<T, each A>(
    _ type: T.Type = T.self, named name: Name? = nil, scope: Lifetime<T> = .transient, dispose: (T) async throws -> Void,
    _ making: Making<T, repeat each A>
  ) throws(Failure) -> Self { self }

  @available(*, unavailable, message: "the disposer belongs to the lifetime: scope: .singleton(dispose: { … })")
  @_disfavoredOverload
  @discardableResult
  public func register<T, each A>(
    _ type: T.Type = T.self, named name: Name? = nil, scope: Lifetime<T> = .transient, _ making: Making<T, repeat each A>,
    dispose: (T) async throws -> Void
  ) throws(Failure) -> Self { self }
}

// MARK: Requests

extension Resolver {
  @available(*, unavailable, message: "say which type: resolve(Store.self), or let store: Store = try resolve()")
  @_disfavoredOverload
  public func resolve(named name: Name? = nil) throws(ResolutionError) {}

  @available(*, unavailable, message: "say which type: resolve(Store.self), or let store: Store = try await resolve()")
  @_disfavoredOverload
  public func resolve(named name: Name? = nil) async throws(ResolutionError) {}

  @available(*, unavailable, message: "say that they are arguments: resolve(Page.self, with: user)")
  @_disfavoredOverload
  public func resolve<T, First, each A>(
    _ type: T.Type, named name: Name? = nil, _ first: First, _ others: repeat each A
  ) throws(ResolutionError) -> T { preconditionFailure("not available") }

  @available(*, unavailable, message: "the label is with: resolve(Page.self, with: user)")
  @_disfavoredOverload
  public func resolve<T, Argument>(
    _ type: T.Type = T.self, named name: Name? = nil, argument: Argument
  ) throws(ResolutionError) -> T { preconditionFailure("not available") }

  @available(*, unavailable, message: "the label is with: resolve(Page.self, with: user, number)")
  @_disfavoredOverload
  public func resolve<T, First, each A>(
    _ type: T.Type = T.self, named name: Name? = nil, arguments first: First, _ others: repeat each A
  ) throws(ResolutionError) -> T { preconditionFailure("not available") }
}
