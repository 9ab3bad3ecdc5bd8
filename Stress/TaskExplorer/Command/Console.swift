import Foundation

/// Writes lines to one of the standard streams, at once.
package struct Console: Sendable {
  private let handle: @Sendable () -> FileHandle

  package static let output = Console { .standardOutput }
  package static let error = Console { .standardError }

  private init(_ handle: @escaping @Sendable () -> FileHandle) {
    self.handle = handle
  }

  package func line(_ text: String) {
    handle().write(Data((text + "\n").utf8))
  }
}
