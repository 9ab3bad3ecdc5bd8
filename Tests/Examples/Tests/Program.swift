import Foundation
import TestSupport

/// A program of the package, built beside these tests.
struct Program: Sendable {
  let name: String

  var url: URL { Self.folder.appendingPathComponent(name) }

  func run(_ arguments: String...) async throws -> Command.Result { try await run(arguments) }

  func run(_ arguments: [String]) async throws -> Command.Result { try await Command(url, arguments).run() }

  /// Where the products are: beside the test bundle.
  private static let folder: URL = {
    let bundle = Bundle(for: Marker.self).bundleURL
    return bundle.pathExtension == "xctest" ? bundle.deletingLastPathComponent() : bundle
  }()

  private final class Marker {}
}
