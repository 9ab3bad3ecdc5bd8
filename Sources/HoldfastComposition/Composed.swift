public import Holdfast

/// A composition, and the container that its objects live in. The composition's properties are its own.
///
/// ```swift
/// let app = try Composed(AppObjects.init)
/// let store = try app.storage.store()
/// try await app.shutdown()
/// ```
///
/// Each object is registered with the container under its type and a name, the path of its property: `storage.store`. So all that works with a
/// container works with it: `validate()`, the graph as data and as a drawing, events, `warmUp()`, the timeline of builds. You may use it on any
/// thread, in any task. Keep it as long as you need its objects: after its release a property that was kept throws `.shutDown`.
///
/// If you seal its container, nothing can be registered or replaced in it any more. Reads take as long as before, and the objects are released as
/// before: by a shutdown or with the last reference to the composition, also where one of them holds a `Provider`, a `Factory` or a property of it. An
/// object that holds the composition itself is released by a shutdown.
@dynamicMemberLookup
public struct Composed<Root: Composition>: Sendable {
  /// The composition.
  public let root: Root
  /// For shutting down with a deadline, warming up with progress, validating, drawing, events, and values that are registered.
  public let container: Container

  /// Makes a container of a composition.
  ///
  /// ```swift
  /// let test = try Composed(AppObjects.init) { override, app in
  ///   override(app.storage.clock) { FixedClock(hour: 6) }
  /// }
  /// ```
  ///
  /// - `make`: makes the composition.
  /// - `overrides`: replaces objects of this one only, before any is built.
  ///
  /// - Throws: `CompositionError` if there is a mistake that the compiler could not see; nothing has been built then. What `make` and `overrides`
  ///   throw.
  public init(_ make: () throws -> Root, overrides: ((_ override: Overrides, _ app: Root) throws -> Void)? = nil) throws {
    try self.init(Container(), prefix: nil, make, overrides)
  }

  /// Adds the objects of a composition to a container that has registered values, which they may need as `Registered`.
  ///
  /// ```swift
  /// let container = try Container { $0.register((any Logger).self) { _ in PrintLogger() } }
  /// let app = try Composed(AppObjects.init, in: container)
  /// try container.register(Report.self) { _ in try Report(store: app.storage.store()) }
  /// ```
  ///
  /// - `make`: makes the composition.
  /// - `container`: the container, which is kept.
  /// - `name`: what the names of the objects begin with, as in `AppObjects.storage.store`; without it, the name of the composition's type.
  /// - `overrides`: replaces objects of this one only, before any is built.
  ///
  /// - Throws: `CompositionError` if there is a mistake that the compiler could not see; nothing has been built then. What `make`, `overrides` and
  ///   `Container.registerAll` throw.
  public init(
    _ make: () throws -> Root, in container: Container, named name: String? = nil,
    overrides: ((_ override: Overrides, _ app: Root) throws -> Void)? = nil
  ) throws {
    try self.init(container, prefix: (name ?? "\(Root.self)") + ".", make, overrides)
  }

  /// Makes a container of a part of the program that comes and goes, such as a window or a feature. Its objects may need those of `outer`.
  ///
  /// ```swift
  /// let window = try Composed(inside: app) { WindowObjects(store: Need(app.storage.store)) }
  /// ```
  ///
  /// - `outer`: the composition around it, which lives longer.
  /// - `name`: what the names of the objects begin with; without it, the name of the composition's type.
  /// - `make`: makes the composition.
  /// - `overrides`: replaces objects of this one only, before any is built.
  public init<Outer>(
    inside outer: Composed<Outer>, named name: String? = nil, _ make: () throws -> Root,
    overrides: ((_ override: Overrides, _ app: Root) throws -> Void)? = nil
  ) throws {
    try self.init(Container(parent: outer.container), prefix: (name ?? "\(Root.self)") + ".", make, overrides)
  }

  private init(
    _ container: Container, prefix: String?, _ make: () throws -> Root, _ overrides: ((Overrides, Root) throws -> Void)?
  ) throws {
    self.container = container
    root = try make()
    var composer = Composer(container, prefix: prefix)
    try composer.compose(root, overriding: overrides)
  }

