import OnceKernel

/// A named bundle of registrations.
///
/// ```swift
/// struct StorageAssembly: Assembly {
///   var dependencies: [any Assembly] { [LoggingAssembly()] }
///   func register(in batch: Batch) {
///     batch.register((any Store).self) { r in try DiskStore(logger: r.resolve()) }
///   }
/// }
/// let container = try Container(StorageAssembly(), NetworkAssembly())
/// ```
///
/// Two containers that are made from one assembly are independent. A container keeps an assembly that is a `Hashable` value, to compare it with those
/// that come later: its `==` and `hash(into:)` must be safe on any thread.
public protocol Assembly {
  /// The assemblies that have to be applied before this one. A container applies each type of dependency once, even if several assemblies depend on
  /// it, and not if one of its parents has it. If you pass an assembly of that type yourself, the container applies only yours.
  var dependencies: [any Assembly] { get }

  /// Adds the registrations to a batch. A container calls it once, or again if another thread applies assemblies meanwhile. If it throws, the
  /// container publishes nothing, and a later `apply` calls it again.
  func register(in batch: Batch) throws

  /// Does work that has to happen at start. The container calls it after it has published all assemblies, in their order.
  ///
  /// If it throws, the registrations stay published.
  func loaded(in container: Container) throws
}

extension Assembly {
  /// No assemblies, by default.
  public var dependencies: [any Assembly] { [] }

  /// Does nothing, by default.
  public func loaded(in container: Container) {}
}

extension Container {
  /// Makes a container with the registrations of assemblies; see `apply(_:)`.
  public convenience init(_ assemblies: any Assembly..., duplicates: DuplicatePolicy = .replace) throws(ResolutionError) {
    try self.init(assemblies, duplicates: duplicates)
  }

  /// Makes a container with the registrations of assemblies that are in an array; see `apply(_:)`.
  public convenience init(_ assemblies: [any Assembly], duplicates: DuplicatePolicy = .replace) throws(ResolutionError) {
    self.init(duplicates: duplicates)
    try apply(all: assemblies)
  }

  /// Applies assemblies in order, the dependencies of each first. All registrations become visible together. Inside an override layer they
  /// go into that layer.
  ///
  /// An assembly that you pass and another one depends on is applied where it is first needed. What the container, or one that it asks, has already
  /// is not applied again: a dependency of the same type, unless you pass one of that type; and an assembly that you pass if it is the same object,
  /// an equal `Hashable` value, or of a type without stored properties. `unregisterAll()` forgets what was applied.
  ///
  /// Assemblies that are in an array are the `dependencies` of one that you write for them.
  ///
  /// - Throws: One `ResolutionError` that lists all duplicates, if the container rejects duplicates; `.assemblyFailed` with the error that an
  ///   assembly threw. Then nothing was applied, unless `loaded(in:)` threw.
  @discardableResult
  public func apply(_ assemblies: any Assembly...) throws(ResolutionError) -> Container {
    try apply(all: assemblies)
    return self
  }

  private func apply(all assemblies: [any Assembly]) throws(ResolutionError) {
    let target = core.innermost.lasting
    while true {
      var walk = AssemblyWalk(assemblies, in: target)
      try walk.applyGiven()
      // Which are new is decided with no lock held, as that runs their `==`.
      if try target.apply(walk.batch.contents, by: walk.change).isOutdated { continue }
      for assembly in walk.order { try assembly.reportLoaded(in: self) }
      return
    }
  }
}

/// Which of some assemblies, and of those they depend on, have to be applied, and in which order.
private struct AssemblyWalk {
  private let given: [any Assembly]
  /// The places of each type in `given`.
  private let places: [ObjectIdentifier: [Int]]
  /// Those of `given` that were come to.
  private var visited: Set<Int> = []
  /// What is known where the container asks, and what it is a layer of.
  private let inherited: [AppliedAssemblies]
  private let seen: UInt
  /// What is known in the container itself, with what was come to.
  private var applied: AppliedAssemblies
  private var owners: [AnyKey: String] = [:]
  private var defaultOwners: [String] = []
  let batch = Batch()
  private(set) var order: [any Assembly] = []

  init(_ assemblies: [any Assembly], in core: Core) {
    given = assemblies
    places = Dictionary(grouping: assemblies.indices) { ObjectIdentifier(type(of: assemblies[$0])) }
    inherited = core.above.map { $0.registry.enter { $0.applied } }
    applied = core.registry.enter { $0.applied }
    seen = applied.version
  }

  /// What it changes, beside what is in the batch.
  var change: AssemblyChange { AssemblyChange(seen: seen, applied: applied, owners: owners, defaultOwners: defaultOwners) }

  mutating func applyGiven() throws(ResolutionError) {
    for index in given.indices { try applyGiven(at: index) }
  }

  private mutating func applyGiven(at index: Int) throws(ResolutionError) {
    let assembly = given[index]
    guard visited.insert(index).inserted, !applied.contains(assembly), !inherited.contains(where: { $0.contains(assembly) }) else { return }
    try apply(assembly)
  }

  private mutating func applyNeeded(_ dependency: any Assembly) throws(ResolutionError) {
    if let places = places[ObjectIdentifier(type(of: dependency))] {
      for index in places { try applyGiven(at: index) }
    } else if !applied.containsType(of: dependency), !inherited.contains(where: { $0.containsType(of: dependency) }) {
      try apply(dependency)
    }
  }

  private mutating func apply(_ assembly: some Assembly) throws(ResolutionError) {
    // First: assemblies may depend on each other.
    applied.insert(assembly)
    if !Mutant.dependenciesLast.isActive { for dependency in assembly.dependencies { try applyNeeded(dependency) } }
    let before = batch.contents.registrations.count
    try assembly.registerOrFail(in: batch)
    order.append(assembly)
    let (name, contents) = (_typeName(type(of: assembly), qualified: false), batch.contents)
    for registration in contents.registrations[before...] { owners[registration.key] = name }
    while defaultOwners.count < contents.defaults.count { defaultOwners.append(name) }
    if Mutant.dependenciesLast.isActive { for dependency in assembly.dependencies { try applyNeeded(dependency) } }
  }
}

extension Assembly {
  fileprivate func registerOrFail(in batch: Batch) throws(ResolutionError) {
    do { try register(in: batch) } catch { throw .assemblyFailed(Self.self, error, whileLoading: false) }
  }

  fileprivate func reportLoaded(in container: Container) throws(ResolutionError) {
    do { try loaded(in: container) } catch { throw .assemblyFailed(Self.self, error, whileLoading: true) }
  }
}
