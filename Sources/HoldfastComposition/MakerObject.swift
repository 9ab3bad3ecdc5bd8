public import Holdfast

/// Objects that are made of a run-time argument: `Maker(taking: …) { … }` in a composition.
///
/// ```swift
/// let receipt = Maker(taking: Int.self, \.clock) { cents, clock in Receipt(cents, clock) }
/// let checkout = Shared(\.receipt) { Checkout(receipt: $0) }    // is given a Factory<Receipt, Int>
/// ```
///
/// Each call makes an object, which need not be `Sendable`. With `in: .once` all callers that pass the same argument share one. Up to three arguments are
/// listed: `Maker(taking: Int.self, String.self) { … }` is called as `receipt(3, "tea")`, and an object that needs it is given a `Factory` of one tuple,
/// `Factory<Receipt, (Int, String)>`, which is called as `make((3, "tea"))`. Objects that are shared by several arguments take a structure.
public struct MakerObject<Root, Argument, Product>: SharedSource {
  @usableFromInline let handle: Handle

  /// Says how an object is made.
  ///
  /// ```swift
  /// let receipt = Maker(taking: Int.self, \.clock) { cents, clock in Receipt(cents, clock) }
  /// ```
  ///
  /// - `argument`: the type of what is given at each call.
  /// - `needs`: the properties of the composition that the factory is given after the argument.
  /// - `make`: makes an object, with no lock held.
  @_disfavoredOverload  // the forms for few needs are compiled where the types are known
  public init<each S: SharedSource>(
    taking argument: Argument.Type, _ needs: repeat any KeyPath<Root, each S> & Sendable, fileID: StaticString = #fileID,
    line: UInt32 = #line, make: @escaping @Sendable (Argument, repeat (each S).Value) throws -> Product
  ) {
    self.init(Lifetime<Product, Argument>.transient, repeat each needs, fileID: fileID, line: line, make: make)
  }

  @available(
    *, unavailable,
    message:
      "this need is not there when the factory runs: if it is asynchronous or of the main actor, need its 'warmedUp', or write MakerAsync or MakerOnMain; if it is of a scope, write ScopedMaker, or need 'Scopes()'"
  )
  @_disfavoredOverload
  public init<each S: Source>(
    taking argument: Argument.Type, _ needs: repeat any KeyPath<Root, each S> & Sendable, fileID: StaticString = #fileID,
    line: UInt32 = #line, make: @escaping @Sendable (Argument, repeat (each S).Value) throws -> Product
  ) {
    preconditionFailure("it cannot be called")
  }

  /// Plumbing: the form without needs.
  @_documentation(visibility: internal)
  @inlinable
  public init(
    taking argument: Argument.Type, fileID: StaticString = #fileID, line: UInt32 = #line,
    make: @escaping @Sendable (Argument) throws -> Product
  ) {
    self.init(fileID, line) { _, _ in { _, argument in try make(argument) } }
  }

  /// Plumbing: the form with one need.
  @_documentation(visibility: internal)
  @inlinable
  public init<S1: SharedSource>(
    taking argument: Argument.Type, _ need: any KeyPath<Root, S1> & Sendable, fileID: StaticString = #fileID, line: UInt32 = #line,
    make: @escaping @Sendable (Argument, S1.Value) throws -> Product
  ) {
    self.init(fileID, line) { owner, gathering in
      let needed = gathering.needed(need, of: owner)
      if let keyed = needed.keyed { return { r, argument in try make(argument, keyed.value(r)) } }
      return { r, argument in try make(argument, needed.value(r)) }
    }
  }

  @usableFromInline
  init(
    _ fileID: StaticString, _ line: UInt32,
    _ make: @escaping (UnsafePointer<Root>, Gathering) -> @Sendable (FactoryResolver, Argument) throws -> Product
  ) {
    let site = SourceSite(composedAt: fileID, line)
    handle = Handle(of: Root.self, AnyKey.type(Product.self, taking: Argument.self), site) { owner, name, gathering in
      let factory = make(owner.assumingMemoryBound(to: Root.self), gathering)  // as the composer passes it
      return .composed(name, site, Lifetime<Product, Argument>.transient, needs: gathering.dependencies, taking: factory)
    }
  }

  /// Says how objects are made of which callers with the same argument share one.
  ///
  /// ```swift
  /// let page = Maker(in: .once, taking: Int.self, capacity: 100, \.store) { number, store in try Page(number, in: store) }
  /// ```
  ///
  /// - `sharing`: how long they share it.
  /// - `argument`: the type of what is given at each call. Two are compared with `==`.
  /// - `capacity`: how many objects are kept at most; the least recently used one goes first.
  /// - `dispose`: is called with an object at its end.
  /// - `needs`: the properties of the composition that the factory is given after the argument.
  /// - `make`: makes an object, with no lock held.
  public init<each S: SharedSource>(
    in sharing: Sharing, taking argument: Argument.Type, capacity: Int? = nil,
    dispose: (@Sendable (Product) async throws -> Void)? = nil, _ needs: repeat any KeyPath<Root, each S> & Sendable,
    fileID: StaticString = #fileID, line: UInt32 = #line,
    make: @escaping @Sendable (Argument, repeat (each S).Value) throws -> Product
  ) where Product: Sendable, Argument: Hashable & Sendable {
    self.init(
      sharing.lifetime(capacity: capacity, dispose: dispose, taking: argument), repeat each needs, fileID: fileID, line: line,
      make: make)
  }

