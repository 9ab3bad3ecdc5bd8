public import Holdfast

/// An object that callers share and a synchronous factory makes: `Shared { … }` in a composition.
///
/// ```swift
/// let config = Shared { Config() }
/// let store = Shared<any Store>(\.config) { DiskStore(config: $0) }
/// let rates = Shared(in: .cached("rates"), dispose: { $0.close() }, \.store) { Rates(store: $0) }
/// ```
///
/// You may ask it on any thread, in any task, and in factories.
public struct SharedObject<Root, Value: Sendable>: SharedSource {
  @usableFromInline let handle: Handle

  /// Says how the object is made.
  ///
  /// ```swift
  /// let store = Shared<any Store>(\.config) { DiskStore(config: $0) }
  /// ```
  ///
  /// - `sharing`: how long callers share it. With `.weak`, as long as other code holds it, which takes an object of a class and no disposer.
  /// - `dispose`: is called with the object at its end.
  /// - `needs`: the properties of the composition that the factory is given.
  /// - `make`: makes the object, with no lock held.
  public init<each S: SharedSource>(
    in sharing: Sharing = .once, dispose: (@Sendable (Value) async throws -> Void)? = nil,
    _ needs: repeat any KeyPath<Root, each S> & Sendable, fileID: StaticString = #fileID, line: UInt32 = #line,
    make: @escaping @Sendable (repeat (each S).Value) throws -> Value
  ) {
    var paths = NeedPaths()
    repeat paths.add(each needs)
    self.init(sharing, dispose, paths, NeedTypes<Root, repeat each S>.self, SourceSite(composedAt: fileID, line), make: make)
  }

  /// Says how an object is made that callers share only as long as other code holds it.
  ///
  /// ```swift
  /// let preview = Shared(in: .weak, \.store) { Preview(store: $0) }
  /// ```
  ///
  /// - `sharing`: `.weak`.
  /// - `needs`: the properties of the composition that the factory is given.
  /// - `make`: makes the object, with no lock held.
  @_documentation(visibility: internal)  // told of with the other one
  public init<each S: SharedSource>(
    in sharing: WeakSharing, _ needs: repeat any KeyPath<Root, each S> & Sendable, fileID: StaticString = #fileID, line: UInt32 = #line,
    make: @escaping @Sendable (repeat (each S).Value) throws -> Value
  ) where Value: AnyObject {
    var paths = NeedPaths()
    repeat paths.add(each needs)
    self.init(.whileHeld, nil, paths, NeedTypes<Root, repeat each S>.self, SourceSite(composedAt: fileID, line), make: make)
  }

  @available(
    *, unavailable,
    message:
      "this need is not there when the factory runs: if it is asynchronous or of the main actor, need its 'warmedUp', or write SharedAsync or SharedOnMain; if it is of a scope, write Scoped, or need 'Scopes()'"
  )
  @_disfavoredOverload
  public init<each S: Source>(
    in sharing: Sharing = .once, dispose: (@Sendable (Value) async throws -> Void)? = nil,
    _ needs: repeat any KeyPath<Root, each S> & Sendable, fileID: StaticString = #fileID, line: UInt32 = #line,
    make: @escaping @Sendable (repeat (each S).Value) throws -> Value
  ) {
    preconditionFailure("it cannot be called")
  }

  private init<each S: SharedSource>(
    _ sharing: Sharing, _ dispose: (@Sendable (Value) async throws -> Void)?, _ paths: NeedPaths,
    _ types: NeedTypes<Root, repeat each S>.Type, _ site: SourceSite, make: @escaping @Sendable (repeat (each S).Value) throws -> Value
  ) {
    handle = Handle(of: Root.self, Value.self, site) { owner, name, gathering in
      let needed = gathering.pack(paths, types, of: owner)
      return .composed(
        name, site, sharing.kind, isEager: sharing.isEager, dispose: dispose, needs: gathering.dependencies,
        sync: { r in
          let values: (repeat (each S).Value) = try needed.values(r)
          return try make(repeat each values)
        })
    }
  }

  /// The object. The first caller makes it. Later ones read it in some nanoseconds, and wait for no build.
  ///
  /// - Throws: what `Container.resolve` throws; `.notComposed` if the composition was not made with `Composed`.
  @inlinable
  public func callAsFunction() throws(ResolutionError) -> Value { try handle.value(Value.self) }

  /// The object, where an error would be a defect of the program: after a shutdown, or if a factory throws. Such an error stops the program with the
  /// error's text.
  @inlinable
  public var value: Value {
    do throws(ResolutionError) { return try handle.value(Value.self) } catch { fatalError(error.description) }
  }

  @_documentation(visibility: internal)
  public func needed(_ gathering: Gathering) -> Needed<Value> { gathering.need(handle, Value.self) { .keyed($0) } }

  @_documentation(visibility: internal)
  public static var isHandle: Bool { true }
}

/// How long callers share an object.
public struct Sharing: Sendable {
  let group: CacheGroup?
  let isEager: Bool
  private let isWeak: Bool

  private init(group: CacheGroup? = nil, isEager: Bool = false, isWeak: Bool = false) {
    (self.group, self.isEager, self.isWeak) = (group, isEager, isWeak)
  }

  /// As long as other code holds the object, which is one of a class.
  static var whileHeld: Sharing { Sharing(isWeak: true) }

  /// Made once, and kept until the composition ends.
  public static var once: Sharing { Sharing() }

  /// As `once`, and made by `warmUp(.eager)`, before it is needed.
  ///
  /// ```swift
  /// let indexer = SharedAsync(in: .eager, \.store) { try await Indexer.start($0) }
  /// try await app.container.warmUp(.eager)
  /// ```
  ///
  /// Of a `Maker`, which waits for its argument, nothing is made before.
  public static var eager: Sharing { Sharing(isEager: true) }

  /// Kept until the container's `reset(group:)`.
  public static func cached(_ group: CacheGroup) -> Sharing { Sharing(group: group) }

  var kind: LifetimeKind {
    if isWeak { return .weak }
    return if let group { .cached(group) } else { .singleton }
  }

  func lifetime<Value: Sendable, each A: Hashable & Sendable>(
    capacity: Int?, dispose: (@Sendable (Value) async throws -> Void)?, taking arguments: repeat (each A).Type
  ) -> Lifetime<Value, repeat each A> {
    if let group { return .cached(group, capacity: capacity, dispose: dispose) }
    return .singleton(capacity: capacity, dispose: dispose)
  }
}

/// Sharing as long as other code holds the object.
public struct WeakSharing: Sendable {
  /// One object as long as other code holds it; then the next caller gets another one.
  public static var weak: WeakSharing { WeakSharing() }
}
