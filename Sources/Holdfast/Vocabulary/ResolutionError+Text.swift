extension ResolutionError {
  public var description: String {
    var lines = ["\(message)"]
    if path.count > 1 { lines.append("  path: " + Self.text(of: path)) }
    if let place = sites.first, code == .notRegistered { lines.append("  needed by the registration at \(place)") }
    if let site { lines.append("  registered at \(Self.text(of: code == .cycle && !sites.isEmpty ? sites : [site]))") }
    if let underlying { lines.append("  cause: \(Self.plain(String(describing: underlying), limit: 1000))") }
    lines.append("  remedy: \(remedy)")
    return Self.bounded(lines.joined(separator: "\n"))
  }

  /// The two ends of a path, with the number of steps left out between them.
  package static func text(of path: [AnyKey]) -> String {
    let shown = 6
    guard path.count > 2 * shown else { return path.map(\.description).joined(separator: " → ") }
    let head = path.prefix(shown).map(\.description)
    let tail = path.suffix(shown).map(\.description)
    return (head + ["… (\(path.count - 2 * shown) more) …"] + tail).joined(separator: " → ")
  }

  private static func text(of sites: [SourceSite]) -> String {
    let shown = 6
    let places = sites.prefix(shown).map(\.description) + (sites.count > shown ? ["\(sites.count - shown) more places"] : [])
    return places.joined(separator: ", ")
  }

  /// Text from elsewhere without control characters, cut at a limit.
  private static func plain(_ text: String, limit: Int) -> String {
    var result = ""
    for scalar in text.unicodeScalars.prefix(limit) {
      if scalar.properties.generalCategory == .control {
        result += scalar == "\n" ? " " : "\\u{\(String(scalar.value, radix: 16))}"
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return text.unicodeScalars.count > limit ? result + "…" : result
  }

  private static func bounded(_ text: String) -> String {
    let limit = 4096
    guard text.utf8.count > limit else { return text }
    var end = text.utf8.index(text.startIndex, offsetBy: limit - 3)
    while end.samePosition(in: text) == nil { end = text.utf8.index(before: end) }
    return text[..<end] + "…"
  }
}
