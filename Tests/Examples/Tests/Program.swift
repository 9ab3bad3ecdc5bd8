import Foundation

/// A program of the package, built beside these tests.
struct Program: Sendable {
  let name: String

  var url: URL { Self.folder.appendingPathComponent(name) }

  struct Outcome: Sendable {
    let status: Int32
    let output: String
    let errors: String
  }

  func run(_ arguments: String...) async throws -> Outcome { try await run(arguments) }

  /// Suspends until it has ended: a thread of the pool that waited would be missing to the tests beside this one.
  func run(_ arguments: [String]) async throws -> Outcome {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("\(name)-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    // Files take everything; pipes would have to be emptied while the program runs.
    let files = ["output", "errors"].map { folder.appendingPathComponent($0) }
    let handles = try files.map { file in
      try Data().write(to: file)
      return try FileHandle(forWritingTo: file)
    }

    let process = Process()
    process.executableURL = url
    process.arguments = arguments
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = handles[0]
    process.standardError = handles[1]
    let status = try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Int32, any Error>) in
      process.terminationHandler = { continuation.resume(returning: $0.terminationStatus) }
      do {
        try process.run()
      } catch {
        continuation.resume(throwing: error)
      }
    }
    let texts = try files.map { String(decoding: try Data(contentsOf: $0), as: UTF8.self) }
    return Outcome(status: status, output: texts[0], errors: texts[1])
  }

  /// Where the products are: beside the test bundle.
  private static let folder: URL = {
    let bundle = Bundle(for: Marker.self).bundleURL
    return bundle.pathExtension == "xctest" ? bundle.deletingLastPathComponent() : bundle
  }()

  private final class Marker {}
}
