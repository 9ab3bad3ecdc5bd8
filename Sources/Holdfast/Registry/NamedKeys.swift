/// The registered keys of each type that the type alone does not lead to: those with a name, and those that are made from arguments.
///
/// So that all of a type are found without a look at every registration. A key of the type alone is found in the table, and is not kept here.
struct NamedKeys {
  private var names: [ObjectIdentifier: Names] = [:]
  /// As what else a type was registered: made from arguments of these types. A program has few of them, and none is taken out.
  private var forms: [ObjectIdentifier: [Any.Type]] = [:]

  /// - Parameter isNew: whether nothing is registered under its key yet.
  mutating func insert(_ registration: Registration, isNew: @autoclosure () -> Bool) {
    let key = registration.key
    if let name = key.name, isNew() { names[ObjectIdentifier(key.type), default: Names()].insert(name) }
    let made = registration.madeType
    if made != key.type, forms[ObjectIdentifier(made)]?.contains(where: { $0 == key.type }) != true {
      forms[ObjectIdentifier(made), default: []].append(key.type)
    }
  }

  /// Takes out a key that is registered.
  mutating func remove(_ key: AnyKey) {
    guard let name = key.name else { return }
    let type = ObjectIdentifier(key.type)  // types are never freed
    names[type]?.remove(name)
    if names[type]?.all.isEmpty == true { names[type] = nil }
  }

  mutating func removeAll() { self = NamedKeys() }

  /// The keys of a type that have a name.
  func keys(of type: Any.Type) -> [AnyKey] { names[ObjectIdentifier(type)]?.registered.map { AnyKey(type, named: $0) } ?? [] }

  /// Every key under which a value of a type may be registered: with this name or, for nil, with any and without; also made from arguments.
  func keys(making type: Any.Type, named name: Name?) -> [AnyKey] {
    ([type] + (forms[ObjectIdentifier(type)] ?? [])).flatMap { type in
      name == nil ? [AnyKey(type)] + keys(of: type) : [AnyKey(type, named: name)]
    }
  }

  /// A list, so that a registration does not pay for a second hash table that grows with the first.
  private struct Names {
    /// Each name once; also those that were taken out, until they are more than the others.
    private(set) var all: [Name] = []
    private var takenOut: Set<Name> = []

    mutating func insert(_ name: Name) {
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
