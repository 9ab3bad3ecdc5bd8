import Foundation

/// Where the figures or the picture go: opened before the run, so that a path that cannot be written is known at once, and written after it.
package struct OutputFile {
  private let descriptor: Int32

  /// Opens the file, making it if need be; what it holds stays until `write`.
  ///
  /// The path `-` is the standard output.
  package init(path: String) throws(UsageError) {
    guard path != "-" else {
      descriptor = 1
      return
    }
    descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw UsageError("cannot write '\(path)': \(String(cString: strerror(errno)))") }
  }

  package var isStandardOutput: Bool { descriptor == 1 }

  package func write(_ text: String) {
    if !isStandardOutput { _ = ftruncate(descriptor, 0) }
    Console(descriptor: descriptor).write(text)
    if !isStandardOutput { _ = close(descriptor) }
  }

  /// Writes figures as JSON; says on the standard error if they cannot be.
  package func write(json figures: some Encodable, of command: String) {
    do { write(try Self.json(figures)) } catch { Console.error.line("\(command): the figures cannot be written as JSON: \(error)") }
  }

  /// Figures as JSON, ending with a line break.
  static func json(_ figures: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(figures), as: UTF8.self) + "\n"
  }
}
