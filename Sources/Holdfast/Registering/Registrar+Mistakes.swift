// Calls that cannot work, each with a message that says what to write. The compiler looks at them only when a call does not compile otherwise.

// MARK: Factories

extension Registrar {
  @available(*, unavailable, message: "say that the factory is asynchronous: register(Pool.self, .async { resolver in … })")
  @_disfavoredOverload
  @discardableResult
  public func register<T>(
    _ type: T.Type = T.self, named name: Name? = nil, scope: Lifetime<T> = .transient,
    factory: (_ resolver: Resolution) async throws -> T
  ) throws(Failure) -> Self { self }

  @available(*, unavailable, message: "say what the factory takes: register(…, .factory(taking: A.self) { resolver, a in … })")
  @_disfavoredOverload
  @discardableResult
  public func register<T, A, each B>(
    _ type: T.Type = T.self, named name: Name? = nil, scope: Lifetime<T> = .transient,
    factory: (_ resolver: Resolution, A, repeat each B) throws -> T
  ) throws(Failure) -> Self { self }

  @available(*, unavailable, message: "say that the value exists: register(Store.self, instance: store)")
  @_disfavoredOverload
  @discardableResult
  public func register<T>(_ type: T.Type, named name: Name? = nil, _ value: T) throws(Failure) -> Self { self }
}

extension Making {
  @available(*, unavailable, message: "the factory takes the resolver and each argument: .factory(taking: A.self) { resolver, a in … }")
  @_disfavoredOverload
  public static func factory(
    taking arguments: repeat (each Argument).Type, by make: (_ resolver: Resolution) throws -> Value
  ) -> Self { .nothing }

  @available(
    *, unavailable, message: "the factory takes the resolver and each argument: .factory(taking: A.self, B.self) { resolver, a, b in … }"
  )
  @_disfavoredOverload
  public static func factory<A>(
    taking arguments: repeat (each Argument).Type, by make: (_ resolver: Resolution, A) throws -> Value
  ) -> Self { .nothing }

  @available(*, unavailable, message: "say what the factory takes: .factory(taking: A.self) { resolver, a in … }")
  @_disfavoredOverload
  public static func factory<A, B, each C>(
    by make: (_ resolver: Resolution, A, B, repeat each C) throws -> Value
  ) -> Making<Value> { .nothing }

  @available(*, unavailable, message: "say what the factory takes: .async(taking: A.self) { resolver, a in … }")
  @_disfavoredOverload
  public static func async<A, each B>(by make: (_ resolver: Resolution, A, repeat each B) async throws -> Value) -> Making<Value> {
    .nothing
  }

  @available(*, unavailable, message: "say what the factory takes: .mainActor(taking: A.self) { resolver, a in … }")
  @_disfavoredOverload
  public static func mainActor<A, each B>(
    by make: @MainActor (_ resolver: Resolution, A, repeat each B) throws -> Value
  ) -> Making<Value> { .nothing }

  private static var nothing: Self { Self { _ in preconditionFailure("not available") } }
}

// MARK: Disposers

extension Registrar {
  @available(*, unavailable, message: "the disposer belongs to the lifetime: scope: .singleton(dispose: { … })")
  @_disfavoredOverload
  @discardableResult
  public func register<T>(
    _ type: T.Type = T.self, named name: Name? = nil, scope: Lifetime<T> = .transient, dispose: (T) async throws -> Void,
    factory: (_ resolver: Resolution) throws -> T
  ) throws(Failure) -> Self { self }

  @available(*, unavailable, message: "the disposer belongs to the lifetime: scope: .singleton(dispose: { … })")
  @_disfavoredOverload
  @discardableResult
  public func register<T>(
    _ type: T.Type = T.self, named name: Name? = nil, scope: Lifetime<T> = .transient, factory: (_ resolver: Resolution) throws -> T,
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

extension Lifetime {
  @available(*, unavailable, message: "a transient belongs to its caller, who ends it: a disposer is for .singleton, .scoped and .cached")
  public static func transient(dispose: (Value) async throws -> Void) -> Self { .transient }

  @available(
    *, unavailable, message: "an object of a graph belongs to its callers, who end it: a disposer is for .singleton, .scoped and .cached"
  )
  public static func graph(dispose: (Value) async throws -> Void) -> Self { .transient }

  @available(*, unavailable, message: "the container does not own what it holds weakly: a disposer is for .singleton, .scoped and .cached")
  public static func weak(dispose: (Value) async throws -> Void) -> Self { .transient }
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
}

// MARK: Names that lifetimes and ways have elsewhere, and common slips

extension Lifetime {
  @available(*, unavailable, renamed: "singleton")
  public static var singelton: Self { .transient }

  @available(*, unavailable, message: "write .singleton, the default: one value for each container")
  public static var container: Self { .transient }

  @available(*, unavailable, message: "write .singleton, the default: one value for each container")
  public static var application: Self { .transient }

  @available(*, unavailable, message: "write .weak for what is shared while other code holds it, .singleton for what the container keeps")
  public static var shared: Self { .transient }

  @available(*, unavailable, message: "write .transient: built anew at every resolve")
  public static var unique: Self { .transient }
}

extension Making {
  @available(*, unavailable, renamed: "wired(_:)")
  public static func wiring<each D>(_ initializer: (repeat each D) throws -> Value) -> Making<Value> { .nothing }

  @available(*, unavailable, renamed: "asyncWired(_:)")
  public static func asyncWiring<each D>(_ initializer: (repeat each D) async throws -> Value) -> Making<Value> { .nothing }

  @available(*, unavailable, renamed: "mainActorWired(_:)")
  public static func mainActorWiring<each D>(_ initializer: @MainActor (repeat each D) throws -> Value) -> Making<Value> { .nothing }

  @available(*, unavailable, renamed: "async(by:)")
  public static func asynchronous(by make: (_ resolver: Resolution) async throws -> Value) -> Making<Value> { .nothing }
}
