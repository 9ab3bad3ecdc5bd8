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
/// Two containers that are made from one assembly are independent.
public protocol Assembly {
  /// The assemblies that have to be applied before this one. One `apply` applies each type of dependency once, even if several
  /// assemblies depend on it. If you pass an assembly of that type yourself, the container applies only yours.
  var dependencies: [any Assembly] { get }

  /// Adds the registrations to a batch. Each container calls it once. If it throws, the container publishes nothing.
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
  /// Makes a container with the registrations of assemblies.
  public convenience init(_ assemblies: any Assembly..., duplicates: DuplicatePolicy = .replace) throws(ResolutionError) {
    try self.init(assemblies, duplicates: duplicates)
  }

  /// Makes a container with the registrations of assemblies.
  public convenience init(_ assemblies: [any Assembly], duplicates: DuplicatePolicy = .replace) throws(ResolutionError) {
    self.init(duplicates: duplicates)
    try apply(assemblies)
  }

  /// Applies assemblies in order, the dependencies of each first. All registrations become visible together. Inside an override layer they
  /// go into that layer.
  ///
  /// - Throws: One `ResolutionError` that lists all duplicates, if the container rejects duplicates; `.assemblyFailed` with the error that an
  ///   assembly threw. Then nothing was applied, unless `loaded(in:)` threw.
  @discardableResult
  public func apply(_ assemblies: any Assembly...) throws(ResolutionError) -> Container {
    try apply(assemblies)
  }

  /// Applies assemblies in order, the dependencies of each first. All registrations become visible together.
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
