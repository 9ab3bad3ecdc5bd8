public import Holdfast

/// An object that each caller in a scope gets anew and an asynchronous factory makes: `ScopedNewAsync<Request, Reply> { … }` in a composition.
///
/// ```swift
/// let reply = ScopedNewAsync<Request, Reply>(\.request, \.pool) { try await Reply.load(for: $0, from: $1) }
/// ```
///
/// An open scope makes it: `try await scope(app.reply)`. It need not be `Sendable`.
public struct ScopedNewAsyncObject<Root, Scope: ComposedScope, Value>: ScopedTaskSource, ScopeMember {
  let handle: Handle

  /// Says how an object is made in a scope.
  ///
  /// ```swift
  /// let reply = ScopedNewAsync<Request, Reply>(\.request, \.pool) { try await Reply.load(for: $0, from: $1) }
  /// ```
  ///
  /// - `owner`: what has one of its own: each caller, or each object graph.
  /// - `needs`: the properties of the composition that the factory is given.
  /// - `make`: makes an object, in the task of the caller.
  public init<each S: ScopedTaskSource>(
    in owner: NewOwner = .caller, _ needs: repeat any KeyPath<Inside<Root, Scope>, each S> & Sendable, fileID: StaticString = #fileID,
    line: UInt32 = #line,
    make: @escaping @Sendable (repeat (each S).Value) async throws -> Value
  ) where repeat (each S).Value: Sendable {
    let site = SourceSite(composedAt: fileID, line)
    var paths = NeedPaths()
    repeat paths.add(each needs)
    handle = Handle(of: Root.self, Value.self, site, scope: Scope.self) { [paths] place, name, gathering in
      let needed = gathering.pack(paths, NeedTypes<Inside<Root, Scope>, repeat each S>.self, inside: place)
      return .composed(name, site, owner.kind, needs: gathering.dependencies, async: needed.factory(make))
    }
  }

  @_documentation(visibility: internal)
  public func needed(_ gathering: Gathering) -> Needed<Value> {
    gathering.need(handle, Value.self, of: Scope.kind) { .keyed($0) }
  }
}

/// An object that each caller in a scope gets anew and the main actor makes: `ScopedNewOnMain<Window, Panel> { … }` in a composition.
///
/// ```swift
/// let panel = ScopedNewOnMain<Window, Panel>(\.window, \.theme) { Panel(in: $0, theme: $1) }
/// ```
///
/// An open scope makes it: `try scope(app.panel)` on the main actor, with `await` elsewhere.
public struct ScopedNewOnMainObject<Root, Scope: ComposedScope, Value: Sendable>: ScopedTaskSource, ScopedMainSource, ScopeMember {
  let handle: Handle

