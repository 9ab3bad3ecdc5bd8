/// Which registrations the caller may have meant.
enum NearMiss {
  private static let limit = 5
  /// Names of types are slow to spell: beyond this many registrations only the same type under other names is looked for.
  private static let spelledLimit = 2000

  /// The same type under another name or made from other arguments; a type that is spelled alike: in another module, `any P` for `P`, with other
  /// attributes or effects or without arguments, in other case; a type that conforms to the protocol that was asked for, or a composition with it.
  static func of(_ key: AnyKey, among registrations: [Registration]) -> [String] {
    let nodes = registrations.filter { $0.isNode && $0.key != key }
    var near = nodes.filter { $0.key.valueType == key.valueType }
    if registrations.count <= spelledLimit {
      let others = nodes.filter { $0.key.valueType != key.valueType }
      let wanted = Spelling(key.valueType)
      near += others.filter { Spelling($0.key.valueType).isNear(wanted) }
      if let metatype = metatype(ofProtocol: key.valueType) {
        near += others.filter { offers($0.key.valueType, metatype, key.valueType) && !Spelling($0.key.valueType).isNear(wanted) }
      }
    }
    let shown = near.prefix(limit).map { "\($0.key) (at \($0.site))" }
    return near.count > limit ? shown + ["\(near.count - limit) more"] : shown
  }

  /// The registration of a type that conforms to the protocol that was asked for, or of a composition with it, if there is just one without arguments.
  static func conforming(to key: AnyKey, among registrations: [Registration]) -> AnyKey? {
    guard key.name == nil, registrations.count <= spelledLimit, let metatype = metatype(ofProtocol: key.type) else { return nil }
    let keys = registrations.filter { $0.isNode && !$0.takesArguments && offers($0.key.type, metatype, key.type) }.keys
    return keys.count == 1 && keys[0].name == nil ? keys[0] : nil
  }

  /// A type's name without what is easily left out.
  private struct Spelling {
    /// Without `any`, attributes and arguments, in lower case.
    let base: Substring
    let arguments: Substring

    init(_ type: Any.Type) {
      var name = _typeName(type, qualified: false).lowercased()
      if name.hasPrefix("any ") { name.removeFirst(4) }
      if name.contains("@") { name = name.split(separator: " ").filter { !$0.hasPrefix("@") }.joined(separator: " ") }
      if name.contains("->") { name = name.split(separator: " ").filter { $0 != "throws" && $0 != "async" }.joined(separator: " ") }
      // A function's own angle brackets are its types' arguments, which are compared with the rest.
      let end = name.contains("->") ? name.endIndex : name.firstIndex(of: "<") ?? name.endIndex
      base = name[..<end]
      arguments = name[end...]
    }

    func isNear(_ other: Spelling) -> Bool {
      base == other.base && (arguments == other.arguments || arguments.isEmpty || other.arguments.isEmpty)
    }
  }

  /// The type of which a conforming type is an instance; nil for what is no protocol, or one that every type conforms to, or a private one, which the
  /// runtime does not find by name.
  private static func metatype(ofProtocol type: Any.Type) -> Any.Type? {
    if type == Any.self || type == AnyObject.self || type == (any Sendable).self { return nil }
    // The mangled name of a protocol type ends with `_p`, and that of its metatype with `_pXp`; others have no such metatype.
    guard let name = _mangledTypeName(type), name.hasSuffix("_p") else { return nil }
    return _typeByName(name + "Xp")
  }

  /// Whether a value of `type` is one of the protocol that was asked for.
  private static func offers(_ type: Any.Type, _ metatype: Any.Type, _ wanted: Any.Type) -> Bool {
    if conforms(type, metatype) { return true }
    // The type of a composition conforms to nothing.
    return parts(of: type).isStrictSuperset(of: parts(of: wanted))
  }

  /// The protocols of a composition.
  private static func parts(of type: Any.Type) -> Set<String> {
    var name = _typeName(type, qualified: true)
    if name.hasPrefix("any ") { name.removeFirst(4) }
    return name.contains("<") || name.contains("->") ? [name] : Set(name.split(separator: " & ").map(String.init))
  }

  private static func conforms(_ type: Any.Type, _ metatype: Any.Type) -> Bool {
    func isInstance<Metatype>(of _: Metatype.Type) -> Bool { (type as Any) is Metatype }
    return _openExistential(metatype, do: isInstance)
  }
}
