import Holdfast

// What is made of run-time arguments.

extension Overrides {
  /// Overrides how objects are made of a run-time argument; several follow each other in `make`.
  ///
  /// ```swift
  /// override(app.receipt) { cents in Receipt(cents, FixedClock(hour: 6)) }
  /// ```
  ///
  /// - `property`: the property of the composition.
  /// - `needs`: properties of the composition that the factory is given after the argument.
  /// - `make`: makes the object in the place of the property's factory.
  public func callAsFunction<Root, A, T, each S: SharedSource>(
    _ property: MakerObject<Root, Made<T, A>>, _ needs: repeat each S, fileID: StaticString = #fileID, line: UInt32 = #line,
    make: @escaping @Sendable (A, repeat (each S).Value) throws -> T
  ) {
    let site = SourceSite(composedAt: fileID, line)
    add(property.handle, T.self, site) { replaced, gathering in
      let needed = gathering.pack(of: repeat each needs)
      let factory: @Sendable (FactoryResolver, A) throws -> T = { r, argument in
        let values: (repeat (each S).Value) = try needed.values(r)
        return try make(argument, repeat each values)
      }
      return replaced.replaced(site, T.self, needs: gathering.dependencies, taking: factory)
    }
  }

  /// Overrides how objects are made of a run-time argument by an asynchronous factory.
  ///
  /// ```swift
  /// override(app.profile) { user in await Profile.sample(user) }
  /// ```
  ///
  /// - `property`: the property of the composition.
  /// - `needs`: properties of the composition that the factory is given after the argument.
  /// - `make`: makes the object in the place of the property's factory.
  public func callAsFunction<Root, A, T, each S: TaskSource>(
    _ property: MakerAsyncObject<Root, Made<T, A>>, _ needs: repeat each S, fileID: StaticString = #fileID, line: UInt32 = #line,
    make: @escaping @Sendable (A, repeat (each S).Value) async throws -> T
  ) where repeat (each S).Value: Sendable {
    let site = SourceSite(composedAt: fileID, line)
    add(property.handle, T.self, site) { replaced, gathering in
      let needed = gathering.pack(of: repeat each needs)
      let factory = needed.factory(taking: make)
      return replaced.replaced(site, T.self, needs: gathering.dependencies, takingAsync: factory)
    }
  }

  /// Overrides how objects are made of a run-time argument on the main actor.
  ///
  /// ```swift
  /// override(app.profileModel) { id in ProfileModel(id: id, store: MemoryStore()) }
  /// ```
  ///
  /// - `property`: the property of the composition.
  /// - `needs`: properties of the composition that the factory is given after the argument.
  /// - `make`: makes the object in the place of the property's factory.
  public func callAsFunction<Root, A, T, each S: MainSource>(
    _ property: MakerOnMainObject<Root, Made<T, A>>, _ needs: repeat each S, fileID: StaticString = #fileID, line: UInt32 = #line,
    make: @escaping @MainActor @Sendable (A, repeat (each S).Value) throws -> T
  ) {
    let site = SourceSite(composedAt: fileID, line)
    add(property.handle, T.self, site) { replaced, gathering in
      let needed = gathering.pack(of: repeat each needs)
      let factory: @MainActor @Sendable (FactoryResolver, A) throws -> T = { r, argument in
        let values: (repeat (each S).Value) = try needed.values(r)
        return try make(argument, repeat each values)
      }
      return replaced.replaced(site, T.self, needs: gathering.dependencies, takingOnMain: factory)
    }
  }

  // MARK: Of several arguments

  /// Overrides how objects are made of two run-time arguments.
  ///
  /// ```swift
  /// override(app.label) { number, text in Label("\(number) \(text)") }
  /// ```
  ///
  /// - `property`: the property of the composition.
  /// - `needs`: properties of the composition that the factory is given after the arguments.
  /// - `make`: makes the object in the place of the property's factory.
  @_documentation(visibility: internal)  // the sidebar would show one name several times
  public func callAsFunction<Root, A, B, T, each S: SharedSource>(
    _ property: MakerObject<Root, Made<T, A, B>>, _ needs: repeat each S, fileID: StaticString = #fileID, line: UInt32 = #line,
    make: @escaping @Sendable (A, B, repeat (each S).Value) throws -> T
  ) {
    let site = SourceSite(composedAt: fileID, line)
    add(property.handle, T.self, site) { replaced, gathering in
      let needed = gathering.pack(of: repeat each needs)
      let factory: @Sendable (FactoryResolver, A, B) throws -> T = { r, first, second in
        let values: (repeat (each S).Value) = try needed.values(r)
        return try make(first, second, repeat each values)
      }
      return replaced.replaced(site, T.self, needs: gathering.dependencies, taking: factory)
    }
  }

