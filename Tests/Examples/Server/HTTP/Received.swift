import Foundation

/// The bytes that a connection has received and that were not taken yet.
struct Received {
  private var bytes: [UInt8] = []

  var count: Int { bytes.count }

  /// Receives what has arrived, and answers what the system's call did.
  mutating func receive(from descriptor: Int32) -> Int {
    var more = [UInt8](repeating: 0, count: 4096)
    let count = recv(descriptor, &more, more.count, 0)
    if count > 0 { bytes += more.prefix(count) }
    return count
  }

  /// The first bytes as text.
  mutating func take(_ count: Int) -> String {
    defer { bytes.removeFirst(count) }
    return String(decoding: bytes.prefix(count), as: UTF8.self)
  }

  /// The head of a message, if all of it is here.
  mutating func takeHead() -> String? { takeThrough([13, 10, 13, 10]) }

  /// A line, if all of it is here.
  mutating func takeLine() -> String? { takeThrough([13, 10]) }

  private mutating func takeThrough(_ end: [UInt8]) -> String? { bytes.firstRange(of: end).map { take($0.upperBound) } }
}
