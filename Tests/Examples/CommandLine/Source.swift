import Foundation

/// Where texts come from.
protocol Source: Sendable {
  func text(of name: String) throws -> String
}

/// Texts in files.
struct FileSource: Source {
  func text(of name: String) throws -> String {
    guard let data = FileManager.default.contents(atPath: name) else { throw Unreadable(name: name) }
    return String(decoding: data, as: UTF8.self)
  }

  struct Unreadable: Error, CustomStringConvertible {
    let name: String
    var description: String { "cannot read \(name)" }
  }
}
