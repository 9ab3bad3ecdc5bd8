import Holdfast

/// Collects overrides of the objects of a composition. The property says what is overridden, so the compiler checks the type and how it is made.
///
/// ```swift
/// let app = try Composed(AppObjects.init) { override, app in
///   override(app.storage.clock) { FixedClock(hour: 6) }
///   override(app.storage.store, app.storage.clock) { MemoryStore(clock: $0) }
/// }
/// ```
///
/// An override lives as long as what it overrides, and has needs and a disposer of its own.
public struct Overrides {
  // Not Sendable: used while a composition or a layer is made.
  private final class Collected {
    var overrides: [AnyKey: (registration: Registration, immediate: [UInt])] = [:]
    var problems: [CompositionError.Problem] = []
  }

  private let container: Container
  /// What a composition registers that is being made, with the paths of its properties; nil if it has been made.
  private let registrations: [AnyKey: (registration: Registration, property: Name)]?
  /// Where overrides of a composition that has been made go.
  private let batch: Batch?
  private let collected = Collected()

  /// Of a composition that is being made.
  ///
  /// - Parameter properties: the paths of what registers them.
  init(in container: Container, of registrations: [Registration], properties: [Name]) {
    self.container = container
    self.registrations = Dictionary(
      zip(registrations, properties).map { ($0.key, ($0, $1)) }, uniquingKeysWith: { first, _ in first })
    batch = nil
  }

  /// Of a composition that has been made.
  init(in container: Container, to batch: Batch) {
    self.container = container
    registrations = nil
    self.batch = batch
  }

  /// Replaces what is overridden; answers what is wrong with the overrides.
  func put(into registrations: inout [Registration], _ immediate: inout ImmediateNeeds) -> [CompositionError.Problem] {
    if collected.overrides.isEmpty { return collected.problems }
    for index in registrations.indices {
      guard let override = collected.overrides[registrations[index].key] else { continue }
      registrations[index] = override.registration
      immediate[index] = override.immediate[...]
    }
    return collected.problems
  }

  /// Throws if something is wrong with the overrides.
  func check() throws(CompositionError) {
    if !collected.problems.isEmpty { throw CompositionError(collected.problems) }
  }

  /// - Parameter replace: makes a registration of the one that is replaced.
  func add(
    _ handle: Handle, _ type: Any.Type, _ site: SourceSite, in scope: ScopeKind? = nil,
    _ replace: (Registration, Gathering) -> Registration
  ) {
    let own = handle.key.flatMap { key in registrations.map { $0[key] } ?? nil }
    let property = own?.property.text ?? handle.key?.name?.text ?? "?"
    func refuse(_ problem: CompositionError.Problem.Kind) {
      collected.problems.append(CompositionError.Problem(kind: problem, property: "override of \(property)", site: site))
    }
    guard let key = handle.key else { return refuse(.notComposed(AnyKey(type))) }
    guard let replaced = own?.registration ?? (batch == nil ? nil : handle.registered), handle.isBound(to: container) else {
      return refuse(.unrelated(key))
    }
    let gathering = Gathering(in: container, scope: scope)
    let registration = replace(replaced, gathering)
    gathering.problems.forEach(refuse)
    collected.overrides[key] = (registration, gathering.immediate)
    batch?.add(registration)
  }

  // MARK: What callers share

  /// Overrides an object that callers share.
  ///
  /// ```swift
  /// override(app.storage.clock) { FixedClock(hour: 6) }
  /// ```
  ///
  /// - `property`: the property of the composition.
  /// - `dispose`: is called with the override's object at its end.
  /// - `needs`: properties of the composition that the factory is given.
  /// - `make`: makes the object in the place of the property's factory.
  public func callAsFunction<Root, T, each S: SharedSource>(
    _ property: SharedObject<Root, T>, dispose: (@Sendable (T) async throws -> Void)? = nil, _ needs: repeat each S,
    fileID: StaticString = #fileID, line: UInt32 = #line, make: @escaping @Sendable (repeat (each S).Value) throws -> T
  ) {
    let site = SourceSite(composedAt: fileID, line)
    add(property.handle, T.self, site) { replaced, gathering in
      let needed = gathering.pack(of: repeat each needs)
      return replaced.replaced(
        site, dispose: dispose, needs: gathering.dependencies,
        sync: { r in
          let values: (repeat (each S).Value) = try needed.values(r)
          return try make(repeat each values)
        })
    }
  }

