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
  /// What has to be registered before: each type of assembly is applied once, however many depend on it.
  var dependencies: [any Assembly] { get }

  /// Puts the registrations into a batch, which is published whole. Called once for each container.
  func register(in batch: Batch)
}

extension Assembly {
  /// None, unless an assembly says otherwise.
  public var dependencies: [any Assembly] { [] }
}

extension Container {
  /// Makes a container with the registrations of assemblies.
  public convenience init(_ assemblies: any Assembly..., duplicates: DuplicatePolicy = .replace) throws(ResolutionError) {
    self.init(duplicates: duplicates)
    try apply(assemblies)
  }

  /// Applies assemblies in order, dependencies first: all their registrations as one step, or none. Inside an override layer they go into it.
  ///
  /// - Throws: one `ResolutionError` that lists every duplicate, inside one assembly or across them, if the container rejects them.
  @discardableResult
  public func apply(_ assemblies: any Assembly...) throws(ResolutionError) -> Container {
    try apply(assemblies)
  }

  @discardableResult
  private func apply(_ assemblies: [any Assembly]) throws(ResolutionError) -> Container {
    let batch = Batch()
    var seen: Set<ObjectIdentifier> = []
    var owners: [AnyKey: String] = [:]
    for assembly in assemblies { assembly.collect(into: batch, &seen, &owners) }
    let registrations = batch.registrations
    let (registered, target) = (owners, core.innermost)
    try target.apply(registrations)
    target.registry.enter { $0.note(registered) }
    return self
  }
}

extension Assembly {
  fileprivate func collect(into batch: Batch, _ seen: inout Set<ObjectIdentifier>, _ owners: inout [AnyKey: String]) {
    guard seen.insert(ObjectIdentifier(Self.self)).inserted else { return }
    for dependency in dependencies { dependency.collect(into: batch, &seen, &owners) }
    let before = batch.registrations.count
    register(in: batch)
    let name = _typeName(Self.self, qualified: false)
    for registration in batch.registrations[before...] { owners[registration.key] = name }
  }
}
