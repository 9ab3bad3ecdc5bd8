/// Builds the objects of a program from registered factories, and shares them among threads and tasks.
///
/// ```swift
/// let container = try Container { batch in
///   batch.register((any Store).self) { _ in DiskStore() }
///   batch.register(Checkout.self) { r in try Checkout(store: r.resolve()) }
///   batch.register(Basket.self, scope: .transient) { _ in Basket() }
/// }
/// let checkout = try container.resolve(Checkout.self)
/// ```
///
/// You may call every function from any thread, task or actor, at any time; all but `shutdown` even inside a factory. A container builds a shared
/// value once for each registration. While it builds, only callers of the same value wait. It holds no lock while a factory, a `deinit` or other
/// code of yours runs. A cycle throws a `ResolutionError` that shows its path.
public final class Container: Sendable {
  @usableFromInline let core: Core
  /// Internal: the caller that resolves here outside every factory.
  @_documentation(visibility: internal)
  public let requester: Requester
  /// Its own run, in which nothing is built.
  var run: Run { requester.run.unsafelyUnwrapped }  // set by each init
  /// Set if it overrides another container: what puts its layer in force, and the other container.
  let overriding: (layers: OverrideBinding, base: Container)?

  /// Makes an empty container.
  public init(duplicates: DuplicatePolicy = .replace) {
    core = Core(duplicates: duplicates, parent: nil)
    requester = Run(core, isContainersOwn: true).outermost
    overriding = nil
  }

  /// Makes an empty container that asks `parent` for keys that it does not have.
  ///
  /// The parent builds and keeps such values, with its own registrations. If the child has a registration of the key too, callers of the child
  /// get the child's value.
  public init(parent: any Resolver & Sendable, duplicates: DuplicatePolicy = .replace) {
    // Not generic: the compiler would take the closure of `Container { … }` for the parent wherever it finds a mistake in the closure.
    core = Core(duplicates: duplicates, parent: parent)
    requester = Run(core, isContainersOwn: true).outermost
    overriding = nil
  }

  /// Makes a container with the registrations that `register` adds to the batch.
  ///
  /// ```swift
  /// let container = try Container { batch in
  ///   batch.register((any Store).self) { _ in DiskStore() }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - duplicates: what happens if a key is registered twice.
  ///   - register: registers values with the batch that it receives.
  /// - Throws: `ResolutionError` if the container refuses the batch; any error that `register` throws.
  @inline(never)  // inlined, its release of the container makes the optimizer of Swift 6.3.1 crash in loops of asynchronous functions
  public convenience init(duplicates: DuplicatePolicy = .replace, _ register: (Batch) throws -> Void) throws {
    self.init(duplicates: duplicates)
    try registerAll(register)
  }

  /// Makes a container with a parent and with the registrations that `register` adds to the batch.
  ///
  /// ```swift
  /// let plugin = try Container(parent: app) { batch in
  ///   batch.register(Theme.self, instance: .dark)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - parent: what the container asks for keys that it does not have.
  ///   - duplicates: what happens if a key is registered twice.
  ///   - register: registers values with the batch that it receives.
  /// - Throws: `ResolutionError` if the container refuses the batch; any error that `register` throws.
  @inline(never)  // inlined, it makes the optimizer of Swift 6.3.1 crash, as the initializer above does
  public convenience init(
    parent: any Resolver & Sendable, duplicates: DuplicatePolicy = .replace, _ register: (Batch) throws -> Void
  ) throws {
    self.init(parent: parent, duplicates: duplicates)
    try registerAll(register)
  }

  /// Makes a container of a layer; see `init(overriding:_:)`.
  init(_ layers: OverrideBinding, keeping base: Container) {
    core = layers.layer
    requester = Run(core, isContainersOwn: true).outermost
    overriding = (layers, base)
  }

  deinit {
    if let overriding { overriding.layers.leave() } else { core.leave() }
  }
}