  /// Overrides an object that callers share and an asynchronous factory makes.
  ///
  /// ```swift
  /// override(app.storage.pool, app.storage.config) { config in try await Pool.local(config) }
  /// ```
  ///
  /// - `property`: the property of the composition.
  /// - `dispose`: is called with the override's object at its end.
  /// - `needs`: properties of the composition that the factory is given.
  /// - `make`: makes the object in the place of the property's factory.
  public func callAsFunction<Root, T, each S: TaskSource>(
    _ property: SharedAsyncObject<Root, T>, dispose: (@Sendable (T) async throws -> Void)? = nil, _ needs: repeat each S,
    fileID: StaticString = #fileID, line: UInt32 = #line, make: @escaping @Sendable (repeat (each S).Value) async throws -> T
  ) where repeat (each S).Value: Sendable {
    let site = SourceSite(composedAt: fileID, line)
    add(property.handle, T.self, site) { replaced, gathering in
      let needed = gathering.pack(of: repeat each needs)
      return replaced.replaced(
        site, dispose: dispose, needs: gathering.dependencies,
        async: needed.factory(make))
    }
  }

  /// Overrides an object that callers share and the main actor makes.
  ///
  /// ```swift
  /// override(app.theme) { Theme(.dark) }
  /// ```
  ///
  /// - `property`: the property of the composition.
  /// - `dispose`: is called with the override's object at its end.
  /// - `needs`: properties of the composition that the factory is given.
  /// - `make`: makes the object in the place of the property's factory.
  public func callAsFunction<Root, T, each S: MainSource>(
    _ property: SharedOnMainObject<Root, T>, dispose: (@Sendable (T) async throws -> Void)? = nil, _ needs: repeat each S,
    fileID: StaticString = #fileID, line: UInt32 = #line, make: @escaping @MainActor @Sendable (repeat (each S).Value) throws -> T
  ) {
    let site = SourceSite(composedAt: fileID, line)
    add(property.handle, T.self, site) { replaced, gathering in
      let needed = gathering.pack(of: repeat each needs)
      return replaced.replaced(
        site, dispose: dispose, needs: gathering.dependencies,
        mainActor: { r in
          let values: (repeat (each S).Value) = try needed.values(r)
          return try make(repeat each values)
        })
    }
  }

  // MARK: What each caller gets anew

  /// Overrides an object that each caller gets anew.
  ///
  /// ```swift
  /// override(app.draft) { Draft(store: MemoryStore()) }
  /// ```
  ///
  /// - `property`: the property of the composition.
  /// - `needs`: properties of the composition that the factory is given.
  /// - `make`: makes the object in the place of the property's factory.
  public func callAsFunction<Root, T, each S: SharedSource>(
    _ property: NewObject<Root, T>, _ needs: repeat each S, fileID: StaticString = #fileID, line: UInt32 = #line,
    make: @escaping @Sendable (repeat (each S).Value) throws -> T
  ) {
    let site = SourceSite(composedAt: fileID, line)
    add(property.handle, T.self, site) { replaced, gathering in
      let needed = gathering.pack(of: repeat each needs)
      return replaced.replaced(
        site, dispose: nil, needs: gathering.dependencies,
        sync: { r in
          let values: (repeat (each S).Value) = try needed.values(r)
          return try make(repeat each values)
        })
    }
  }

  /// Overrides an object that each caller gets anew and an asynchronous factory makes.
  ///
  /// ```swift
  /// override(app.export, app.storage.pool) { pool in try await Export.dry(in: pool) }
  /// ```
  ///
  /// - `property`: the property of the composition.
  /// - `needs`: properties of the composition that the factory is given.
  /// - `make`: makes the object in the place of the property's factory.
  public func callAsFunction<Root, T, each S: TaskSource>(
    _ property: NewAsyncObject<Root, T>, _ needs: repeat each S, fileID: StaticString = #fileID, line: UInt32 = #line,
    make: @escaping @Sendable (repeat (each S).Value) async throws -> T
  ) where repeat (each S).Value: Sendable {
    let site = SourceSite(composedAt: fileID, line)
    add(property.handle, T.self, site) { replaced, gathering in
      let needed = gathering.pack(of: repeat each needs)
      return replaced.replaced(
        site, dispose: nil, needs: gathering.dependencies,
        async: needed.factory(make))
    }
  }

