// Calls that cannot work, each with a message that says what to write. The compiler looks at them only when a call does not compile otherwise.

extension Lifetime {
  @available(
    *, unavailable,
    message: "a transient belongs to its caller, who ends it: a disposer is for .singleton, .scoped, .cached and .unchecked(.singleton)"
  )
  public static func transient(dispose: (Value) async throws -> Void) -> Self { .transient }

  @available(
    *, unavailable,
    message:
      "an object of a graph belongs to its callers, who end it: a disposer is for .singleton, .scoped, .cached and .unchecked(.singleton)"
  )
  public static func graph(dispose: (Value) async throws -> Void) -> Self { .transient }

  @available(*, unavailable, message: "the container does not own what it holds weakly: a disposer is for .singleton, .scoped and .cached")
  public static func weak(dispose: (Value) async throws -> Void) -> Self { .transient }

  @available(*, unavailable, message: "the container does not own what it holds weakly: a disposer is for .singleton, .scoped and .cached")
  public static func weakObject(dispose: (Value) async throws -> Void) -> Self { .transient }

  @available(*, unavailable, message: "name the group, as in .cached(\"rates\"), or write .singleton, the default")
  public static var cached: Self { .transient }

  // MARK: Names that they have elsewhere, and common slips

  @available(*, unavailable, renamed: "singleton")
  public static var singelton: Self { .transient }

  @available(*, unavailable, renamed: "eagerSingleton")
  public static var eager: Self { .transient }

  @available(*, unavailable, message: "write .singleton, the default: one value for each container")
  public static var container: Self { .transient }

  @available(*, unavailable, message: "write .singleton, the default: one value for each container")
  public static var application: Self { .transient }

  @available(*, unavailable, message: "write .weak for what is shared while other code holds it, .singleton for what the container keeps")
  public static var shared: Self { .transient }

  @available(*, unavailable, message: "write .transient: built anew at every resolve")
  public static var unique: Self { .transient }
}

extension Lifetime where Value: Sendable, repeat each Argument: Hashable & Sendable {
  @available(*, unavailable, message: "what is made from run-time arguments cannot be built before it is asked for: write .singleton")
  @_disfavoredOverload
  public static var eagerSingleton: Self { .transient }

  @available(*, unavailable, message: "what is made from run-time arguments cannot be built before it is asked for: write .singleton")
  @_disfavoredOverload
  public static func eagerSingleton(dispose: ((Value) async throws -> Void)?) -> Self { .transient }
}

extension Lifetime.Unchecked {
  @available(*, unavailable, message: "the disposer and the capacity belong to unchecked: .unchecked(.singleton, dispose: { … })")
  public static func singleton(capacity: Int? = nil, dispose: ((Value) async throws -> Void)? = nil) -> Self { .singleton }

  @available(*, unavailable, message: "the disposer and the capacity belong to unchecked: .unchecked(.scoped, dispose: { … })")
  public static func scoped(to kind: ScopeKind? = nil, capacity: Int? = nil, dispose: ((Value) async throws -> Void)? = nil) -> Self {
    .scoped
  }

  @available(*, unavailable, message: "a transient is not shared: write scope: .transient, or .unchecked(.singleton) to share it")
  public static var transient: Self { .singleton }

  @available(*, unavailable, message: "a graph need not be checked: write scope: .graph, or .unchecked(.singleton) to share it")
  public static var graph: Self { .singleton }

  @available(*, unavailable, message: "write scope: .uncheckedWeakObject")
  public static var weak: Self { .singleton }

  @available(*, unavailable, message: "write scope: .uncheckedWeakObject")
  public static var weakObject: Self { .singleton }
}
