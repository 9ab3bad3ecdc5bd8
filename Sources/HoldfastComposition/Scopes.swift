public import Holdfast

/// A kind of scope of a composition. Its stored properties are what each scope is given when it is opened.
///
/// ```swift
/// struct Request: ComposedScope { let user: User; let path: String }
///
/// struct ServerObjects: Composition {
///   let request = Given<Request>()
///   let audit = Scoped<Request, Audit>(\.request) { Audit(user: $0.user) }
/// }
/// try await app.withScope(Request(user: user, path: "/")) { scope in try scope(app.audit).note("opened") }
/// ```
///
/// The initializer has a parameter for each property, so no scope is opened without what it needs.
public protocol ComposedScope: Sendable {
  /// The kind of the scopes around scopes of this kind. Objects of this kind may need objects of that one.
  associatedtype Outer: ComposedScope = NoOuterScope
}

/// No kind: scopes whose `Outer` it is lie inside no scope of another kind.
public struct NoOuterScope: ComposedScope {
  /// Itself: nothing is around it.
  public typealias Outer = NoOuterScope

  private init() {}
}

extension ComposedScope {
  /// What the container calls the kind.
  static var kind: ScopeKind {
    ScopeKind(String(reflecting: Self.self), inside: Outer.self == NoOuterScope.self ? nil : Outer.kind)
  }

  /// The registration of what a scope is given.
  static func register(in batch: Batch) {
    batch.register(seeded: Self.self, in: kind)
  }
}

/// What a scope was given when it was opened, as a need of its objects: `let request = Given<Request>()` in a composition.
public struct Given<Scope: ComposedScope>: ScopedSource {
  /// A property of that type, in as many modules as need it.
  public init() {}

  @_documentation(visibility: internal)
  public func needed(_ gathering: Gathering) -> Needed<Scope> { gathering.needGiven(Scope.self) }
}

/// An object that each scope of a kind has its own of and a synchronous factory makes: `Scoped<Request, Audit> { … }` in a composition.
///
/// Only an open scope of that kind, or of one inside it, has it: `try scope(app.audit)`.
public struct ScopedObject<Root, Scope: ComposedScope, Value: Sendable>: ScopedSource {
  let handle: Handle

  /// Says how the object of a scope is made.
  ///
  /// ```swift
  /// let request = Given<Request>()
  /// let audit = Scoped<Request, Audit>(\.request, \.store) { Audit(of: $0.user, in: $1) }
  /// ```
  ///
  /// - `dispose`: is called with the object, and with how the scope ended, when the scope ends.
  /// - `needs`: the properties of the composition that the factory is given.
  /// - `make`: makes the object, with no lock held.
  public init<each S: ScopedSource>(
    dispose: (@Sendable (_ value: Value, _ ending: Ending) async throws -> Void)? = nil,
    _ needs: repeat any KeyPath<Inside<Root, Scope>, each S> & Sendable, fileID: StaticString = #fileID, line: UInt32 = #line,
    make: @escaping @Sendable (repeat (each S).Value) throws -> Value
  ) {
    let site = SourceSite(composedAt: fileID, line)
    var paths = NeedPaths()
    repeat paths.add(each needs)
    handle = Handle(of: Root.self, Value.self, site, scope: Scope.self) { [paths] owner, name, gathering in
      let needed = gathering.pack(paths, NeedTypes<Inside<Root, Scope>, repeat each S>.self, inside: owner)
      let lifetime = Scope.lifetime(dispose)
      return .composed(
        name, site, lifetime.kind, dispose: lifetime.dispose, needs: gathering.dependencies,
        sync: { r in
          let values: (repeat (each S).Value) = try needed.values(r)
          return try make(repeat each values)
        })
    }
  }

  @available(
    *, unavailable,
    message:
      "this need is not there when the factory runs: write ScopedAsync or ScopedOnMain, or, if the composition shares it, need its 'warmedUp'"
  )
  @_disfavoredOverload
  public init<each S: Source>(
    dispose: (@Sendable (_ value: Value, _ ending: Ending) async throws -> Void)? = nil,
    _ needs: repeat any KeyPath<Inside<Root, Scope>, each S> & Sendable, fileID: StaticString = #fileID, line: UInt32 = #line,
    make: @escaping @Sendable (repeat (each S).Value) throws -> Value
  ) {
    preconditionFailure("it cannot be called")
  }

