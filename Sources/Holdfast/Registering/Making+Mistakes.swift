// Calls that cannot work, each with a message that says what to write. The compiler looks at them only when a call does not compile otherwise.

extension Making {
  @available(*, unavailable, message: "the factory takes the resolver and each argument: .factory(taking: A.self) { resolver, a in … }")
  @_disfavoredOverload
  public static func factory(
    taking arguments: repeat (each Argument).Type, by make: (_ resolver: FactoryResolver) throws -> Value
  ) -> Self { .nothing }

  @available(
    *, unavailable, message: "the factory takes the resolver and each argument: .factory(taking: A.self, B.self) { resolver, a, b in … }"
  )
  @_disfavoredOverload
  public static func factory<A>(
    taking arguments: repeat (each Argument).Type, by make: (_ resolver: FactoryResolver, A) throws -> Value
  ) -> Self { .nothing }

  @available(
    *, unavailable, message: "the factory takes the resolver and each argument, no more: .factory(taking: A.self) { resolver, a in … }"
  )
  @_disfavoredOverload
  public static func factory<A, B, each C>(
    taking arguments: repeat (each Argument).Type, by make: (_ resolver: FactoryResolver, A, B, repeat each C) throws -> Value
  ) -> Self { .nothing }

  @available(*, unavailable, message: "say what the factory takes: .factory(taking: A.self) { resolver, a in … }")
  @_disfavoredOverload
  public static func factory<A, B, each C>(
    by make: (_ resolver: FactoryResolver, A, B, repeat each C) throws -> Value
  ) -> Making<Value> { .nothing }

  @available(*, unavailable, message: "say what the factory takes: .async(taking: A.self) { resolver, a in … }")
  @_disfavoredOverload
  public static func async<A, each B>(by make: (_ resolver: FactoryResolver, A, repeat each B) async throws -> Value) -> Making<Value> {
    .nothing
  }

  @available(*, unavailable, message: "say what the factory takes: .mainActor(taking: A.self) { resolver, a in … }")
  @_disfavoredOverload
  public static func mainActor<A, each B>(
    by make: @MainActor (_ resolver: FactoryResolver, A, repeat each B) throws -> Value
  ) -> Making<Value> { .nothing }

  // MARK: Names that they have elsewhere, and common slips

  @available(*, unavailable, renamed: "wired(_:)")
  public static func wiring<each D>(_ initializer: (repeat each D) throws -> Value) -> Making<Value> { .nothing }

  @available(*, unavailable, renamed: "asyncWired(_:)")
  public static func asyncWiring<each D>(_ initializer: (repeat each D) async throws -> Value) -> Making<Value> { .nothing }

  @available(*, unavailable, renamed: "mainActorWired(_:)")
  public static func mainActorWiring<each D>(_ initializer: @MainActor (repeat each D) throws -> Value) -> Making<Value> { .nothing }

  @available(*, unavailable, renamed: "wired(_:)")
  public static func wire<each D>(_ initializer: (repeat each D) throws -> Value) -> Making<Value> { .nothing }

  @available(*, unavailable, renamed: "async(by:)")
  public static func asynch(by make: (_ resolver: FactoryResolver) async throws -> Value) -> Making<Value> { .nothing }

  @available(*, unavailable, renamed: "async(by:)")
  public static func asynchronous(by make: (_ resolver: FactoryResolver) async throws -> Value) -> Making<Value> { .nothing }

  private static var nothing: Self { Self { _, _ in preconditionFailure("not available") } }
}
