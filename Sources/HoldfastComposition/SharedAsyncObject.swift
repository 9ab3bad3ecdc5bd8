public import Holdfast

/// An object that callers share and an asynchronous factory makes: `SharedAsync { … }` in a composition.
///
/// ```swift
/// let pool = SharedAsync(dispose: { await $0.close() }, \.config) { try await Pool.connect($0) }
/// let banner = Shared(\.pool.warmedUp) { Banner(pool: $0) }
/// ```
///
/// The factory may be one of a global actor: `SharedAsync { @StorageActor in Library() }`.
public struct SharedAsyncObject<Root, Value: Sendable>: TaskSource {
  @usableFromInline let handle: Handle

  /// Says how the object is made.
  ///
  /// ```swift
  /// let pool = SharedAsync(dispose: { await $0.close() }, \.config) { try await Pool.connect($0) }
  /// ```
  ///
  /// - `sharing`: how long callers share it. With `.weak`, as long as other code holds it, which takes an object of a class and no disposer.
  /// - `dispose`: is called with the object at its end.
  /// - `needs`: the properties of the composition that the factory is given. Those that are made asynchronously are waited for.
  /// - `make`: makes the object, in a task of its own.
  public init<each S: TaskSource>(
    in sharing: Sharing = .once, dispose: (@Sendable (Value) async throws -> Void)? = nil,
    _ needs: repeat any KeyPath<Root, each S> & Sendable, fileID: StaticString = #fileID, line: UInt32 = #line,
    make: @escaping @Sendable (repeat (each S).Value) async throws -> Value
  ) where repeat (each S).Value: Sendable {
    var paths = NeedPaths()
    repeat paths.add(each needs)
    self.init(sharing, dispose, paths, NeedTypes<Root, repeat each S>.self, SourceSite(composedAt: fileID, line), make: make)
  }

  /// Says how an object is made that callers share only as long as other code holds it.
  ///
  /// ```swift
  /// let map = SharedAsync(in: .weak, \.pool) { try await Map.load(from: $0) }
  /// ```
  ///
  /// - `sharing`: `.weak`.
  /// - `needs`: the properties of the composition that the factory is given.
  /// - `make`: makes the object, in a task of its own.
  @_documentation(visibility: internal)  // told of with the other one
  public init<each S: TaskSource>(
    in sharing: WeakSharing, _ needs: repeat any KeyPath<Root, each S> & Sendable, fileID: StaticString = #fileID, line: UInt32 = #line,
    make: @escaping @Sendable (repeat (each S).Value) async throws -> Value
  ) where Value: AnyObject, repeat (each S).Value: Sendable {
    var paths = NeedPaths()
    repeat paths.add(each needs)
    self.init(.whileHeld, nil, paths, NeedTypes<Root, repeat each S>.self, SourceSite(composedAt: fileID, line), make: make)
  }

  private init<each S: TaskSource>(
    _ sharing: Sharing, _ dispose: (@Sendable (Value) async throws -> Void)?, _ paths: NeedPaths,
    _ types: NeedTypes<Root, repeat each S>.Type, _ site: SourceSite,
    make: @escaping @Sendable (repeat (each S).Value) async throws -> Value
  ) where repeat (each S).Value: Sendable {
    handle = Handle(of: Root.self, Value.self, site) { owner, name, gathering in
      let needed = gathering.pack(paths, types, of: owner)
      return .composed(
        name, site, sharing.kind, isEager: sharing.isEager, dispose: dispose, needs: gathering.dependencies,
        async: needed.factory(make))
    }
  }

  /// The object. While another caller makes it, this suspends; if it is there, this neither suspends nor leaves the actor.
  @inlinable
  nonisolated(nonsending) public func callAsFunction() async throws(ResolutionError) -> Value { try await handle.value(Value.self) }

  /// The object for synchronous code that runs after the container's `warmUp()`. As a need of a synchronous factory: `\.pool.warmedUp`.
  ///
  /// Before that, asking it throws `.asyncOnly`.
  public var warmedUp: WarmedUp<Value> { WarmedUp(handle: handle) }

  @_documentation(visibility: internal)
  public func needed(_ gathering: Gathering) -> Needed<Value> { gathering.need(handle, Value.self) { .keyed($0) } }

  @_documentation(visibility: internal)
  public static var isHandle: Bool { true }
}

/// An object that only a task or the main actor makes, for synchronous code that runs after `warmUp()`.
public struct WarmedUp<Value: Sendable>: SharedSource {
  let handle: Handle

  /// The object. If it has not been made yet, this throws `.asyncOnly`, or `.mainActorOnly` outside the main actor.
  public func callAsFunction() throws(ResolutionError) -> Value { try handle.value(Value.self) }

