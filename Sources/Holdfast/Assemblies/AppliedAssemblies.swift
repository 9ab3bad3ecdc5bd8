import OnceKernel

/// The assemblies that were applied to a container: what it takes to know one that comes again.
// unchecked: an assembly that is not Sendable is only compared with those that come later, as `Assembly` says.
struct AppliedAssemblies: @unchecked Sendable {
  /// Those of one type.
  private struct Known {
    /// Class instances, which the container does not keep alive.
    var objects: [WeakBox] = []
    /// Values that can be compared.
    var values: Set<AnyHashable> = []
  }

  private var known: [ObjectIdentifier: Known] = [:]  // by type; types are never freed
  /// Counts the changes, so that a caller that decided by it learns of a change meanwhile.
  private(set) var version: UInt = 0

  init() {}

  /// None, after these were forgotten.
  init(after forgotten: AppliedAssemblies) { version = forgotten.version + 1 }

  /// Whether one of the type of `assembly` was applied.
  func containsType(of assembly: any Assembly) -> Bool { known[ObjectIdentifier(type(of: assembly))] != nil }

  /// Whether it was applied itself: the same object, an equal Hashable value, or the one value of a type without stored properties.
  ///
  /// Runs the `==` of assemblies, so with no lock held.
  func contains(_ assembly: any Assembly) -> Bool {
    if Mutant.appliesTwice.isActive { return false }
    let type = type(of: assembly)
    guard let known = known[ObjectIdentifier(type)] else { return false }
    if type is AnyClass { return known.objects.contains { $0.object === assembly as AnyObject } }
    // An isolated conformance is found on its actor alone; elsewhere the assembly is one that cannot be compared.
    if let value = assembly as? any Hashable { return known.values.contains(AnyHashable(value)) }
    return Self.isEmpty(type)
  }

  /// - Complexity: Linear in the number of objects of its type.
  mutating func insert(_ assembly: any Assembly) {
    let type = type(of: assembly)
    version += 1
    if type is AnyClass {
      known[ObjectIdentifier(type), default: Known()].objects.removeAll { $0.object == nil }
      known[ObjectIdentifier(type), default: Known()].objects.append(WeakBox(assembly as AnyObject))
    } else if let value = assembly as? any Hashable {  // isolated: as in `contains`
      known[ObjectIdentifier(type), default: Known()].values.insert(AnyHashable(value))
    } else {
      known[ObjectIdentifier(type), default: Known()] = Known()
    }
  }

  private static func isEmpty<A: Assembly>(_ type: A.Type) -> Bool { MemoryLayout<A>.size == 0 }
}

/// What assemblies change in a container beside what is registered.
struct AssemblyChange: Sendable {
  /// The version of what was known of assemblies when the change was decided.
  let seen: UInt
  let applied: AppliedAssemblies
  /// The name of the assembly that registered a key.
  let owners: [AnyKey: String]
  /// The name of the assembly of each group of defaults.
  let defaultOwners: [String]
}