  private init<each S: SharedSource>(
    _ lifetime: Lifetime<Product, Argument>, _ needs: repeat any KeyPath<Root, each S> & Sendable, fileID: StaticString,
    line: UInt32, make: @escaping @Sendable (Argument, repeat (each S).Value) throws -> Product
  ) {
    let site = SourceSite(composedAt: fileID, line)
    var paths = NeedPaths()
    repeat paths.add(each needs)
    handle = Handle(of: Root.self, AnyKey.type(Product.self, taking: Argument.self), site) { [paths] owner, name, gathering in
      let needed = gathering.pack(paths, NeedTypes<Root, repeat each S>.self, of: owner)
      let factory: @Sendable (FactoryResolver, Argument) throws -> Product = { r, argument in
        let values: (repeat (each S).Value) = try needed.values(r)
        return try make(argument, repeat each values)
      }
      return .composed(name, site, lifetime, needs: gathering.dependencies, taking: factory)
    }
  }

  /// An object that is made of this argument.
  @inlinable
  public func callAsFunction(_ argument: Argument) throws(ResolutionError) -> sending Product {
    try handle.make(Product.self, with: argument)
  }

  @_documentation(visibility: internal)
  public func needed(_ gathering: Gathering) -> Needed<Factory<Product, Argument>> {
    gathering.need(handle, Product.self, .factory) { need in .derived { need.factory($0, taking: Argument.self) } }
  }
}

/// Objects that an asynchronous factory makes of a run-time argument: `MakerAsync(taking: …) { … }` in a composition.
public struct MakerAsyncObject<Root, Argument, Product>: SharedSource {
  let handle: Handle

  /// Says how an object is made.
  ///
  /// ```swift
  /// let profile = MakerAsync(taking: User.self, \.pool) { user, pool in try await Profile.load(user, from: pool) }
  /// ```
  ///
  /// - `argument`: the type of what is given at each call.
  /// - `needs`: the properties of the composition that the factory is given after the argument.
  /// - `make`: makes an object, in the task of the caller.
  public init<each S: TaskSource>(
    taking argument: Argument.Type, _ needs: repeat any KeyPath<Root, each S> & Sendable, fileID: StaticString = #fileID,
    line: UInt32 = #line, make: @escaping @Sendable (Argument, repeat (each S).Value) async throws -> Product
  ) where repeat (each S).Value: Sendable {
    self.init(Lifetime<Product, Argument>.transient, repeat each needs, fileID: fileID, line: line, make: make)
  }

  /// Says how objects are made of which callers with the same argument share one.
  ///
  /// ```swift
  /// let profile = MakerAsync(in: .once, taking: User.self, \.pool) { user, pool in try await Profile.load(user, from: pool) }
  /// ```
  ///
  /// - `sharing`: how long they share it.
  /// - `argument`: the type of what is given at each call. Two are compared with `==`.
  /// - `capacity`: how many objects are kept at most; the least recently used one goes first.
  /// - `dispose`: is called with an object at its end.
  /// - `needs`: the properties of the composition that the factory is given after the argument.
  /// - `make`: makes an object, in a task of its own.
  public init<each S: TaskSource>(
    in sharing: Sharing, taking argument: Argument.Type, capacity: Int? = nil,
    dispose: (@Sendable (Product) async throws -> Void)? = nil, _ needs: repeat any KeyPath<Root, each S> & Sendable,
    fileID: StaticString = #fileID, line: UInt32 = #line,
    make: @escaping @Sendable (Argument, repeat (each S).Value) async throws -> Product
  ) where Product: Sendable, Argument: Hashable & Sendable, repeat (each S).Value: Sendable {
    self.init(
      sharing.lifetime(capacity: capacity, dispose: dispose, taking: argument), repeat each needs, fileID: fileID, line: line,
      make: make)
  }

  private init<each S: TaskSource>(
    _ lifetime: Lifetime<Product, Argument>, _ needs: repeat any KeyPath<Root, each S> & Sendable, fileID: StaticString,
    line: UInt32, make: @escaping @Sendable (Argument, repeat (each S).Value) async throws -> Product
  ) where repeat (each S).Value: Sendable {
    let site = SourceSite(composedAt: fileID, line)
    var paths = NeedPaths()
    repeat paths.add(each needs)
    handle = Handle(of: Root.self, AnyKey.type(Product.self, taking: Argument.self), site) { [paths] owner, name, gathering in
      let needed = gathering.pack(paths, NeedTypes<Root, repeat each S>.self, of: owner)
      let factory = needed.factory(taking: make)
      return .composed(name, site, lifetime, needs: gathering.dependencies, takingAsync: factory)
    }
  }

