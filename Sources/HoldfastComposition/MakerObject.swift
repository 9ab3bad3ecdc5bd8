public import Holdfast

/// Objects that are made of a run-time argument: `Maker(taking: …) { … }` in a composition.
///
/// ```swift
/// let receipt = Maker(taking: Int.self, \.clock) { cents, clock in Receipt(cents, clock) }
/// let checkout = Shared(\.receipt) { Checkout(receipt: $0) }    // is given a Factory<Receipt, Int>
/// ```
///
/// Each call makes an object, which need not be `Sendable`. With `in: .once` all callers that pass the same argument share one. Up to three arguments
/// are listed: `Maker(taking: Int.self, String.self) { … }` is called as `receipt(3, "tea")`, and an object that needs it is given a
/// `Factory<Receipt, Int, String>`, which is called alike. Objects that are shared by several arguments take a structure.
///
/// Where its type is written, that is `Maker<Made<Receipt, Int>>`.
public struct MakerObject<Root, Signature: MakerSignature>: SharedSource {
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
  public init<Argument, Product, each S: SharedSource>(
    taking argument: Argument.Type, _ needs: repeat any KeyPath<Root, each S> & Sendable, fileID: StaticString = #fileID,
    line: UInt32 = #line, make: @escaping @Sendable (Argument, repeat (each S).Value) throws -> Product
  ) where Signature == Made<Product, Argument> {
    self.init(Lifetime<Product, Argument>.transient, repeat each needs, fileID: fileID, line: line, make: make)
  }

  @available(
    *, unavailable,
    message:
      "this need is not there when the factory runs: if it is asynchronous or of the main actor, need its 'warmedUp', or write MakerAsync or MakerOnMain; if it is of a scope, write ScopedMaker, or need 'Scopes()'"
  )
  @_disfavoredOverload
  public init<Argument, Product, each S: Source>(
    taking argument: Argument.Type, _ needs: repeat any KeyPath<Root, each S> & Sendable, fileID: StaticString = #fileID,
    line: UInt32 = #line, make: @escaping @Sendable (Argument, repeat (each S).Value) throws -> Product
  ) where Signature == Made<Product, Argument> {
    preconditionFailure("it cannot be called")
  }

  /// Plumbing: the form without needs.
  @_documentation(visibility: internal)
  @inlinable
  public init<Argument, Product>(
    taking argument: Argument.Type, fileID: StaticString = #fileID, line: UInt32 = #line,
    make: @escaping @Sendable (Argument) throws -> Product
  ) where Signature == Made<Product, Argument> {
    self.init(fileID, line) { _, _ in { (_, arguments: ArgumentPack<Argument>) in try make(arguments.values) } }
  }

  /// Plumbing: the form with one need.
  @_documentation(visibility: internal)
  @inlinable
  public init<Argument, Product, S1: SharedSource>(
    taking argument: Argument.Type, _ need: any KeyPath<Root, S1> & Sendable, fileID: StaticString = #fileID, line: UInt32 = #line,
    make: @escaping @Sendable (Argument, S1.Value) throws -> Product
  ) where Signature == Made<Product, Argument> {
    self.init(fileID, line) { owner, gathering in
      let needed = gathering.needed(need, of: owner)
      if let keyed = needed.keyed {
        return { (r, arguments: ArgumentPack<Argument>) in try make(arguments.values, keyed.value(r)) }
      }
      return { (r, arguments: ArgumentPack<Argument>) in try make(arguments.values, needed.value(r)) }
    }
  }