  /// Says how an object is made in a scope.
  ///
  /// ```swift
  /// let panel = ScopedNewOnMain<Window, Panel>(\.window, \.theme) { Panel(in: $0, theme: $1) }
  /// ```
  ///
  /// - `owner`: what has one of its own: each caller, or each object graph.
  /// - `needs`: the properties of the composition that the factory is given.
  /// - `make`: makes an object on the main actor.
  public init<each S: ScopedMainSource>(
    in owner: NewOwner = .caller, _ needs: repeat any KeyPath<Inside<Root, Scope>, each S> & Sendable, fileID: StaticString = #fileID,
    line: UInt32 = #line,
    make: @escaping @MainActor @Sendable (repeat (each S).Value) throws -> Value
  ) {
    let site = SourceSite(composedAt: fileID, line)
    var paths = NeedPaths()
    repeat paths.add(each needs)
    handle = Handle(of: Root.self, Value.self, site, scope: Scope.self) { [paths] place, name, gathering in
      let needed = gathering.pack(paths, NeedTypes<Inside<Root, Scope>, repeat each S>.self, inside: place)
      return .composed(
        name, site, owner.kind, needs: gathering.dependencies,
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

/// Objects that an asynchronous factory makes of a run-time argument and of what a scope has.
///
/// ```swift
/// let page = ScopedMakerAsync<Request, Int, Page>(taking: Int.self, \.request) { number, request in try await Page.load(number, request) }
/// ```
///
/// An open scope makes them: `try await scope(app.page, 3)`. Another object of the scope that needs it is given a `Factory`.
public struct ScopedMakerAsyncObject<Root, Scope: ComposedScope, Argument, Product>: ScopedSource, ScopeMember {
  let handle: Handle

  /// Says how an object is made in a scope.
  ///
  /// ```swift
  /// let page = ScopedMakerAsync<Request, Int, Page>(taking: Int.self, \.request) { number, request in try await Page.load(number, request) }
  /// ```
  ///
  /// - `argument`: the type of what is given at each call.
  /// - `needs`: the properties of the composition that the factory is given after the argument.
  /// - `make`: makes an object, in the task of the caller.
  public init<each S: ScopedTaskSource>(
    taking argument: Argument.Type, _ needs: repeat any KeyPath<Inside<Root, Scope>, each S> & Sendable,
    fileID: StaticString = #fileID, line: UInt32 = #line,
    make: @escaping @Sendable (Argument, repeat (each S).Value) async throws -> Product
  ) where repeat (each S).Value: Sendable {
    let site = SourceSite(composedAt: fileID, line)
    var paths = NeedPaths()
    repeat paths.add(each needs)
    handle = Handle(of: Root.self, AnyKey.type(Product.self, taking: argument), site, scope: Scope.self) { [paths] owner, name, gathering in
      let factory = gathering.pack(paths, NeedTypes<Inside<Root, Scope>, repeat each S>.self, inside: owner).factory(taking: make)
      return .composed(name, site, Lifetime<Product, Argument>.transient, needs: gathering.dependencies, takingAsync: factory)
    }
  }

  @_documentation(visibility: internal)
  public func needed(_ gathering: Gathering) -> Needed<Factory<Product, Argument>> {
    gathering.need(handle, Product.self, .factory, of: Scope.kind) { need in .derived { need.factory($0, taking: Argument.self) } }
  }
}

/// Objects that the main actor makes of a run-time argument and of what a scope has.
///
/// ```swift
/// let sheet = ScopedMakerOnMain<Window, Int, Sheet>(taking: Int.self, \.window) { id, window in Sheet(id, in: window) }
/// ```
///
/// An open scope makes them: `try scope(app.sheet, 3)` on the main actor, with `await` elsewhere. Another object of the scope that needs it is given a
/// `Factory`.
public struct ScopedMakerOnMainObject<Root, Scope: ComposedScope, Argument: Sendable, Product: Sendable>: ScopedSource, ScopeMember {
  let handle: Handle

  /// Says how an object is made in a scope.
  ///
  /// ```swift
  /// let sheet = ScopedMakerOnMain<Window, Int, Sheet>(taking: Int.self, \.window) { id, window in Sheet(id, in: window) }
  /// ```
  ///
  /// - `argument`: the type of what is given at each call.
  /// - `needs`: the properties of the composition that the factory is given after the argument.
  /// - `make`: makes an object on the main actor.
  public init<each S: ScopedMainSource>(
    taking argument: Argument.Type, _ needs: repeat any KeyPath<Inside<Root, Scope>, each S> & Sendable,
    fileID: StaticString = #fileID, line: UInt32 = #line,
    make: @escaping @MainActor @Sendable (Argument, repeat (each S).Value) throws -> Product
  ) {
    let site = SourceSite(composedAt: fileID, line)
    var paths = NeedPaths()
    repeat paths.add(each needs)
    handle = Handle(of: Root.self, AnyKey.type(Product.self, taking: argument), site, scope: Scope.self) { [paths] owner, name, gathering in
      let needed = gathering.pack(paths, NeedTypes<Inside<Root, Scope>, repeat each S>.self, inside: owner)
      let factory: @MainActor @Sendable (FactoryResolver, Argument) throws -> Product = { r, argument in
        let values: (repeat (each S).Value) = try needed.values(r)
        return try make(argument, repeat each values)
      }
      return .composed(name, site, Lifetime<Product, Argument>.transient, needs: gathering.dependencies, takingOnMain: factory)
    }
  }

  @_documentation(visibility: internal)
  public func needed(_ gathering: Gathering) -> Needed<Factory<Product, Argument>> {
    gathering.need(handle, Product.self, .factory, of: Scope.kind) { need in .derived { need.factory($0, taking: Argument.self) } }
  }
}

extension OpenScope {
  /// A new object, which belongs to the caller, made in its task.
  nonisolated(nonsending) public func callAsFunction<Root, Value>(
    _ property: ScopedNewAsyncObject<Root, Kind, Value>
  ) async throws(ResolutionError) -> sending Value {
    guard let key = property.handle.key else { throw .notComposed(AnyKey(Value.self)) }
    return try await scope.resolve(Value.self, named: key.name)
  }

  /// A new object, on the main actor. From elsewhere a call suspends.
  @MainActor public func callAsFunction<Root, Value>(
    _ property: ScopedNewOnMainObject<Root, Kind, Value>
  ) throws(ResolutionError) -> Value {
    guard let key = property.handle.key else { throw .notComposed(AnyKey(Value.self)) }
    return try scope.resolve(Value.self, named: key.name)
  }

  /// A new object of the main actor, from anywhere.
  @_documentation(visibility: internal)  // told of with the other one
  nonisolated(nonsending) public func callAsFunction<Root, Value>(
    _ property: ScopedNewOnMainObject<Root, Kind, Value>
  ) async throws(ResolutionError) -> Value {
    guard let key = property.handle.key else { throw .notComposed(AnyKey(Value.self)) }
    return try await scope.resolve(Value.self, named: key.name)
  }

  /// An object that an asynchronous factory makes of this argument.
  ///
  /// ```swift
  /// try await app.withScope(Request(user: user)) { scope in try await scope(app.page, 3).show() }
  /// ```
  nonisolated(nonsending) public func callAsFunction<Root, Argument, Product>(
    _ property: ScopedMakerAsyncObject<Root, Kind, Argument, Product>, _ argument: Argument
  ) async throws(ResolutionError) -> Product {
    guard let key = property.handle.key else { throw .notComposed(AnyKey(Product.self)) }
    return try await scope.resolve(Product.self, named: key.name, with: argument)
  }

  /// An object that the main actor makes of this argument. From elsewhere a call suspends.
  @MainActor public func callAsFunction<Root, Argument, Product>(
    _ property: ScopedMakerOnMainObject<Root, Kind, Argument, Product>, _ argument: Argument
  ) throws(ResolutionError) -> Product {
    guard let key = property.handle.key else { throw .notComposed(AnyKey(Product.self)) }
    return try scope.resolve(Product.self, named: key.name, with: argument)
  }

  /// An object that the main actor makes of this argument, from anywhere.
  @_documentation(visibility: internal)  // told of with the other one
  nonisolated(nonsending) public func callAsFunction<Root, Argument, Product>(
    _ property: ScopedMakerOnMainObject<Root, Kind, Argument, Product>, _ argument: Argument
  ) async throws(ResolutionError) -> Product {
    guard let key = property.handle.key else { throw .notComposed(AnyKey(Product.self)) }
    return try await scope.resolve(Product.self, named: key.name, with: argument)
  }
}
