/// Holds what an application is made of, and shares it among any number of threads and tasks.
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
/// Every function may be called from any thread, task or actor, at any time, also from inside a factory. A shared value is built once per
/// registration; while it is built, callers that need it wait, and no others do. No lock is ever held while a factory, a `deinit` or any other
/// code of yours runs. What would wait for itself gets a `ResolutionError` with the path.
public final class Container: Sendable {
  @usableFromInline let core: Core
  /// The caller that resolves here outside every factory.
  @usableFromInline let requester: Requester
  /// What it is a layer of, if it is one: the way into force, and the container whose registrations it has.
  let overriding: (layers: Layers, base: Container)?

  /// Makes an empty container.
  public init(duplicates: DuplicatePolicy = .replace) {
    core = Core(duplicates: duplicates, parent: nil)
    requester = Requester(context: Context(core, isHandle: true), depth: 0)
    overriding = nil
  }

  /// Makes an empty container that asks `parent` for what it has no registration of its own for.
  ///
  /// What is found in the parent is built and kept there, with the parent's registrations. A child's own registration shadows the parent's.
  public init(parent: some Resolver & Sendable, duplicates: DuplicatePolicy = .replace) {
    core = Core(duplicates: duplicates, parent: parent)
    requester = Requester(context: Context(core, isHandle: true), depth: 0)
    overriding = nil
  }

  /// Makes a container with the registrations that `register` adds to the batch.
  ///
  /// - Throws: `ResolutionError` for a batch that cannot be applied; whatever `register` throws.
  public convenience init(duplicates: DuplicatePolicy = .replace, _ register: (Batch) throws -> Void) throws {
    self.init(duplicates: duplicates)
    try registerAll(register)
  }

  /// Makes a container with a parent and its first registrations, published as one batch.
  public convenience init(
    parent: some Resolver & Sendable, duplicates: DuplicatePolicy = .replace, _ register: (Batch) throws -> Void
  ) throws {
    self.init(parent: parent, duplicates: duplicates)
    try registerAll(register)
  }

  /// Makes a container of a layer; see `init(overriding:_:)`.
  init(_ layers: Layers, keeping base: Container) {
    core = layers.layer
    requester = Requester(context: Context(core, isHandle: true), depth: 0)
    overriding = (layers, base)
  }

  deinit {
    if let overriding { overriding.layers.leave() } else { core.leave() }
  }
}