  /// Overrides an object that each caller gets anew and the main actor makes.
  ///
  /// ```swift
  /// override(app.editor, app.theme) { Editor(theme: $0, isReadOnly: true) }
  /// ```
  ///
  /// - `property`: the property of the composition.
  /// - `needs`: properties of the composition that the factory is given.
  /// - `make`: makes the object in the place of the property's factory.
  public func callAsFunction<Root, T, each S: MainSource>(
    _ property: NewOnMainObject<Root, T>, _ needs: repeat each S, fileID: StaticString = #fileID, line: UInt32 = #line,
    make: @escaping @MainActor @Sendable (repeat (each S).Value) throws -> T
  ) {
    let site = SourceSite(composedAt: fileID, line)
    add(property.handle, T.self, site) { replaced, gathering in
      let needed = gathering.pack(of: repeat each needs)
      return replaced.replaced(
        site, dispose: nil, needs: gathering.dependencies,
        mainActor: { r in
          let values: (repeat (each S).Value) = try needed.values(r)
          return try make(repeat each values)
        })
    }
  }

  // MARK: What scopes have their own of

  /// Overrides an object of scopes.
  ///
  /// ```swift
  /// override(app.audit, app.request) { request in Audit(of: request.user, in: MemoryStore()) }
  /// ```
  ///
  /// - `property`: the property of the composition.
  /// - `dispose`: is called with the override's object, when its scope ends.
  /// - `needs`: properties of the composition that the factory is given.
  /// - `make`: makes the object in the place of the property's factory.
  public func callAsFunction<Root, K, T, each S: ScopedSource>(
    _ property: ScopedObject<Root, K, T>, dispose: (@Sendable (T) async throws -> Void)? = nil, _ needs: repeat each S,
    fileID: StaticString = #fileID, line: UInt32 = #line, make: @escaping @Sendable (repeat (each S).Value) throws -> T
  ) {
    let site = SourceSite(composedAt: fileID, line)
    add(property.handle, T.self, site, in: K.kind) { replaced, gathering in
      let needed = gathering.pack(of: repeat each needs)
      return replaced.replaced(
        site, dispose: dispose, needs: gathering.dependencies,
        sync: { r in
          let values: (repeat (each S).Value) = try needed.values(r)
          return try make(repeat each values)
        })
    }
  }

  /// Overrides an object of scopes that an asynchronous factory makes.
  ///
  /// ```swift
  /// override(app.transaction) { await Transaction.inMemory() }
  /// ```
  ///
  /// - `property`: the property of the composition.
  /// - `dispose`: is called with the override's object, when its scope ends.
  /// - `needs`: properties of the composition that the factory is given.
  /// - `make`: makes the object in the place of the property's factory.
  public func callAsFunction<Root, K, T, each S: ScopedTaskSource>(
    _ property: ScopedAsyncObject<Root, K, T>, dispose: (@Sendable (T) async throws -> Void)? = nil, _ needs: repeat each S,
    fileID: StaticString = #fileID, line: UInt32 = #line, make: @escaping @Sendable (repeat (each S).Value) async throws -> T
  ) where repeat (each S).Value: Sendable {
    let site = SourceSite(composedAt: fileID, line)
    add(property.handle, T.self, site, in: K.kind) { replaced, gathering in
      let needed = gathering.pack(of: repeat each needs)
      return replaced.replaced(
        site, dispose: dispose, needs: gathering.dependencies,
        async: needed.factory(make))
    }
  }

  /// Overrides an object of scopes that the main actor makes.
  ///
  /// ```swift
  /// override(app.panel) { Panel(theme: Theme(.dark)) }
  /// ```
  ///
  /// - `property`: the property of the composition.
  /// - `dispose`: is called with the override's object, when its scope ends.
  /// - `needs`: properties of the composition that the factory is given.
  /// - `make`: makes the object in the place of the property's factory.
  public func callAsFunction<Root, K, T, each S: ScopedMainSource>(
    _ property: ScopedOnMainObject<Root, K, T>, dispose: (@Sendable (T) async throws -> Void)? = nil, _ needs: repeat each S,
    fileID: StaticString = #fileID, line: UInt32 = #line, make: @escaping @MainActor @Sendable (repeat (each S).Value) throws -> T
  ) {
    let site = SourceSite(composedAt: fileID, line)
    add(property.handle, T.self, site, in: K.kind) { replaced, gathering in
      let needed = gathering.pack(of: repeat each needs)
      return replaced.replaced(
        site, dispose: dispose, needs: gathering.dependencies,
        mainActor: { r in
          let values: (repeat (each S).Value) = try needed.values(r)
          return try make(repeat each values)
        })
    }
  }
}
