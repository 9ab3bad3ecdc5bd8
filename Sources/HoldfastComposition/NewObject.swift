public import Holdfast

/// An object that each caller gets anew: `New { … }` in a composition. It need not be `Sendable`.
///
/// ```swift
/// let draft = New(\.store) { Draft(store: $0) }
/// let basket = New(in: .graph) { Basket() }
/// ```
public struct NewObject<Root, Value>: SharedSource {
  @usableFromInline let handle: Handle

  /// Says how an object is made.
  ///
  /// ```swift
  /// let draft = New(\.store) { Draft(store: $0) }
  /// ```
  ///
  /// - `owner`: what has one of its own: each caller, or each object graph.
  /// - `needs`: the properties of the composition that the factory is given.
  /// - `make`: makes an object, with no lock held.
  @_disfavoredOverload  // the forms for few needs are compiled where the types are known
  public init<each S: SharedSource>(
    in owner: NewOwner = .caller, _ needs: repeat any KeyPath<Root, each S> & Sendable, fileID: StaticString = #fileID,
    line: UInt32 = #line, make: @escaping @Sendable (repeat (each S).Value) throws -> Value
  ) {
    var paths = NeedPaths()
    repeat paths.add(each needs)
    self.init(owner, fileID, line) { [paths] owner, gathering in
      let needed = gathering.pack(paths, NeedTypes<Root, repeat each S>.self, of: UnsafeRawPointer(owner))
      return { r in
        let values: (repeat (each S).Value) = try needed.values(r)
        return try make(repeat each values)
      }
    }
  }

  @available(
    *, unavailable,
    message:
      "this need is not there when the factory runs: if it is asynchronous or of the main actor, need its 'warmedUp', or write NewAsync or NewOnMain; if it is of a scope, write ScopedNew, or need 'Scopes()'"
  )
  @_disfavoredOverload
  public init<each S: Source>(
    in owner: NewOwner = .caller, _ needs: repeat any KeyPath<Root, each S> & Sendable, fileID: StaticString = #fileID,
    line: UInt32 = #line, make: @escaping @Sendable (repeat (each S).Value) throws -> Value
  ) {
    preconditionFailure("it cannot be called")
  }

  /// Plumbing: the form without needs.
  @_documentation(visibility: internal)
  @inlinable
  public init(fileID: StaticString = #fileID, line: UInt32 = #line, make: @escaping @Sendable () throws -> Value) {
    self.init(.caller, fileID, line) { _, _ in { _ in try make() } }
  }

  /// Plumbing: the form with one need.
  @_documentation(visibility: internal)
  @inlinable
  public init<S1: SharedSource>(
    _ need: any KeyPath<Root, S1> & Sendable, fileID: StaticString = #fileID, line: UInt32 = #line,
    make: @escaping @Sendable (__owned S1.Value) throws -> Value
  ) {
    self.init(.caller, fileID, line) { owner, gathering in
      let needed = gathering.needed(need, of: owner)
      if let keyed = needed.keyed { return { r in try make(keyed.value(r)) } }
      return { r in try make(needed.value(r)) }
    }
  }

  /// Plumbing: the form with two needs.
  @_documentation(visibility: internal)
  @inlinable
  public init<S1: SharedSource, S2: SharedSource>(
    _ first: any KeyPath<Root, S1> & Sendable, _ second: any KeyPath<Root, S2> & Sendable, fileID: StaticString = #fileID,
    line: UInt32 = #line, make: @escaping @Sendable (__owned S1.Value, __owned S2.Value) throws -> Value
  ) {
    self.init(.caller, fileID, line) { owner, gathering in
      let (first, second) = (gathering.needed(first, of: owner), gathering.needed(second, of: owner))
      if let one = first.keyed, let other = second.keyed { return { r in try make(one.value(r), other.value(r)) } }
      return { r in try make(first.value(r), second.value(r)) }
    }
  }

  @usableFromInline
  init(
    _ owner: NewOwner, _ fileID: StaticString, _ line: UInt32,
    _ make: @escaping (UnsafePointer<Root>, Gathering) -> @Sendable (FactoryResolver) throws -> Value
  ) {
    let site = SourceSite(composedAt: fileID, line)
    handle = Handle(of: Root.self, Value.self, site) { place, name, gathering in
      let factory = make(place.assumingMemoryBound(to: Root.self), gathering)  // as the composer passes it
      return .composed(name, site, owner.kind, needs: gathering.dependencies, sync: factory)
    }
  }

