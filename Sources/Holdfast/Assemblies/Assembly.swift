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
/// Assemblies are values: two containers made from one are independent.
public protocol Assembly {
  /// What has to be registered before: applied once for each type of assembly, however many depend on it, and not at all where one of that type was
  /// given itself.
  var dependencies: [any Assembly] { get }

  /// Puts the registrations into a batch, which is published whole. Called once for each container; if it throws, nothing is published.
  func register(in batch: Batch) throws

  /// Called when all assemblies that were given have been published, in their order: for what has to happen at start.
  ///
  /// What it throws leaves what was published as it is.
  func loaded(in container: Container) throws
}

extension Assembly {
  /// None, unless an assembly says otherwise.
  public var dependencies: [any Assembly] { [] }

  /// Nothing, unless an assembly says otherwise.
  public func loaded(in container: Container) {}
}

extension Container {
  /// Makes a container with the registrations of assemblies.
  public convenience init(_ assemblies: any Assembly..., duplicates: DuplicatePolicy = .replace) throws(ResolutionError) {
    try self.init(assemblies, duplicates: duplicates)
  }

  /// Makes a container with the registrations of assemblies.
  public convenience init(_ assemblies: [any Assembly], duplicates: DuplicatePolicy = .replace) throws(ResolutionError) {
    self.init(duplicates: duplicates)
    try apply(assemblies)
  }

  /// Applies each assembly that is given, in order, its dependencies first: all their registrations as one step, or none. Inside an override layer
  /// they go into it.
  ///
  /// - Throws: one `ResolutionError` that lists every duplicate, inside one assembly or across them, if the container rejects them; `.assemblyFailed`
  ///   with what an assembly threw.
  @discardableResult
  public func apply(_ assemblies: any Assembly...) throws(ResolutionError) -> Container {
    try apply(assemblies)
  }

  /// Applies each assembly that is given, in order, its dependencies first: all their registrations as one step, or none.
  @discardableResult
  public func apply(_ assemblies: [any Assembly]) throws(ResolutionError) -> Container {
    let batch = Batch()
    // What was given is applied where it was given, not where something depends on its type.
    var seen = Set(assemblies.map { ObjectIdentifier(Swift.type(of: $0)) })
    var owners: [AnyKey: String] = [:]
    var applied: [any Assembly] = []
    for assembly in assemblies { try assembly.collect(into: batch, &seen, &owners, &applied) }
    let registrations = batch.registrations
    let (registered, target) = (owners, core.innermost)
    try target.apply(registrations)
    target.registry.enter { $0.note(registered) }
    for assembly in applied { try assembly.reportLoaded(in: self) }
    return self
  }
}

extension Assembly {
  fileprivate func collect(
    into batch: Batch, _ seen: inout Set<ObjectIdentifier>, _ owners: inout [AnyKey: String], _ applied: inout [any Assembly]
  ) throws(ResolutionError) {
    for dependency in dependencies where seen.insert(ObjectIdentifier(Swift.type(of: dependency))).inserted {
      try dependency.collect(into: batch, &seen, &owners, &applied)
    }
    let before = batch.registrations.count
    do { try register(in: batch) } catch { throw .assemblyFailed(Self.self, error, whileLoading: false) }
    applied.append(self)
    let name = _typeName(Self.self, qualified: false)
    for registration in batch.registrations[before...] { owners[registration.key] = name }
  }

  fileprivate func reportLoaded(in container: Container) throws(ResolutionError) {
    do { try loaded(in: container) } catch { throw .assemblyFailed(Self.self, error, whileLoading: true) }
  }
}
