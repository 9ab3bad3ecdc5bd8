import Holdfast

/// A decorator of another property's object: it receives each new object and returns the one that all others get in its place.
///
/// ```swift
/// struct AppObjects: Composition {
///   let storage = StorageObjects()
///   let log = Shared { Log() }
///   let logged = Decorator(\.storage.store, \.log) { store, log in LoggingStore(store, log) }
/// }
/// ```
///
/// So a program decorates the objects of a module that knows nothing of it. Decorators of one object run in the order of their properties.
public struct ObjectDecorator<Root>: Sendable {
  let handle: Handle

  /// Says how an object is decorated.
  ///
  /// ```swift
  /// let logged = Decorator(\.storage.store, \.log) { store, log in LoggingStore(store, log) }
  /// ```
  ///
  /// - `object`: the property whose objects are decorated.
  /// - `needs`: the properties of the composition that the decorator is given after the object.
  /// - `decorate`: returns the object that takes the place of the one that it is given.
  public init<O: ObjectSource, each S: SharedSource>(
    _ object: any KeyPath<Root, O> & Sendable, _ needs: repeat any KeyPath<Root, each S> & Sendable, fileID: StaticString = #fileID,
    line: UInt32 = #line, decorate: @escaping @Sendable (O.Value, repeat (each S).Value) throws -> O.Value
  ) {
    let site = SourceSite(composedAt: fileID, line)
    var paths = NeedPaths()
    repeat paths.add(each needs)
    handle = Handle(of: Root.self, ObjectDecorator.self, site) { [paths] owner, _, gathering in
      let name = gathering.extend(object, of: owner, site, by: .decorator)
      let needed = gathering.pack(paths, NeedTypes<Root, repeat each S>.self, of: owner)
      return .decorating(name, site) { value, r in
        let values: (repeat (each S).Value) = try needed.values(r)
        return try decorate(value, repeat each values)
      }
    }
  }

  /// Says how an object is decorated that an asynchronous factory makes.
  ///
  /// ```swift
  /// let watched = Decorator(async: \.storage.pool, \.monitor) { pool, monitor in await monitor.watch(pool) }
  /// ```
  ///
  /// - `object`: the property whose objects are decorated. Its factory is asynchronous.
  /// - `needs`: the properties of the composition that the decorator is given after the object.
  /// - `decorate`: returns the object that takes the place of the one that it is given, in the task that made that one.
  public init<O: AsyncObjectSource, each S: TaskSource>(
    async object: any KeyPath<Root, O> & Sendable, _ needs: repeat any KeyPath<Root, each S> & Sendable,
    fileID: StaticString = #fileID, line: UInt32 = #line,
    decorate: @escaping @Sendable (O.Value, repeat (each S).Value) async throws -> O.Value
  ) where repeat (each S).Value: Sendable {
    let site = SourceSite(composedAt: fileID, line)
    var paths = NeedPaths()
    repeat paths.add(each needs)
    handle = Handle(of: Root.self, ObjectDecorator.self, site) { [paths] owner, _, gathering in
      let name = gathering.extend(object, of: owner, site, by: .decorator)
      let needed = gathering.pack(paths, NeedTypes<Root, repeat each S>.self, of: owner)
      return .decorating(name, site, async: needed.extending(decorate))
    }
  }
}

/// An injector of another property's object: it sets properties of each new object before other code gets it.
///
/// ```swift
/// struct Family: Composition {
///   let parent = Shared { Parent() }
///   let child = Shared(\.parent) { Child(parent: $0) }
///   let adoption = Injector(\.parent, \.child) { parent, child in parent.adopt(child) }
/// }
/// ```
///
/// So two objects can refer to each other, whichever of them is asked for first. Code outside gets them when both are complete. An object has one
/// injector.
public struct ObjectInjector<Root>: Sendable {
  let handle: Handle

  /// Says what is set after an object has been made.
  ///
  /// ```swift
  /// let adoption = Injector(\.parent, \.child) { parent, child in parent.adopt(child) }
  /// ```
  ///
  /// - `object`: the property whose objects are completed.
  /// - `needs`: the properties of the composition that the injector is given after the object. They may need the object themselves.
  /// - `inject`: sets properties of the object that it is given.
  public init<O: ObjectSource, each S: SharedSource>(
    _ object: any KeyPath<Root, O> & Sendable, _ needs: repeat any KeyPath<Root, each S> & Sendable, fileID: StaticString = #fileID,
    line: UInt32 = #line, inject: @escaping @Sendable (O.Value, repeat (each S).Value) throws -> Void
  ) {
    let site = SourceSite(composedAt: fileID, line)
    var paths = NeedPaths()
    repeat paths.add(each needs)
    handle = Handle(of: Root.self, ObjectInjector.self, site) { [paths] owner, _, gathering in
      let name = gathering.extend(object, of: owner, site, by: .injector)
      return .injecting(name, site, gathering.pack(paths, NeedTypes<Root, repeat each S>.self, of: owner).injector(inject))
    }
  }

  /// Says what is done after an asynchronous factory has made an object.
  ///
  /// ```swift
  /// let connection = Injector(async: \.feed, \.server) { feed, server in try await feed.connect(to: server) }
  /// ```
  ///
  /// - `object`: the property whose objects are completed. Its factory is asynchronous.
  /// - `needs`: the properties of the composition that the injector is given after the object. Two objects that refer to each other have such an injector
  ///   each: one whose factory needs the other closes a cycle.
  /// - `inject`: completes the object that it is given, in the task that made it.
  public init<O: AsyncObjectSource, each S: TaskSource>(
    async object: any KeyPath<Root, O> & Sendable, _ needs: repeat any KeyPath<Root, each S> & Sendable,
    fileID: StaticString = #fileID, line: UInt32 = #line,
    inject: @escaping @Sendable (O.Value, repeat (each S).Value) async throws -> Void
  ) where repeat (each S).Value: Sendable {
    let site = SourceSite(composedAt: fileID, line)
    var paths = NeedPaths()
    repeat paths.add(each needs)
    handle = Handle(of: Root.self, ObjectInjector.self, site) { [paths] owner, _, gathering in
      let name = gathering.extend(object, of: owner, site, by: .asyncInjector)
      return .injecting(name, site, async: gathering.pack(paths, NeedTypes<Root, repeat each S>.self, of: owner).extending(inject))
    }
  }
}

/// What stands for an object itself, and not for a reference to it or several objects: what a `Decorator` or an `Injector` can be of.
public protocol ObjectSource<Value>: Source {}

extension SharedObject: ObjectSource {}
extension SharedAsyncObject: ObjectSource {}
extension SharedOnMainObject: ObjectSource {}
extension NewObject: ObjectSource {}
extension NewAsyncObject: ObjectSource {}
extension NewOnMainObject: ObjectSource {}
extension ScopedObject: ObjectSource {}
extension ScopedAsyncObject: ObjectSource {}
extension ScopedOnMainObject: ObjectSource {}
extension ScopedNewObject: ObjectSource {}
extension ScopedNewAsyncObject: ObjectSource {}
extension ScopedNewOnMainObject: ObjectSource {}

/// What stands for an object that an asynchronous factory makes: what an asynchronous `Decorator` or `Injector` can be of.
public protocol AsyncObjectSource<Value>: ObjectSource {}

extension SharedAsyncObject: AsyncObjectSource {}
extension NewAsyncObject: AsyncObjectSource {}
extension ScopedAsyncObject: AsyncObjectSource {}
extension ScopedNewAsyncObject: AsyncObjectSource {}