  /// A new object, which belongs to the caller.
  @inlinable
  public func callAsFunction() throws(ResolutionError) -> sending Value { try handle.make(Value.self) }

  @_documentation(visibility: internal)
  public func needed(_ gathering: Gathering) -> Needed<Value> { gathering.need(handle, Value.self) { .keyed($0) } }

  @_documentation(visibility: internal)
  public static var isHandle: Bool { true }
}

/// What has an object of its own, if objects are made anew.
public struct NewOwner: Sendable {
  let isGraph: Bool

  /// For each caller.
  public static var caller: NewOwner { NewOwner(isGraph: false) }
  /// For each object graph: all that one outermost call makes shares the object.
  public static var graph: NewOwner { NewOwner(isGraph: true) }

  var kind: LifetimeKind { isGraph ? .graph : .transient }
}

/// An object that each caller gets anew and an asynchronous factory makes: `NewAsync { … }` in a composition.
public struct NewAsyncObject<Root, Value>: TaskSource {
  let handle: Handle

  /// Says how an object is made.
  ///
  /// ```swift
  /// let export = NewAsync(\.pool) { pool in try await Export.begin(in: pool) }
  /// ```
  ///
  /// - `owner`: what has one of its own: each caller, or each object graph.
  /// - `needs`: the properties of the composition that the factory is given.
  /// - `make`: makes an object, in the task of the caller.
  public init<each S: TaskSource>(
    in owner: NewOwner = .caller, _ needs: repeat any KeyPath<Root, each S> & Sendable, fileID: StaticString = #fileID,
    line: UInt32 = #line, make: @escaping @Sendable (repeat (each S).Value) async throws -> Value
  ) where repeat (each S).Value: Sendable {
    let site = SourceSite(composedAt: fileID, line)
    var paths = NeedPaths()
    repeat paths.add(each needs)
    handle = Handle(of: Root.self, Value.self, site) { [paths] place, name, gathering in
      let needed = gathering.pack(paths, NeedTypes<Root, repeat each S>.self, of: place)
      return .composed(
        name, site, owner.kind, needs: gathering.dependencies,
        async: needed.factory(make))
    }
  }

  /// A new object, which belongs to the caller.
  nonisolated(nonsending) public func callAsFunction() async throws(ResolutionError) -> sending Value {
    try await handle.make(Value.self)
  }

  @_documentation(visibility: internal)
  public func needed(_ gathering: Gathering) -> Needed<Value> { gathering.need(handle, Value.self) { .keyed($0) } }

  @_documentation(visibility: internal)
  public static var isHandle: Bool { true }
}

/// An object that each caller gets anew and the main actor makes: `NewOnMain { … }` in a composition.
public struct NewOnMainObject<Root, Value: Sendable>: TaskSource, MainSource {
  let handle: Handle

  /// Says how an object is made.
  ///
  /// ```swift
  /// let editor = NewOnMain(\.theme) { Editor(theme: $0) }
  /// ```
  ///
  /// - `owner`: what has one of its own: each caller, or each object graph.
  /// - `needs`: the properties of the composition that the factory is given.
  /// - `make`: makes an object on the main actor.
  public init<each S: MainSource>(
    in owner: NewOwner = .caller, _ needs: repeat any KeyPath<Root, each S> & Sendable, fileID: StaticString = #fileID,
    line: UInt32 = #line, make: @escaping @MainActor @Sendable (repeat (each S).Value) throws -> Value
  ) {
    let site = SourceSite(composedAt: fileID, line)
    var paths = NeedPaths()
    repeat paths.add(each needs)
    handle = Handle(of: Root.self, Value.self, site) { [paths] place, name, gathering in
      let needed = gathering.pack(paths, NeedTypes<Root, repeat each S>.self, of: place)
      return .composed(
        name, site, owner.kind, needs: gathering.dependencies,
        mainActor: { r in
          let values: (repeat (each S).Value) = try needed.values(r)
          return try make(repeat each values)
        })
    }
  }

  /// A new object, on the main actor.
  @MainActor public func callAsFunction() throws(ResolutionError) -> Value { try handle.make(Value.self) }

  /// A new object, from anywhere.
  nonisolated(nonsending) public func callAsFunction() async throws(ResolutionError) -> Value { try await handle.make(Value.self) }

  @_documentation(visibility: internal)
  public func needed(_ gathering: Gathering) -> Needed<Value> { gathering.need(handle, Value.self) { .keyed($0) } }

  @_documentation(visibility: internal)
  public static var isHandle: Bool { true }
}
