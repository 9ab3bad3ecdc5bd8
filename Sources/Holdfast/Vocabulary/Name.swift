import OnceKernel

/// Tells several registrations of one type apart.
///
/// ```swift
/// extension Name { static let mock: Name = "mock" }
/// let service: any Servicing = try container.resolve(named: .mock)
/// let other: any Servicing = try container.resolve(named: Name(settings.mode))
/// ```
///
/// Two names are equal if their texts are equal as `String`s, so canonically equivalent texts are the same name. The empty name is a name like any
/// other and differs from no name. A name computes its hash once, when it is made, so a constant is fast to look up.
public struct Name: Sendable, Hashable, ExpressibleByStringLiteral, CustomStringConvertible {
  /// The text of the name.
  public let text: String
  @usableFromInline let hash: Int

  /// A name that is known only at run time. Otherwise write a string literal.
  public init(_ text: String) {
    self.init(text, hash: text.hashValue)
  }

  public init(stringLiteral value: String) {
    self.init(value)
  }

  /// For tests: a name whose hash collides at will.
  package init(_ text: String, hash: Int) {
    self.text = text
    self.hash = hash
  }

  public var description: String { Escaped(text, limit: 80).description }

  // MARK: Contributions

  private static let contributed = "\u{0}contribution"
  private static let contributions = Guarded(0)

  /// A name that no other registration has: of what is contributed to a collection.
  static func contribution() -> Name {
    let number = contributions.withLock { count in
      count += 1
      return count
    }
    return Name("\(contributed) \(number)")
  }

  /// Whether `contribution()` made it.
  var isContribution: Bool { text.hasPrefix(Self.contributed) }

  @inlinable
  public static func == (left: Name, right: Name) -> Bool {
    left.hash == right.hash && left.text == right.text
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(hash)
  }
}