  /// An object that is made of this argument.
  nonisolated(nonsending) public func callAsFunction(
    _ argument: Argument
  ) async throws(ResolutionError) -> sending Product {
    try await handle.make(Product.self, with: argument)
  }

  @_documentation(visibility: internal)
  public func needed(_ gathering: Gathering) -> Needed<Factory<Product, Argument>> {
    gathering.need(handle, Product.self, .factory) { need in .derived { need.factory($0, taking: Argument.self) } }
  }
}

/// Objects that the main actor makes of a run-time argument: `MakerOnMain(taking: …) { … }` in a composition.
///
/// ```swift
/// let profile = MakerOnMain(taking: Int.self, \.store, \.theme) { ProfileModel(id: $0, store: $1, theme: $2) }
/// ```
public struct MakerOnMainObject<Root, Argument: Sendable, Product: Sendable>: SharedSource {
  let handle: Handle

  /// Says how an object is made.
  ///
  /// ```swift
  /// let profile = MakerOnMain(taking: Int.self, \.store) { id, store in ProfileModel(id: id, store: store) }
  /// ```
  ///
  /// - `argument`: the type of what is given at each call.
  /// - `needs`: the properties of the composition that the factory is given after the argument.
  /// - `make`: makes an object on the main actor.
  public init<each S: MainSource>(
    taking argument: Argument.Type, _ needs: repeat any KeyPath<Root, each S> & Sendable, fileID: StaticString = #fileID,
    line: UInt32 = #line, make: @escaping @MainActor @Sendable (Argument, repeat (each S).Value) throws -> Product
  ) {
    self.init(Lifetime<Product, Argument>.transient, repeat each needs, fileID: fileID, line: line, make: make)
  }

  /// Says how objects are made on the main actor of which callers with the same argument share one.
  ///
  /// ```swift
  /// let profile = MakerOnMain(in: .once, taking: Int.self, \.store) { id, store in ProfileModel(id: id, store: store) }
  /// ```
  ///
  /// - `sharing`: how long they share it.
  /// - `argument`: the type of what is given at each call. Two are compared with `==`.
  /// - `capacity`: how many objects are kept at most; the least recently used one goes first.
  /// - `dispose`: is called with an object at its end.
  /// - `needs`: the properties of the composition that the factory is given after the argument.
  /// - `make`: makes an object on the main actor.
  public init<each S: MainSource>(
    in sharing: Sharing, taking argument: Argument.Type, capacity: Int? = nil,
    dispose: (@Sendable (Product) async throws -> Void)? = nil, _ needs: repeat any KeyPath<Root, each S> & Sendable,
    fileID: StaticString = #fileID, line: UInt32 = #line,
    make: @escaping @MainActor @Sendable (Argument, repeat (each S).Value) throws -> Product
  ) where Argument: Hashable {
    self.init(
      sharing.lifetime(capacity: capacity, dispose: dispose, taking: argument), repeat each needs, fileID: fileID, line: line,
      make: make)
  }

  private init<each S: MainSource>(
    _ lifetime: Lifetime<Product, Argument>, _ needs: repeat any KeyPath<Root, each S> & Sendable, fileID: StaticString,
    line: UInt32, make: @escaping @MainActor @Sendable (Argument, repeat (each S).Value) throws -> Product
  ) {
    let site = SourceSite(composedAt: fileID, line)
    var paths = NeedPaths()
    repeat paths.add(each needs)
    handle = Handle(of: Root.self, AnyKey.type(Product.self, taking: Argument.self), site) { [paths] owner, name, gathering in
      let needed = gathering.pack(paths, NeedTypes<Root, repeat each S>.self, of: owner)
      let factory: @MainActor @Sendable (FactoryResolver, Argument) throws -> Product = { r, argument in
        let values: (repeat (each S).Value) = try needed.values(r)
        return try make(argument, repeat each values)
      }
      return .composed(name, site, lifetime, needs: gathering.dependencies, takingOnMain: factory)
    }
  }

  /// An object that is made of this argument, on the main actor.
  @MainActor public func callAsFunction(_ argument: Argument) throws(ResolutionError) -> Product {
    try handle.make(Product.self, with: argument)
  }

  /// An object that is made of this argument, from anywhere.
  nonisolated(nonsending) public func callAsFunction(_ argument: Argument) async throws(ResolutionError) -> Product {
    try await handle.make(Product.self, with: argument)
  }

  @_documentation(visibility: internal)
  public func needed(_ gathering: Gathering) -> Needed<Factory<Product, Argument>> {
    gathering.need(handle, Product.self, .factory) { need in .derived { need.factory($0, taking: Argument.self) } }
  }
}