  @_documentation(visibility: internal)
  public func needed(_ gathering: Gathering) -> Needed<Value> {
    gathering.need(handle, Value.self, of: Scope.kind) { .keyed($0) }
  }
}

/// An object that each scope of a kind has its own of and an asynchronous factory makes: `ScopedAsync<Request, Transaction> { … }`.
public struct ScopedAsyncObject<Root, Scope: ComposedScope, Value: Sendable>: ScopedTaskSource {
  let handle: Handle

  /// Says how the object of a scope is made.
  ///
  /// ```swift
  /// let transaction = ScopedAsync<Request, Transaction>(dispose: { try await $0.end($1) }, \.pool) { try await $0.begin() }
  /// ```
  ///
  /// - `dispose`: is called with the object, and with how the scope ended, when the scope ends.
  /// - `needs`: the properties of the composition that the factory is given.
  /// - `make`: makes the object, in a task of its own.
  public init<each S: ScopedTaskSource>(
    dispose: (@Sendable (_ value: Value, _ ending: Ending) async throws -> Void)? = nil,
    _ needs: repeat any KeyPath<Inside<Root, Scope>, each S> & Sendable, fileID: StaticString = #fileID, line: UInt32 = #line,
    make: @escaping @Sendable (repeat (each S).Value) async throws -> Value
  ) where repeat (each S).Value: Sendable {
    let site = SourceSite(composedAt: fileID, line)
    var paths = NeedPaths()
    repeat paths.add(each needs)
    handle = Handle(of: Root.self, Value.self, site, scope: Scope.self) { [paths] owner, name, gathering in
      let needed = gathering.pack(paths, NeedTypes<Inside<Root, Scope>, repeat each S>.self, inside: owner)
      let lifetime = Scope.lifetime(dispose)
      return .composed(
        name, site, lifetime.kind, dispose: lifetime.dispose, needs: gathering.dependencies,
        async: needed.factory(make))
    }
  }

  @_documentation(visibility: internal)
  public func needed(_ gathering: Gathering) -> Needed<Value> {
    gathering.need(handle, Value.self, of: Scope.kind) { .keyed($0) }
  }
}

/// An object that each scope of a kind has its own of and the main actor makes: `ScopedOnMain<Request, Panel> { … }`.
public struct ScopedOnMainObject<Root, Scope: ComposedScope, Value: Sendable>: ScopedTaskSource, ScopedMainSource {
  let handle: Handle

  /// Says how the object of a scope is made.
  ///
  /// ```swift
  /// let panel = ScopedOnMain<Window, Panel>(\.theme) { Panel(theme: $0) }
  /// ```
  ///
  /// - `dispose`: is called with the object, and with how the scope ended, when the scope ends.
  /// - `needs`: the properties of the composition that the factory is given.
  /// - `make`: makes the object on the main actor.
  public init<each S: ScopedMainSource>(
    dispose: (@Sendable (_ value: Value, _ ending: Ending) async throws -> Void)? = nil,
    _ needs: repeat any KeyPath<Inside<Root, Scope>, each S> & Sendable, fileID: StaticString = #fileID, line: UInt32 = #line,
    make: @escaping @MainActor @Sendable (repeat (each S).Value) throws -> Value
  ) {
    let site = SourceSite(composedAt: fileID, line)
    var paths = NeedPaths()
    repeat paths.add(each needs)
    handle = Handle(of: Root.self, Value.self, site, scope: Scope.self) { [paths] owner, name, gathering in
      let needed = gathering.pack(paths, NeedTypes<Inside<Root, Scope>, repeat each S>.self, inside: owner)
      let lifetime = Scope.lifetime(dispose)
      return .composed(
        name, site, lifetime.kind, dispose: lifetime.dispose, needs: gathering.dependencies,
        mainActor: { r in
          let values: (repeat (each S).Value) = try needed.values(r)
          return try make(repeat each values)
        })
    }
  }

