import Foundation

/// A handle of its own on the database's file.
final class DatabaseConnection: Sendable {
  private let file: FileHandle

  init(_ url: URL) throws {
    // In append mode two handles never write into each other's lines.
    let descriptor = open(url.path, O_WRONLY | O_APPEND | O_CREAT, 0o600)
    guard descriptor >= 0 else { throw CocoaError(.fileWriteUnknown) }
    file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
  }

  func append(_ lines: String) throws { try file.write(contentsOf: Data(lines.utf8)) }
}
