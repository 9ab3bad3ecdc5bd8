/// Which registrations somebody may have meant.
enum NearMiss {
  private static let limit = 5
  /// Names of types are slow to spell: beyond this many registrations only the same type under other names is looked for.
  private static let spelledLimit = 2000

  /// The same type under another name or made from other arguments, or a type that is spelled alike: in another module, `any P` for `P`, in
  /// other case.
  static func of(_ key: AnyKey, among registrations: [Registration]) -> [String] {
    var near = registrations.filter { $0.isNode && $0.key.valueType == key.valueType && $0.key != key }
    if registrations.count <= spelledLimit {
      let wanted = plain(key.type)
      near += registrations.filter { $0.isNode && $0.key.valueType != key.valueType && plain($0.key.type) == wanted }
    }
    let shown = near.prefix(limit).map { "\($0.key) (at \($0.site))" }
    return near.count > limit ? shown + ["\(near.count - limit) more"] : shown
  }

  private static func plain(_ type: Any.Type) -> String {
    var name = _typeName(type, qualified: false).lowercased()
    if name.hasPrefix("any ") { name.removeFirst(4) }
    return name
  }
}
