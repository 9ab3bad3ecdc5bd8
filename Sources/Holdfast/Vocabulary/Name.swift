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
    self.init(stringLiteral: text)
  }

  public init(stringLiteral value: String) {
    self.init(value, hash: Self.hash(of: value))
  }

  /// For tests: a name whose hash collides at will.
  package init(_ text: String, hash: Int) {
    self.text = text
    self.hash = hash
  }

  public var description: String { Escaped(text, limit: 80).description }

  // MARK: Hashing

  /// The hash of the text's bytes, in a fraction of what `Hasher` takes. Not inlined: a client's calls with literal names would take ten times as long
  /// to compile.
  @inline(__always)
  private static func hash(of text: String) -> Int {
    let ofBytes = text.utf8.withContiguousStorageIfAvailable { hash(ofASCII: UnsafeRawBufferPointer($0)) }
    return ofBytes.flatMap { $0 } ?? hash(ofUnusual: text)
  }

  /// Nil for bytes that are not ASCII. The last eight bytes may overlap those before them.
  @inline(__always)
  private static func hash(ofASCII bytes: UnsafeRawBufferPointer) -> Int? {
    var hash = UInt64(truncatingIfNeeded: bytes.count)
    var all: UInt64 = 0
    var last: UInt64 = 0
    if bytes.count >= 8 {
      for index in stride(from: 0, to: bytes.count - 8, by: 8) {
        let chunk = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self))
        (hash, all) = (mixed(hash, chunk), all | chunk)
      }
      last = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: bytes.count - 8, as: UInt64.self))
    } else if bytes.count >= 4 {
      let (front, back) = (bytes.loadUnaligned(as: UInt32.self), bytes.loadUnaligned(fromByteOffset: bytes.count - 4, as: UInt32.self))
      last = UInt64(UInt32(littleEndian: front)) | UInt64(UInt32(littleEndian: back)) &<< 32
    } else {
      for byte in bytes { last = last &<< 8 | UInt64(byte) }
    }
    return (all | last) & 0x8080_8080_8080_8080 == 0 ? Int(truncatingIfNeeded: mixed(hash, last)) : nil
  }

  private static func mixed(_ hash: UInt64, _ chunk: UInt64) -> UInt64 {
    let product = (hash ^ chunk) &* 0x9E37_79B9_7F4A_7C15  // the golden ratio's fraction, in 64 bits on every machine
    return product ^ product &>> 32
  }

  /// The hash of a text that is not ASCII, or whose bytes do not lie in one piece.
  ///
  /// Equal texts need equal hashes, and three characters are canonically equivalent to one of ASCII: the Kelvin sign, the Greek question mark and
  /// the varia.
  private static func hash(ofUnusual text: String) -> Int {
    // Of a text, not of an address: names that have the same one are compared.
    func ascii(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
      switch scalar {
      case "\u{212A}": "K"
      case "\u{37E}": ";"
      case "\u{1FEF}": "`"
      default: nil
      }
    }
    if text.isContiguousUTF8, !text.unicodeScalars.contains(where: { ascii($0) != nil }) { return text.hashValue }
    var plain = String(String.UnicodeScalarView(text.unicodeScalars.map { ascii($0) ?? $0 }))
    return plain.withUTF8 { hash(ofASCII: UnsafeRawBufferPointer($0)) } ?? text.hashValue
  }

  // MARK: Contributions

  private static let contributed = "\u{0}contribution"
  private static let contributions = Guarded(0)

  /// A name of what is contributed to a collection, which no other registration has.
  ///
  /// - Parameters:
  ///   - collection: the collection's name.
  ///   - id: what the contribution is known by; without it, this name is never made again.
  static func contribution(to collection: Name? = nil, id: Name? = nil) -> Name {
    if let id { return Name("\(prefix(collection))\"\(id.text)\"") }
    let number = contributions.withLock { count in
      count += 1
      return count
    }
    return Name("\(prefix(collection))\(number)")
  }

  /// What the names of the contributions to a collection begin with. The length says where the collection's name ends.
  private static func prefix(_ collection: Name?) -> String {
    collection.map { "\(contributed) to \($0.text.utf8.count) \($0.text) " } ?? "\(contributed) "
  }

  /// Whether it is a contribution to the collection of this name.
  func isContribution(to collection: Name) -> Bool { text.hasPrefix(Self.prefix(collection)) }

  /// The collection and the identity that `contribution(to:id:)` made it of; nil for a name of a program's own.
  var contribution: (collection: Name?, id: Name?)? {
    guard isContribution else { return nil }
    var (rest, collection) = (text.utf8.dropFirst(Self.contributed.utf8.count), Name?.none)
    if let length = Self.length(after: " to ", in: &rest) {
      collection = Name(String(Substring(rest.prefix(length))))
      rest = rest.dropFirst(length)
    }
    let last = rest.dropFirst()
    return (collection, last.first == UInt8(ascii: "\"") ? Name(String(Substring(last.dropFirst().dropLast()))) : nil)
  }

  /// Takes `prefix`, a number and a space from the front of a text; leaves it as it is, and answers nil, where it does not begin so.
  private static func length(after prefix: String, in rest: inout Substring.UTF8View) -> Int? {
    guard rest.starts(with: prefix.utf8) else { return nil }
    let number = rest.dropFirst(prefix.utf8.count).prefix { $0 != UInt8(ascii: " ") }
    rest = rest.dropFirst(prefix.utf8.count + number.count + 1)
    return Int(String(Substring(number)))
  }

  /// Whether `contribution(to:id:)` made it.
  var isContribution: Bool { text.hasPrefix(Self.contributed) }

  @inlinable
  public static func == (left: Name, right: Name) -> Bool {
    left.hash == right.hash && left.text == right.text
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(hash)
  }
}
