import Holdfast

/// What the tests build: it knows which build made it and what it was given.
final class Part: Sendable, CustomStringConvertible {
  let name: Name
  /// The number of the build that made it, from 1.
  let build: Int
  let parts: [Part]
  private let ledger: Ledger?

  init(_ name: Name, build: Int = 1, parts: [Part] = [], ledger: Ledger? = nil) {
    self.name = name
    self.build = build
    self.parts = parts
    self.ledger = ledger
    ledger?.alive.add()
  }

  deinit {
    ledger?.died(name)
    ledger?.alive.add(-1)
  }

  var description: String { "\(name) of build \(build)" }
}

extension Name {
  private static let serial = Counter()

  /// A name that no other test uses, so that its builds in flight can be told from theirs.
  static func fresh(_ text: String) -> Name { Name("\(text)#\(serial.add())") }

  /// `count` fresh names: a, b, c, …
  static func fresh(_ count: Int) -> [Name] {
    (0..<count).map { fresh(String(UnicodeScalar(UInt8(97 + $0 % 26)))) }
  }
}
