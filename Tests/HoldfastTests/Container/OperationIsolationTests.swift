import Foundation
import Holdfast
import Testing

/// The functions that run an asynchronous closure take whatever `TaskLocal.withValue` takes, such as a call of an asynchronous method of a captured
/// object that is not `Sendable`, and whatever needs the actor of the code around it.
@Suite("What an operation may capture")
struct OperationIsolationTests {
  /// A writer as a server hands it to the code that writes a body: used by one task, and not `Sendable`.
  private final class Connection {
    private(set) var rows: [String] = []

    func write(_ row: String) async throws { rows.append(row) }
    nonisolated(nonsending) func writeHere(_ row: String) async throws { rows.append(row) }
  }

  private protocol Writer {
    mutating func write(_ row: String) async throws
  }

  private struct RowWriter: Writer {
    var rows: [String] = []

    mutating func write(_ row: String) async throws { rows.append(row) }
  }

  private static let container = Container()
  private static let written = ["scope", "seeds", "after", "error", "scope's", "container's", "overrides", "throwing", "layers"]

  @Test("In a function that is isolated to nothing")
  func nonisolatedCaller() async throws {
    let (container, connection) = (Self.container, Connection())
    try await container.withScope { _ in try await connection.write("scope") }
    try await container.withScope(seeds: []) { _ in try await connection.write("seeds") }
    let scope = try container.openScope()
    try await scope.endAfter { try await connection.write("after") }
    let other = try container.openScope()
    try await other.endOnError { try await connection.write("error") }
    try await other.withCurrent { try await connection.write("scope's") }
    await other.end()
    try await container.withCurrent { try await connection.write("container's") }
    try await container.withOverrides({ _ in }) { try await connection.write("overrides") }
    try await container.withOverrides({ batch in try Self.fill(batch) }) { try await connection.write("throwing") }
    try await OverrideLayers.current.apply { try await connection.write("layers") }
    #expect(connection.rows == Self.written)
  }

  @Test("A writer that the caller lends, as libraries for servers do")
  func streamedBody() async throws {
    func body(_ writer: inout some Writer) async throws {
      let scope = try Self.container.openScope()
      try await scope.endAfter { for row in ["a", "b"] { try await writer.write(row) } }
    }
    var writer = RowWriter()
    try await body(&writer)
    #expect(writer.rows == ["a", "b"])
  }

  @Test("On the main actor, where the operation stays")
  @MainActor func mainActorCaller() async throws {
    let (container, connection) = (Self.container, Connection())
    func note(_ row: String) async throws {
      MainActor.preconditionIsolated()
      try await connection.writeHere(row)
    }
    try await container.withScope { _ in try await note("scope") }
    try await container.withScope(seeds: []) { _ in try await note("seeds") }
    let scope = try container.openScope()
    try await scope.endAfter { try await note("after") }
    let other = try container.openScope()
    try await other.endOnError { try await note("error") }
    try await other.withCurrent { try await note("scope's") }
    await other.end()
    try await container.withCurrent { try await note("container's") }
    try await container.withOverrides({ _ in }) { try await note("overrides") }
    try await container.withOverrides({ batch in try Self.fill(batch) }) { try await note("throwing") }
    try await OverrideLayers.current.apply { try await note("layers") }
    #expect(connection.rows == Self.written)
  }

  @Test("On an actor, where the operation stays")
  func actorCaller() async throws { #expect(try await Owner().all() == Self.written) }

  private actor Owner {
    private let connection = Connection()
    private var turns = 0

    private func note(_ row: String) async throws {
      turns += 1
      try await connection.writeHere(row)
    }

    func all() async throws -> [String] {
      let container = OperationIsolationTests.container
      try await container.withScope { _ in
        turns += 1
        try await note("scope")
      }
      try await container.withScope(seeds: []) { _ in try await note("seeds") }
      let scope = try container.openScope()
      try await scope.endAfter { try await note("after") }
      let other = try container.openScope()
      try await other.endOnError { try await note("error") }
      try await other.withCurrent { try await note("scope's") }
      await other.end()
      try await container.withCurrent { try await note("container's") }
      try await container.withOverrides({ _ in }) { try await note("overrides") }
      try await container.withOverrides({ batch in try OperationIsolationTests.fill(batch) }) { try await note("throwing") }
      try await OverrideLayers.current.apply { try await note("layers") }
      #expect(turns == 10)
      // What an actor's method made and nothing else has may be used elsewhere meanwhile.
      let own = Connection()
      try await container.withScope { _ in try await own.write("own") }
      return connection.rows
    }
  }

  @Test("No public function asks for a closure that is nonisolated(nonsending), which may not lend what it captures")
  func signatures() throws {
    let root = URL(fileURLWithPath: #filePath).appendingPathComponent("../../../../Sources").standardizedFileURL
    let files = FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil)?.compactMap { $0 as? URL } ?? []
    var functions = 0
    for file in files where file.pathExtension == "swift" {
      for function in try String(contentsOf: file, encoding: .utf8).components(separatedBy: "public func ").dropFirst() {
        functions += 1
        let head = function.prefix { $0 != "{" }
        #expect(!head.contains(": nonisolated(nonsending) ("), "\(file.lastPathComponent): \(head)")
      }
    }
    #expect(functions > 100)
  }

  private static func fill(_ batch: Batch) throws {}
}
