public import Holdfast

/// An object that each caller in a scope gets anew, of what the scope has: `ScopedNew<Request, Reply> { … }` in a composition. It need not be
/// `Sendable`.
///
/// ```swift
/// let reply = ScopedNew<Request, Reply>(\.request, \.store) { Reply(to: $0, from: $1) }
/// ```
///
/// An open scope of that kind, or of one inside it, makes it: `try scope(app.reply)`.
public struct ScopedNewObject<Root, Scope: ComposedScope, Value>: ScopedSource, ScopeMember {
  let handle: Handle

  /// Says how an object is made in a scope.
  ///
  /// ```swift
  /// let reply = ScopedNew<Request, Reply>(\.request, \.store) { Reply(to: $0, from: $1) }
  /// ```
  ///
  /// - `owner`: what has one of its own: each caller, or each object graph.
  /// - `needs`: the properties of the composition that the factory is given.
  /// - `make`: makes an object, with no lock held.
  public init<each S: ScopedSource>(
    in owner: NewOwner = .caller, _ needs: repeat any KeyPath<Inside<Root, Scope>, each S> & Sendable, fileID: StaticString = #fileID,
    line: UInt32 = #line,
    make: @escaping @Sendable (repeat (each S).Value) throws -> Value
  ) {
    let site = SourceSite(composedAt: fileID, line)
    var paths = NeedPaths()
    repeat paths.add(each needs)
    handle = Handle(of: Root.self, Value.self, site, scope: Scope.self) { [paths] place, name, gathering in
      let needed = gathering.pack(paths, NeedTypes<Inside<Root, Scope>, repeat each S>.self, inside: place)
      return .composed(
        name, site, owner.kind, needs: gathering.dependencies,
        sync: { r in
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

/// Objects that are made of a run-time argument and of what a scope has: `ScopedMaker<Request, Int, Page>(taking: Int.self) { … }`.
///
/// ```swift
/// let page = ScopedMaker<Request, Int, Page>(taking: Int.self, \.request) { number, request in Page(number, for: request.user) }
/// ```
///
/// An open scope makes them: `try scope(app.page, 3)`. Another object of the scope that needs it is given a `Factory`.
public struct ScopedMakerObject<Root, Scope: ComposedScope, Argument, Product>: ScopedSource, ScopeMember {
  let handle: Handle

  /// Says how an object is made in a scope.
  ///
  /// ```swift
  /// let page = ScopedMaker<Request, Int, Page>(taking: Int.self, \.request) { number, request in Page(number, for: request.user) }
  /// ```
  ///
  /// - `argument`: the type of what is given at each call.
  /// - `needs`: the properties of the composition that the factory is given after the argument.
  /// - `make`: makes an object, with no lock held.
  public init<each S: ScopedSource>(
    taking argument: Argument.Type, _ needs: repeat any KeyPath<Inside<Root, Scope>, each S> & Sendable,
    fileID: StaticString = #fileID, line: UInt32 = #line,
    make: @escaping @Sendable (Argument, repeat (each S).Value) throws -> Product
  ) {
    let site = SourceSite(composedAt: fileID, line)
    var paths = NeedPaths()
    repeat paths.add(each needs)
    handle = Handle(of: Root.self, AnyKey.type(Product.self, taking: argument), site, scope: Scope.self) { [paths] owner, name, gathering in
      let needed = gathering.pack(paths, NeedTypes<Inside<Root, Scope>, repeat each S>.self, inside: owner)
      let factory: @Sendable (FactoryResolver, Argument) throws -> Product = { r, argument in
        let values: (repeat (each S).Value) = try needed.values(r)
        return try make(argument, repeat each values)
      }
      return .composed(name, site, Lifetime<Product, Argument>.transient, needs: gathering.dependencies, taking: factory)
    }
  }

  @_documentation(visibility: internal)
  public func needed(_ gathering: Gathering) -> Needed<Factory<Product, Argument>> {
    gathering.need(handle, Product.self, .factory, of: Scope.kind) { need in .derived { need.factory($0, taking: Argument.self) } }
  }
}

extension OpenScope {
  /// A new object, which belongs to the caller.
  public func callAsFunction<Root, Value>(_ property: ScopedNewObject<Root, Kind, Value>) throws(ResolutionError) -> sending Value {
    guard let key = property.handle.key else { throw .notComposed(AnyKey(Value.self)) }
    return try scope.resolve(Value.self, named: key.name)
  }

  /// An object that is made of this argument.
  ///
  /// ```swift
  /// try await app.withScope(Request(user: user)) { scope in try scope(app.page, 3).show() }
  /// ```
  public func callAsFunction<Root, Argument, Product>(
    _ property: ScopedMakerObject<Root, Kind, Argument, Product>, _ argument: Argument
  ) throws(ResolutionError) -> Product {
    guard let key = property.handle.key else { throw .notComposed(AnyKey(Product.self)) }
    return try scope.resolve(Product.self, named: key.name, with: argument)
  }
}