  /// `Arguments` is the pack of those of the signature: generic code that does not know that does not take it apart.
  @usableFromInline
  init<Arguments, Product>(
    _ fileID: StaticString, _ line: UInt32,
    _ make: @escaping (UnsafePointer<Root>, Gathering) -> @Sendable (FactoryResolver, Arguments) throws -> Product
  ) {
    let site = SourceSite(composedAt: fileID, line)
    handle = Handle(of: Root.self, AnyKey(Product.self, named: nil, madeFrom: Arguments.self).type, site) { owner, name, gathering in
      let factory = make(owner.assumingMemoryBound(to: Root.self), gathering)  // as the composer passes it
      return .composed(name, site, needs: gathering.dependencies, packed: factory)
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
  public init<Argument, Product, each S: SharedSource>(
    in sharing: Sharing, taking argument: Argument.Type, capacity: Int? = nil,
    dispose: (@Sendable (Product) async throws -> Void)? = nil, _ needs: repeat any KeyPath<Root, each S> & Sendable,
    fileID: StaticString = #fileID, line: UInt32 = #line,
    make: @escaping @Sendable (Argument, repeat (each S).Value) throws -> Product
  ) where Product: Sendable, Argument: Hashable & Sendable, Signature == Made<Product, Argument> {
    self.init(
      sharing.lifetime(capacity: capacity, dispose: dispose, taking: argument), repeat each needs, fileID: fileID, line: line,
      make: make)
  }

  private init<Argument, Product, each S: SharedSource>(
    _ lifetime: Lifetime<Product, Argument>, _ needs: repeat any KeyPath<Root, each S> & Sendable, fileID: StaticString,
    line: UInt32, make: @escaping @Sendable (Argument, repeat (each S).Value) throws -> Product
  ) where Signature == Made<Product, Argument> {
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
  public func callAsFunction<Argument, Product>(_ argument: Argument) throws(ResolutionError) -> sending Product
  where Signature == Made<Product, Argument> {
    try handle.make(Product.self, with: argument)
  }

  @_documentation(visibility: internal)
  public func needed(_ gathering: Gathering) -> Needed<Signature.Reference> { gathering.needMaker(handle, Signature.self) }
}

/// Objects that an asynchronous factory makes of a run-time argument: `MakerAsync(taking: …) { … }` in a composition.
public struct MakerAsyncObject<Root, Signature: MakerSignature>: SharedSource {
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
  public init<Argument, Product, each S: TaskSource>(
    taking argument: Argument.Type, _ needs: repeat any KeyPath<Root, each S> & Sendable, fileID: StaticString = #fileID,
    line: UInt32 = #line, make: @escaping @Sendable (Argument, repeat (each S).Value) async throws -> Product
  ) where repeat (each S).Value: Sendable, Signature == Made<Product, Argument> {
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
  public init<Argument, Product, each S: TaskSource>(
    in sharing: Sharing, taking argument: Argument.Type, capacity: Int? = nil,
    dispose: (@Sendable (Product) async throws -> Void)? = nil, _ needs: repeat any KeyPath<Root, each S> & Sendable,
    fileID: StaticString = #fileID, line: UInt32 = #line,
    make: @escaping @Sendable (Argument, repeat (each S).Value) async throws -> Product
  ) where Product: Sendable, Argument: Hashable & Sendable, repeat (each S).Value: Sendable, Signature == Made<Product, Argument> {
    self.init(
      sharing.lifetime(capacity: capacity, dispose: dispose, taking: argument), repeat each needs, fileID: fileID, line: line,
      make: make)
  }

  private init<Argument, Product, each S: TaskSource>(
    _ lifetime: Lifetime<Product, Argument>, _ needs: repeat any KeyPath<Root, each S> & Sendable, fileID: StaticString,
    line: UInt32, make: @escaping @Sendable (Argument, repeat (each S).Value) async throws -> Product
  ) where repeat (each S).Value: Sendable, Signature == Made<Product, Argument> {
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
  nonisolated(nonsending) public func callAsFunction<Argument, Product>(
    _ argument: Argument
  ) async throws(ResolutionError) -> sending Product where Signature == Made<Product, Argument> {
    try await handle.make(Product.self, with: argument)
  }

  @_documentation(visibility: internal)
  public func needed(_ gathering: Gathering) -> Needed<Signature.Reference> { gathering.needMaker(handle, Signature.self) }
}

/// Objects that the main actor makes of a run-time argument: `MakerOnMain(taking: …) { … }` in a composition.
///
/// ```swift
/// let profile = MakerOnMain(taking: Int.self, \.store, \.theme) { ProfileModel(id: $0, store: $1, theme: $2) }
/// ```
public struct MakerOnMainObject<Root, Signature: MakerSignature>: SharedSource {
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
  public init<Argument: Sendable, Product: Sendable, each S: MainSource>(
    taking argument: Argument.Type, _ needs: repeat any KeyPath<Root, each S> & Sendable, fileID: StaticString = #fileID,
    line: UInt32 = #line, make: @escaping @MainActor @Sendable (Argument, repeat (each S).Value) throws -> Product
  ) where Signature == Made<Product, Argument> {
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
  public init<Argument: Sendable, Product: Sendable, each S: MainSource>(
    in sharing: Sharing, taking argument: Argument.Type, capacity: Int? = nil,
    dispose: (@Sendable (Product) async throws -> Void)? = nil, _ needs: repeat any KeyPath<Root, each S> & Sendable,
    fileID: StaticString = #fileID, line: UInt32 = #line,
    make: @escaping @MainActor @Sendable (Argument, repeat (each S).Value) throws -> Product
  ) where Argument: Hashable, Signature == Made<Product, Argument> {
    self.init(
      sharing.lifetime(capacity: capacity, dispose: dispose, taking: argument), repeat each needs, fileID: fileID, line: line,
      make: make)
  }

  private init<Argument: Sendable, Product: Sendable, each S: MainSource>(
    _ lifetime: Lifetime<Product, Argument>, _ needs: repeat any KeyPath<Root, each S> & Sendable, fileID: StaticString,
    line: UInt32, make: @escaping @MainActor @Sendable (Argument, repeat (each S).Value) throws -> Product
  ) where Signature == Made<Product, Argument> {
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
  @MainActor public func callAsFunction<Argument: Sendable, Product: Sendable>(_ argument: Argument) throws(ResolutionError) -> Product
  where Signature == Made<Product, Argument> {
    try handle.make(Product.self, with: argument)
  }

  /// An object that is made of this argument, from anywhere.
  nonisolated(nonsending) public func callAsFunction<Argument: Sendable, Product: Sendable>(
    _ argument: Argument
  ) async throws(ResolutionError) -> Product where Signature == Made<Product, Argument> {
    try await handle.make(Product.self, with: argument)
  }

  @_documentation(visibility: internal)
  public func needed(_ gathering: Gathering) -> Needed<Signature.Reference> { gathering.needMaker(handle, Signature.self) }
}