  /// Overrides how objects are made of three run-time arguments.
  ///
  /// ```swift
  /// override(app.label) { width, height, text in Label(width, height, text.uppercased()) }
  /// ```
  ///
  /// - `property`: the property of the composition.
  /// - `needs`: properties of the composition that the factory is given after the arguments.
  /// - `make`: makes the object in the place of the property's factory.
  @_documentation(visibility: internal)  // the sidebar would show one name several times
  public func callAsFunction<Root, A, B, C, T, each S: SharedSource>(
    _ property: MakerObject<Root, Made<T, A, B, C>>, _ needs: repeat each S, fileID: StaticString = #fileID, line: UInt32 = #line,
    make: @escaping @Sendable (A, B, C, repeat (each S).Value) throws -> T
  ) {
    let site = SourceSite(composedAt: fileID, line)
    add(property.handle, T.self, site) { replaced, gathering in
      let needed = gathering.pack(of: repeat each needs)
      let factory: @Sendable (FactoryResolver, A, B, C) throws -> T = { r, first, second, third in
        let values: (repeat (each S).Value) = try needed.values(r)
        return try make(first, second, third, repeat each values)
      }
      return replaced.replaced(site, T.self, needs: gathering.dependencies, taking: factory)
    }
  }

  /// Overrides how objects are made of two run-time arguments by an asynchronous factory.
  ///
  /// ```swift
  /// override(app.session) { user, token in await Session.sample(user) }
  /// ```
  ///
  /// - `property`: the property of the composition.
  /// - `needs`: properties of the composition that the factory is given after the arguments.
  /// - `make`: makes the object in the place of the property's factory.
  @_documentation(visibility: internal)  // the sidebar would show one name several times
  public func callAsFunction<Root, A, B, T, each S: TaskSource>(
    _ property: MakerAsyncObject<Root, Made<T, A, B>>, _ needs: repeat each S, fileID: StaticString = #fileID, line: UInt32 = #line,
    make: @escaping @Sendable (A, B, repeat (each S).Value) async throws -> T
  ) where repeat (each S).Value: Sendable {
    let site = SourceSite(composedAt: fileID, line)
    add(property.handle, T.self, site) { replaced, gathering in
      let factory = gathering.pack(of: repeat each needs).factory(takingTwo: make)
      return replaced.replaced(site, T.self, needs: gathering.dependencies, takingAsync: factory)
    }
  }

  /// Overrides how objects are made of two run-time arguments on the main actor.
  ///
  /// ```swift
  /// override(app.editor) { page, font in Editor(page, font, MemoryStore()) }
  /// ```
  ///
  /// - `property`: the property of the composition.
  /// - `needs`: properties of the composition that the factory is given after the arguments.
  /// - `make`: makes the object in the place of the property's factory.
  @_documentation(visibility: internal)  // the sidebar would show one name several times
  public func callAsFunction<Root, A, B, T, each S: MainSource>(
    _ property: MakerOnMainObject<Root, Made<T, A, B>>, _ needs: repeat each S, fileID: StaticString = #fileID, line: UInt32 = #line,
    make: @escaping @MainActor @Sendable (A, B, repeat (each S).Value) throws -> T
  ) {
    let site = SourceSite(composedAt: fileID, line)
    add(property.handle, T.self, site) { replaced, gathering in
      let needed = gathering.pack(of: repeat each needs)
      let factory: @MainActor @Sendable (FactoryResolver, A, B) throws -> T = { r, first, second in
        let values: (repeat (each S).Value) = try needed.values(r)
        return try make(first, second, repeat each values)
      }
      return replaced.replaced(site, T.self, needs: gathering.dependencies, takingOnMain: factory)
    }
  }
}
