public import Holdfast

// One initializer for each number of arguments: in Swift two packs of parameters may not follow each other without a label.

extension MakerObject {
  /// Says how an object is made of two arguments.
  ///
  /// ```swift
  /// let receipt = Maker(taking: Int.self, String.self, \.clock) { cents, name, clock in Receipt(cents, name, clock) }
  /// ```
  ///
  /// - `first`: the type of what is given at each call, as the first of two.
  /// - `second`: the type of the second.
  /// - `needs`: the properties of the composition that the factory is given after the arguments.
  /// - `make`: makes an object, with no lock held.
  @_disfavoredOverload  // the form without needs is compiled where the types are known
  public init<A, B, Product, each S: SharedSource>(
    taking first: A.Type, _ second: B.Type, _ needs: repeat any KeyPath<Root, each S> & Sendable, fileID: StaticString = #fileID,
    line: UInt32 = #line, make: @escaping @Sendable (A, B, repeat (each S).Value) throws -> Product
  ) where Signature == Made<Product, A, B> {
    var paths = NeedPaths()
    repeat paths.add(each needs)
    self.init(fileID, line) { [paths] owner, gathering in
      let needed = gathering.pack(paths, NeedTypes<Root, repeat each S>.self, of: UnsafeRawPointer(owner))
      return { (r, arguments: ArgumentPack<A, B>) in
        let values: (repeat (each S).Value) = try needed.values(r)
        return try make(arguments.values.0, arguments.values.1, repeat each values)
      }
    }
  }

  /// Says how an object is made of three arguments.
  ///
  /// ```swift
  /// let label = Maker(taking: Int.self, Int.self, String.self) { width, height, text in Label(width, height, text) }
  /// ```
  ///
  /// - `first`: the type of what is given at each call, as the first of three.
  /// - `second`: the type of the second.
  /// - `third`: the type of the third.
  /// - `needs`: the properties of the composition that the factory is given after the arguments.
  /// - `make`: makes an object, with no lock held.
  public init<A, B, C, Product, each S: SharedSource>(
    taking first: A.Type, _ second: B.Type, _ third: C.Type, _ needs: repeat any KeyPath<Root, each S> & Sendable,
    fileID: StaticString = #fileID, line: UInt32 = #line, make: @escaping @Sendable (A, B, C, repeat (each S).Value) throws -> Product
  ) where Signature == Made<Product, A, B, C> {
    var paths = NeedPaths()
    repeat paths.add(each needs)
    self.init(fileID, line) { [paths] owner, gathering in
      let needed = gathering.pack(paths, NeedTypes<Root, repeat each S>.self, of: UnsafeRawPointer(owner))
      return { (r, arguments: ArgumentPack<A, B, C>) in
        let values: (repeat (each S).Value) = try needed.values(r)
        return try make(arguments.values.0, arguments.values.1, arguments.values.2, repeat each values)
      }
    }
  }

  /// Plumbing: the form with two arguments and without needs.
  @_documentation(visibility: internal)
  @inlinable
  public init<A, B, Product>(
    taking first: A.Type, _ second: B.Type, fileID: StaticString = #fileID, line: UInt32 = #line,
    make: @escaping @Sendable (A, B) throws -> Product
  ) where Signature == Made<Product, A, B> {
    self.init(fileID, line) { _, _ in
      { (_, arguments: ArgumentPack<A, B>) in try make(arguments.values.0, arguments.values.1) }
    }
  }

  /// Plumbing: the form with two arguments and one need.
  @_documentation(visibility: internal)
  @inlinable
  public init<A, B, Product, S1: SharedSource>(
    taking first: A.Type, _ second: B.Type, _ need: any KeyPath<Root, S1> & Sendable, fileID: StaticString = #fileID,
    line: UInt32 = #line, make: @escaping @Sendable (A, B, S1.Value) throws -> Product
  ) where Signature == Made<Product, A, B> {
    self.init(fileID, line) { owner, gathering in
      let needed = gathering.needed(need, of: owner)
      if let keyed = needed.keyed {
        return { (r, arguments: ArgumentPack<A, B>) in try make(arguments.values.0, arguments.values.1, keyed.value(r)) }
      }
      return { (r, arguments: ArgumentPack<A, B>) in try make(arguments.values.0, arguments.values.1, needed.value(r)) }
    }
  }

  /// An object that is made of these two arguments.
  @inlinable
  public func callAsFunction<A, B, Product>(_ first: A, _ second: B) throws(ResolutionError) -> sending Product
  where Signature == Made<Product, A, B> {
    try handle.make(Product.self, with: first, second)
  }

