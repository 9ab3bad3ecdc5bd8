import OnceKernel

/// The registered keys of each type that the type alone does not lead to: those with a name, and those that are made from arguments.
///
/// So that all of a type are found without a look at every registration. A key of the type alone is found in the table, and is not kept here.
struct NamedKeys {
  /// Nil until all of a type are asked for, or there are many keys: in all other containers, a registration does not pay for it.
  private var names: [ObjectIdentifier: Names]?
  /// As what else a type was registered: made from arguments of these types. Nil until something decorates or injects: in all other containers, a
  /// registration with arguments does not pay for it. A program has few such types, and none is taken out.
  private var forms: [ObjectIdentifier: [Any.Type]]?

  /// Whether registrations are inserted here.
  var isKept: Bool { namesAreKept || forms != nil }

  var namesAreKept: Bool { names != nil }

  /// - Parameter isNew: whether nothing is registered under its key yet.
  mutating func insert(_ registration: Registration, isNew: @autoclosure () -> Bool) {
    if names != nil, let name = registration.key.name, isNew() { insert(name, of: registration) }
    if forms != nil { noteForm(of: registration) }
  }

  private mutating func insert(_ name: Name, of registration: Registration) {
    names?[ObjectIdentifier(registration.key.type), default: Names()].insert(name)  // types are never freed
  }

  /// From now on, knows the names of each type; `registered` is all that came before.
  mutating func keepNames(of registered: @autoclosure () -> [Registration]) {
    guard names == nil else { return }
    names = [:]
    for registration in registered() { if let name = registration.key.name { insert(name, of: registration) } }
  }

  /// From the first decorator or injector on, knows what is made from arguments; `registered` is all that came before.
  mutating func keepForms(of registered: @autoclosure () -> [Registration]) {
    guard forms == nil else { return }
    forms = [:]
    registered().forEach { noteForm(of: $0) }
  }

  private mutating func noteForm(of registration: Registration) {
    let (form, made) = (registration.key.type, registration.madeType)
    if made == form || forms?[ObjectIdentifier(made)]?.contains(where: { $0 == form }) == true { return }
    forms?[ObjectIdentifier(made), default: []].append(form)
  }

  /// Takes out a key that is registered.
  mutating func remove(_ key: AnyKey) {
    guard let name = key.name else { return }
    let type = ObjectIdentifier(key.type)  // types are never freed
    names?[type]?.remove(name)
    if names?[type]?.all.isEmpty == true { names?[type] = nil }
  }

  mutating func removeAll() { self = NamedKeys() }

  /// The keys of a type that have a name, if names are kept.
  func keys(of type: Any.Type) -> [AnyKey] { names?[ObjectIdentifier(type)]?.registered.map { AnyKey(type, named: $0) } ?? [] }

  /// Every key under which a value of a type may be registered: with this name or, for nil, with any and without; also made from arguments.
  func keys(making type: Any.Type, named name: Name?) -> [AnyKey] {
    ([type] + (forms?[ObjectIdentifier(type)] ?? [])).flatMap { type in
      name == nil ? [AnyKey(type)] + keys(of: type) : [AnyKey(type, named: name)]
    }
  }

  /// A list, so that a registration does not pay for a second hash table that grows with the first.
  private struct Names {
    /// Each name once; also those that were taken out, until they are more than the others.
    private(set) var all: [Name] = []
    private var takenOut: Set<Name> = []

    mutating func insert(_ name: Name) {
      if Mutant.againUnlisted.isActive, takenOut.contains(name) { return }
      if takenOut.isEmpty || takenOut.remove(name) == nil { all.append(name) }
    }

    mutating func remove(_ name: Name) {
      takenOut.insert(name)
      guard takenOut.count * 2 > all.count else { return }
      all.removeAll(where: takenOut.contains)
      takenOut = []
    }

    var registered: [Name] { takenOut.isEmpty ? all : all.filter { !takenOut.contains($0) } }
  }
}