  /// A property of the composition.
  @inlinable
  public subscript<Member>(dynamicMember path: KeyPath<Root, Member>) -> Member { root[keyPath: path] }

  /// Builds what callers share before it is needed; see `Container.warmUp`.
  @discardableResult
  public func warmUp() async throws(ResolutionError) -> [WarmUpStep] { try await container.warmUp() }

  /// Shuts the container down, and disposes of its objects in reverse order of creation; see `Container.shutdown`. That is the whole container,
  /// also where the composition was made in a container that has other registrations.
  @discardableResult
  public func shutdown(fileID: StaticString = #fileID, line: UInt32 = #line) async throws(ResolutionError) -> ShutdownReport {
    try await container.shutdown(fileID: fileID, line: line)
  }

  // MARK: Scopes

  /// Runs `operation` in a new scope, and disposes of the scope's objects before it returns.
  ///
  /// ```swift
  /// try await app.withScope(Request(user: user, path: "/")) { scope in try scope(app.audit).note("opened") }
  /// ```
  ///
  /// - `given`: what the scope is given. Its type is the kind of the scope.
  /// - `operation`: the work of the scope, on the caller's actor.
  ///
  /// - Throws: what `operation` throws; `.invalidSeed` if the composition has no object of that kind.
  public func withScope<Kind: ComposedScope, Result: ~Copyable>(
    _ given: Kind, isolation: isolated (any Actor)? = #isolation, fileID: StaticString = #fileID, line: UInt32 = #line,
    operation: (OpenScope<Kind>) async throws -> Result
  ) async throws -> Result where Kind.Outer == NoOuterScope {
    try await container.withScope(Kind.kind, seeds: [.value(given)], fileID: fileID, line: line) { scope in
      _ = isolation  // captured, so that the closure does not leave the caller's actor
      return try await operation(OpenScope(scope: scope))
    }
  }

  // MARK: Overrides

  /// Runs `operation` with overrides that no other task sees; see `Container.withOverrides`.
  ///
  /// ```swift
  /// try app.withOverrides({ override, app in override(app.storage.clock) { FixedClock(hour: 6) } }) {
  ///   let greeter = try app.greeter()
  ///   #expect(greeter.greeting == "Good morning")
  /// }
  /// ```
  ///
  /// - `overrides`: collects the overrides.
  /// - `operation`: the code for which they are in force.
  public func withOverrides<Result: ~Copyable>(
    _ overrides: (_ override: Overrides, _ app: Root) throws -> Void, fileID: StaticString = #fileID, line: UInt32 = #line,
    operation: () throws -> Result
  ) throws -> Result {
    try container.withOverrides({ try collect(overrides, into: $0) }, fileID: fileID, line: line, operation: operation)
  }

  /// Runs an asynchronous `operation` with overrides that no other task sees.
  ///
  /// ```swift
  /// try await app.withOverrides({ override, app in override(app.storage.clock) { FixedClock(hour: 6) } }) {
  ///   let report = try await app.report()
  ///   #expect(report.pages == 2)
  /// }
  /// ```
  ///
  /// - `overrides`: collects the overrides.
  /// - `operation`: the code for which they are in force, with its child tasks, on the caller's actor.
  public func withOverrides<Result: ~Copyable>(
    _ overrides: (_ override: Overrides, _ app: Root) throws -> Void, isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID, line: UInt32 = #line, operation: () async throws -> Result
  ) async throws -> Result {
    try await container.withOverrides({ try collect(overrides, into: $0) }, fileID: fileID, line: line) {
      _ = isolation  // captured, so that the closure does not leave the caller's actor
      return try await operation()
    }
  }

  /// Collects overrides in a batch, such as that of the trait `.overrides(of:)`.
  ///
  /// ```swift
  /// @Test(.overrides(of: app.container) { batch in
  ///   let override = app.overrides(in: batch)
  ///   override(app.storage.clock) { FixedClock(hour: 6) }
  /// })
  /// ```
  public func overrides(in batch: Batch) -> Overrides { Overrides(in: container, to: batch) }

  private func collect(_ overrides: (Overrides, Root) throws -> Void, into batch: Batch) throws {
    let collected = Overrides(in: container, to: batch)
    try overrides(collected, root)
    try collected.check()
  }
}