  /// An object that is made of these three arguments.
  @inlinable
  public func callAsFunction<A, B, C, Product>(_ first: A, _ second: B, _ third: C) throws(ResolutionError) -> sending Product
  where Signature == Made<Product, A, B, C> {
    try handle.make(Product.self, with: first, second, third)
  }
}

extension MakerAsyncObject {
  /// Says how an object is made of two arguments.
  ///
  /// ```swift
  /// let session = MakerAsync(taking: User.self, Token.self, \.pool) { user, token, pool in try await pool.login(user, token) }
  /// ```
  ///
  /// - `first`: the type of what is given at each call, as the first of two.
  /// - `second`: the type of the second.
  /// - `needs`: the properties of the composition that the factory is given after the arguments.
  /// - `make`: makes an object, with no lock held.
  public init<A, B, Product, each S: TaskSource>(
    taking first: A.Type, _ second: B.Type, _ needs: repeat any KeyPath<Root, each S> & Sendable, fileID: StaticString = #fileID,
    line: UInt32 = #line, make: @escaping @Sendable (A, B, repeat (each S).Value) async throws -> Product
  ) where repeat (each S).Value: Sendable, Signature == Made<Product, A, B> {
    let site = SourceSite(composedAt: fileID, line)
    var paths = NeedPaths()
    repeat paths.add(each needs)
    handle = Handle(of: Root.self, AnyKey(Product.self, taking: A.self, B.self).type, site) { [paths] owner, name, gathering in
      let factory = gathering.pack(paths, NeedTypes<Root, repeat each S>.self, of: owner).factory(takingTwo: make)
      return .composed(
        name, site, Lifetime<Product, A, B>.transient, needs: gathering.dependencies, takingAsync: factory)
    }
  }

  /// An object that is made of these two arguments.
  nonisolated(nonsending) public func callAsFunction<A, B, Product>(
    _ first: A, _ second: B
  ) async throws(ResolutionError) -> sending Product where Signature == Made<Product, A, B> {
    try await handle.make(Product.self, with: first, second)
  }
}

extension MakerOnMainObject {
  /// Says how an object is made of two arguments on the main actor.
  ///
  /// ```swift
  /// let editor = MakerOnMain(taking: Page.self, Font.self, \.store) { page, font, store in Editor(page, font, store) }
  /// ```
  ///
  /// - `first`: the type of what is given at each call, as the first of two.
  /// - `second`: the type of the second.
  /// - `needs`: the properties of the composition that the factory is given after the arguments.
  /// - `make`: makes an object on the main actor, with no lock held.
  public init<A: Sendable, B: Sendable, Product: Sendable, each S: MainSource>(
    taking first: A.Type, _ second: B.Type, _ needs: repeat any KeyPath<Root, each S> & Sendable, fileID: StaticString = #fileID,
    line: UInt32 = #line, make: @escaping @MainActor @Sendable (A, B, repeat (each S).Value) throws -> Product
  ) where Signature == Made<Product, A, B> {
    let site = SourceSite(composedAt: fileID, line)
    var paths = NeedPaths()
    repeat paths.add(each needs)
    handle = Handle(of: Root.self, AnyKey(Product.self, taking: A.self, B.self).type, site) { [paths] owner, name, gathering in
      let needed = gathering.pack(paths, NeedTypes<Root, repeat each S>.self, of: owner)
      let factory: @MainActor @Sendable (FactoryResolver, A, B) throws -> Product = { r, first, second in
        let values: (repeat (each S).Value) = try needed.values(r)
        return try make(first, second, repeat each values)
      }
      return .composed(
        name, site, Lifetime<Product, A, B>.transient, needs: gathering.dependencies, takingOnMain: factory)
    }
  }

  /// An object that is made of these two arguments, on the main actor.
  @MainActor public func callAsFunction<A: Sendable, B: Sendable, Product: Sendable>(
    _ first: A, _ second: B
  ) throws(ResolutionError) -> Product where Signature == Made<Product, A, B> {
    try handle.make(Product.self, with: first, second)
  }

  /// An object that is made of these two arguments, from anywhere.
  nonisolated(nonsending) public func callAsFunction<A: Sendable, B: Sendable, Product: Sendable>(
    _ first: A, _ second: B
  ) async throws(ResolutionError) -> Product where Signature == Made<Product, A, B> {
    try await handle.make(Product.self, with: first, second)
  }
}