  /// The object, where an error would be a defect of the program: before it has been made. Such an error stops the program with the error's text.
  public var value: Value {
    do throws(ResolutionError) { return try handle.value(Value.self) } catch { fatalError(error.description) }
  }

  @_documentation(visibility: internal)
  public func needed(_ gathering: Gathering) -> Needed<Value> {
    // Even in a task it is not waited for.
    gathering.need(handle, Value.self) { need in .derived { try need.value($0) } }
  }
}

/// An object that callers share and the main actor makes: `SharedOnMain { … }` in a composition.
///
/// ```swift
/// let theme = SharedOnMain { Theme() }
/// ```
public struct SharedOnMainObject<Root, Value: Sendable>: TaskSource, MainSource {
  @usableFromInline let handle: Handle

  /// Says how the object is made.
  ///
  /// ```swift
  /// let theme = SharedOnMain(\.config) { Theme(config: $0) }
  /// ```
  ///
  /// - `sharing`: how long callers share it. With `.weak`, as long as other code holds it, which takes an object of a class and no disposer.
  /// - `dispose`: is called with the object at its end.
  /// - `needs`: the properties of the composition that the factory is given.
  /// - `make`: makes the object on the main actor.
  public init<each S: MainSource>(
    in sharing: Sharing = .once, dispose: (@Sendable (Value) async throws -> Void)? = nil,
    _ needs: repeat any KeyPath<Root, each S> & Sendable, fileID: StaticString = #fileID, line: UInt32 = #line,
    make: @escaping @MainActor @Sendable (repeat (each S).Value) throws -> Value
  ) {
    var paths = NeedPaths()
    repeat paths.add(each needs)
    self.init(sharing, dispose, paths, NeedTypes<Root, repeat each S>.self, SourceSite(composedAt: fileID, line), make: make)
  }

  /// Says how an object is made that callers share only as long as other code holds it.
  ///
  /// ```swift
  /// let preview = SharedOnMain(in: .weak, \.theme) { Preview(theme: $0) }
  /// ```
  ///
  /// - `sharing`: `.weak`.
  /// - `needs`: the properties of the composition that the factory is given.
  /// - `make`: makes the object on the main actor.
  @_documentation(visibility: internal)  // told of with the other one
  public init<each S: MainSource>(
    in sharing: WeakSharing, _ needs: repeat any KeyPath<Root, each S> & Sendable, fileID: StaticString = #fileID, line: UInt32 = #line,
    make: @escaping @MainActor @Sendable (repeat (each S).Value) throws -> Value
  ) where Value: AnyObject {
    var paths = NeedPaths()
    repeat paths.add(each needs)
    self.init(.whileHeld, nil, paths, NeedTypes<Root, repeat each S>.self, SourceSite(composedAt: fileID, line), make: make)
  }

  private init<each S: MainSource>(
    _ sharing: Sharing, _ dispose: (@Sendable (Value) async throws -> Void)?, _ paths: NeedPaths,
    _ types: NeedTypes<Root, repeat each S>.Type, _ site: SourceSite,
    make: @escaping @MainActor @Sendable (repeat (each S).Value) throws -> Value
  ) {
    handle = Handle(of: Root.self, Value.self, site) { owner, name, gathering in
      let needed = gathering.pack(paths, types, of: owner)
      return .composed(
        name, site, sharing.kind, isEager: sharing.isEager, dispose: dispose, needs: gathering.dependencies,
        mainActor: { r in
          let values: (repeat (each S).Value) = try needed.values(r)
          return try make(repeat each values)
        })
    }
  }

  /// The object, on the main actor.
  @MainActor public func callAsFunction() throws(ResolutionError) -> Value { try handle.value(Value.self) }

  /// The object, on the main actor, where an error would be a defect of the program. Such an error stops the program with the error's text.
  @MainActor public var value: Value {
    do throws(ResolutionError) { return try handle.value(Value.self) } catch { fatalError(error.description) }
  }

  /// The object, from anywhere. Suspends while it is being made.
  nonisolated(nonsending) public func callAsFunction() async throws(ResolutionError) -> Value { try await handle.value(Value.self) }

  /// The object for synchronous code elsewhere that runs after the container's `warmUp()`.
  public var warmedUp: WarmedUp<Value> { WarmedUp(handle: handle) }

  @_documentation(visibility: internal)
  public func needed(_ gathering: Gathering) -> Needed<Value> { gathering.need(handle, Value.self) { .keyed($0) } }

  @_documentation(visibility: internal)
  public static var isHandle: Bool { true }
}
