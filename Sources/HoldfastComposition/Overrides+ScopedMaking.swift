import Holdfast

extension Overrides {
  /// Overrides an object that each caller in a scope gets anew, also asynchronously or on the main actor.
  ///
  /// ```swift
  /// override(app.reply, app.request) { request in Reply(to: request.user, from: MemoryStore()) }
  /// ```
  ///
  /// - `property`: the property of the composition.
  /// - `needs`: properties of the composition that the factory is given.
  /// - `make`: makes the object in the place of the property's factory.
  public func callAsFunction<Root, K, T, each S: ScopedSource>(
    _ property: ScopedNewObject<Root, K, T>, _ needs: repeat each S, fileID: StaticString = #fileID, line: UInt32 = #line,
    make: @escaping @Sendable (repeat (each S).Value) throws -> T
  ) {
    let site = SourceSite(composedAt: fileID, line)
    add(property.handle, T.self, site, in: K.kind) { replaced, gathering in
      let needed = gathering.pack(of: repeat each needs)
      return replaced.replaced(
        site, dispose: nil, needs: gathering.dependencies,
        sync: { r in
          let values: (repeat (each S).Value) = try needed.values(r)
          return try make(repeat each values)
        })
    }
  }

  /// Overrides how objects are made of a run-time argument in a scope, also asynchronously or on the main actor.
  ///
  /// ```swift
  /// override(app.page, app.request) { number, request in Page(number, for: request.user) }
  /// ```
  ///
  /// - `property`: the property of the composition.
  /// - `needs`: properties of the composition that the factory is given after the argument.
  /// - `make`: makes the object in the place of the property's factory.
  public func callAsFunction<Root, K, A, T, each S: ScopedSource>(
    _ property: ScopedMakerObject<Root, K, A, T>, _ needs: repeat each S, fileID: StaticString = #fileID, line: UInt32 = #line,
    make: @escaping @Sendable (A, repeat (each S).Value) throws -> T
  ) {
    let site = SourceSite(composedAt: fileID, line)
    add(property.handle, T.self, site, in: K.kind) { replaced, gathering in
      let needed = gathering.pack(of: repeat each needs)
      let factory: @Sendable (FactoryResolver, A) throws -> T = { r, argument in
        let values: (repeat (each S).Value) = try needed.values(r)
        return try make(argument, repeat each values)
      }
      return replaced.replaced(site, T.self, needs: gathering.dependencies, taking: factory)
    }
  }

  /// Overrides an object that each caller in a scope gets anew and an asynchronous factory makes.
  ///
  /// ```swift
  /// override(app.reply, app.request) { request in await Reply.sample(for: request) }
  /// ```
  ///
  /// - `property`: the property of the composition.
  /// - `needs`: properties of the composition that the factory is given.
  /// - `make`: makes the object in the place of the property's factory.
  @_documentation(visibility: internal)  // the sidebar would show one name three times
  public func callAsFunction<Root, K, T, each S: ScopedTaskSource>(
    _ property: ScopedNewAsyncObject<Root, K, T>, _ needs: repeat each S, fileID: StaticString = #fileID, line: UInt32 = #line,
    make: @escaping @Sendable (repeat (each S).Value) async throws -> T
  ) where repeat (each S).Value: Sendable {
    let site = SourceSite(composedAt: fileID, line)
    add(property.handle, T.self, site, in: K.kind) { replaced, gathering in
      let needed = gathering.pack(of: repeat each needs)
      return replaced.replaced(site, dispose: nil, needs: gathering.dependencies, async: needed.factory(make))
    }
  }

  /// Overrides an object that each caller in a scope gets anew and the main actor makes.
  ///
  /// ```swift
  /// override(app.panel, app.window) { window in Panel(in: window, theme: Theme(.dark)) }
  /// ```
  ///
  /// - `property`: the property of the composition.
  /// - `needs`: properties of the composition that the factory is given.
  /// - `make`: makes the object in the place of the property's factory.
  @_documentation(visibility: internal)  // the sidebar would show one name three times
  public func callAsFunction<Root, K, T, each S: ScopedMainSource>(
    _ property: ScopedNewOnMainObject<Root, K, T>, _ needs: repeat each S, fileID: StaticString = #fileID, line: UInt32 = #line,
    make: @escaping @MainActor @Sendable (repeat (each S).Value) throws -> T
  ) {
    let site = SourceSite(composedAt: fileID, line)
    add(property.handle, T.self, site, in: K.kind) { replaced, gathering in
      let needed = gathering.pack(of: repeat each needs)
      return replaced.replaced(
        site, dispose: nil, needs: gathering.dependencies,
        mainActor: { r in
          let values: (repeat (each S).Value) = try needed.values(r)
          return try make(repeat each values)
        })
    }
  }

  /// Overrides how objects are made of a run-time argument in a scope by an asynchronous factory.
  ///
  /// ```swift
  /// override(app.page, app.request) { number, request in await Page.sample(number, for: request) }
  /// ```
  ///
  /// - `property`: the property of the composition.
  /// - `needs`: properties of the composition that the factory is given after the argument.
  /// - `make`: makes the object in the place of the property's factory.
  @_documentation(visibility: internal)  // the sidebar would show one name three times
  public func callAsFunction<Root, K, A, T, each S: ScopedTaskSource>(
    _ property: ScopedMakerAsyncObject<Root, K, A, T>, _ needs: repeat each S, fileID: StaticString = #fileID, line: UInt32 = #line,
    make: @escaping @Sendable (A, repeat (each S).Value) async throws -> T
  ) where repeat (each S).Value: Sendable {
    let site = SourceSite(composedAt: fileID, line)
    add(property.handle, T.self, site, in: K.kind) { replaced, gathering in
      let factory = gathering.pack(of: repeat each needs).factory(taking: make)
      return replaced.replaced(site, T.self, needs: gathering.dependencies, takingAsync: factory)
    }
  }

  /// Overrides how objects are made of a run-time argument in a scope on the main actor.
  ///
  /// ```swift
  /// override(app.sheet, app.window) { id, window in Sheet(id, in: window, isReadOnly: true) }
  /// ```
  ///
  /// - `property`: the property of the composition.
  /// - `needs`: properties of the composition that the factory is given after the argument.
  /// - `make`: makes the object in the place of the property's factory.
  @_documentation(visibility: internal)  // the sidebar would show one name three times
  public func callAsFunction<Root, K, A, T, each S: ScopedMainSource>(
    _ property: ScopedMakerOnMainObject<Root, K, A, T>, _ needs: repeat each S, fileID: StaticString = #fileID, line: UInt32 = #line,
    make: @escaping @MainActor @Sendable (A, repeat (each S).Value) throws -> T
  ) {
    let site = SourceSite(composedAt: fileID, line)
    add(property.handle, T.self, site, in: K.kind) { replaced, gathering in
      let needed = gathering.pack(of: repeat each needs)
      let factory: @MainActor @Sendable (FactoryResolver, A) throws -> T = { r, argument in
        let values: (repeat (each S).Value) = try needed.values(r)
        return try make(argument, repeat each values)
      }
      return replaced.replaced(site, T.self, needs: gathering.dependencies, takingOnMain: factory)
    }
  }
}
