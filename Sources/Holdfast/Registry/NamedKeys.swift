/// The registered keys of each type that the type alone does not lead to: those with a name, and those that are made from arguments.
///
/// So that all of a type are found without a look at every registration. A key of the type alone is found in the table, and is not kept here.
struct NamedKeys {
  private var names: [ObjectIdentifier: Set<Name>] = [:]
  /// As what else a type was registered: made from arguments of these types. A program has few of them, and none is taken out.
  private var forms: [ObjectIdentifier: [Any.Type]] = [:]

  mutating func insert(_ registration: Registration) {
    let key = registration.key
    if let name = key.name { names[ObjectIdentifier(key.type), default: []].insert(name) }
    let made = registration.madeType
    if made != key.type, forms[ObjectIdentifier(made)]?.contains(where: { $0 == key.type }) != true {
      forms[ObjectIdentifier(made), default: []].append(key.type)
    }
  }

  mutating func remove(_ key: AnyKey) {
    guard let name = key.name else { return }
    let type = ObjectIdentifier(key.type)  // types are never freed
    names[type]?.remove(name)
    if names[type]?.isEmpty == true { names[type] = nil }
  }

  mutating func removeAll() { self = NamedKeys() }

  /// The keys of a type that have a name.
  func keys(of type: Any.Type) -> [AnyKey] { names[ObjectIdentifier(type)]?.map { AnyKey(type, named: $0) } ?? [] }

  /// Every key under which a value of a type may be registered: with this name or, for nil, with any and without; also made from arguments.
  func keys(making type: Any.Type, named name: Name?) -> [AnyKey] {
    ([type] + (forms[ObjectIdentifier(type)] ?? [])).flatMap { type in
      name == nil ? [AnyKey(type)] + keys(of: type) : [AnyKey(type, named: name)]
    }
  }
}
