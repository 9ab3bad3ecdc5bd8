import Foundation

extension Console {
  /// Does something with a console, and answers what was written to it too.
  package static func capturing<Result>(_ body: (Console) throws -> Result) throws -> (Result, text: String) {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("console-\(UUID().uuidString).txt")
    try Data().write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let handle = try FileHandle(forWritingTo: file)
    defer { try? handle.close() }
    let result = try body(Console(descriptor: handle.fileDescriptor))
    return (result, try String(contentsOf: file, encoding: .utf8))
  }
}
