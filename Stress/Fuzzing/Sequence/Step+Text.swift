extension Step: CustomStringConvertible {
  /// As it stands in a file: the six fields, with `-` for what is not there.
  public var description: String {
    "\(verb.rawValue) \(target.rawValue) \(key.rawValue) \(kind.rawValue) \(needs?.rawValue ?? "-") \(flag ? "yes" : "-")"
  }

  /// Reads what `description` says; nil for anything else.
  public init?(_ line: String) {
    let words = line.split { $0 == " " }.map(String.init)
    guard words.count == 6, let verb = Verb(rawValue: words[0]), let target = Target(rawValue: words[1]),
      let key = Word(rawValue: words[2]),
      let kind = Kind(rawValue: words[3])
    else { return nil }
    self.init(verb)
    self.target = target
    self.key = key
    self.kind = kind
    needs = Word(rawValue: words[4])
    flag = words[5] == "yes"
    guard description == words.joined(separator: " ") else { return nil }
  }
}