  @_documentation(visibility: internal)
  public func needed(_ gathering: Gathering) -> Needed<Value> {
    gathering.need(handle, Value.self, of: Scope.kind) { .keyed($0) }
  }
}

extension ComposedScope {
  fileprivate static func lifetime<Value: Sendable>(
    _ dispose: (@Sendable (_ value: Value, _ ending: Ending) async throws -> Void)?
  ) -> Lifetime<Value> {
    if let dispose { return .scoped(to: kind, dispose: dispose) }
    return .scoped(to: kind)
  }
}

/// An open scope of a kind. It gives the objects that are scoped to that kind.
public struct OpenScope<Kind: ComposedScope>: Sendable {
  /// The container's scope, which has what is registered with it.
  public let scope: Scope

  /// The scope's object.
  public func callAsFunction<Root, Value>(_ property: ScopedObject<Root, Kind, Value>) throws(ResolutionError) -> Value {
    try scope.resolve(property.handle)
  }

  /// The scope's object. While another caller makes it, this suspends.
  nonisolated(nonsending) public func callAsFunction<Root, Value>(
    _ property: ScopedAsyncObject<Root, Kind, Value>
  ) async throws(ResolutionError) -> Value {
    try await scope.resolve(property.handle)
  }

  /// The scope's object, on the main actor. From elsewhere a call suspends.
  @MainActor public func callAsFunction<Root, Value>(_ property: ScopedOnMainObject<Root, Kind, Value>) throws(ResolutionError) -> Value {
    try scope.resolve(property.handle)
  }

  /// The scope's object, from anywhere. While it is being made, this suspends.
  @_documentation(visibility: internal)  // told of with the other one
  nonisolated(nonsending) public func callAsFunction<Root, Value>(
    _ property: ScopedOnMainObject<Root, Kind, Value>
  ) async throws(ResolutionError) -> Value {
    try await scope.resolve(property.handle)
  }

  @available(
    *, unavailable,
    message:
      "a scope is asked for objects of its kind, with the arguments of a ScopedMaker: ask the composition for what it shares, 'try app.store()', and the scope for what it was given, 'try scope.given'"
  )
  @_disfavoredOverload
  public func callAsFunction<S: Source, each Argument>(_ property: S, _ arguments: repeat each Argument) throws -> S.Value {
    preconditionFailure("it cannot be called")
  }

  /// What the scope was given.
  public var given: Kind { get throws(ResolutionError) { try scope.resolve(Kind.self) } }

  /// Opens a scope of another kind inside this one.
  ///
  /// ```swift
  /// try await session.withScope(Request(user: user, path: "/")) { request in try request(app.audit) }
  /// ```
  ///
  /// - `given`: what the inner scope is given. Its type is the kind of the scope.
  /// - `operation`: the work of the inner scope, on the caller's actor.
  ///
  /// - Throws: what `operation` throws.
  public func withScope<Inner: ComposedScope, Result: ~Copyable>(
    _ given: Inner, isolation: isolated (any Actor)? = #isolation, fileID: StaticString = #fileID, line: UInt32 = #line,
    operation: (OpenScope<Inner>) async throws -> Result
  ) async throws -> Result where Inner.Outer == Kind {
    try await scope.withScope(Inner.kind, seeds: [.value(given)], fileID: fileID, line: line) { scope in
      _ = isolation  // captured, so that the closure does not leave the caller's actor
      return try await operation(OpenScope<Inner>(scope: scope))
    }
  }
}

extension Scope {
  fileprivate func resolve<Value>(_ handle: Handle) throws(ResolutionError) -> Value {
    guard let key = handle.key else { throw .notComposed(AnyKey(Value.self)) }
    return try resolve(Value.self, named: key.name)
  }

  nonisolated(nonsending) fileprivate func resolve<Value: Sendable>(_ handle: Handle) async throws(ResolutionError) -> Value {
    guard let key = handle.key else { throw .notComposed(AnyKey(Value.self)) }
    return try await resolve(Value.self, named: key.name)
  }
}
