import Foundation
import Holdfast
import Testing

/// The examples of the article "Changing a running program", as they stand there.
@Suite("Changing a running program")
struct ChangingARunningProgram {
  /// A value behind a lock.
  final class Locked<Value>: @unchecked Sendable {  // unchecked: the value is touched under the lock only
    private let lock = NSLock()
    private var value: Value

    init(_ value: Value) { self.value = value }

    func withLock<Result>(_ body: (inout Value) -> Result) -> Result { lock.withLock { body(&value) } }
  }

  protocol Search: Sendable {}
  struct IndexSearch: Search {}
  struct VectorSearch: Search {}

  final class Flags: Sendable {
    private let vectors = Locked(false)
    var usesVectors: Bool {
      get { vectors.withLock { $0 } }
      set { vectors.withLock { $0 = newValue } }
    }
  }

  struct Settings: Sendable {
    let host: String
  }

  final class Connections: Disposable, Sendable {
    let host: String
    private let closed = Locked(0)
    var timesClosed: Int { closed.withLock { $0 } }

    init(_ settings: Settings) { host = settings.host }

    func dispose() { closed.withLock { $0 += 1 } }

    static func connect(_ settings: Settings) async throws -> Connections {
      await Task.yield()
      if settings.host == "nowhere" { throw CancellationError() }
      return Connections(settings)
    }
  }

  /// What the requests have seen.
  private final class Record: Sendable {
    let made = Locked<[Connections]>([])
    /// How many times connections were used that were closed.
    let wrong = Locked(0)
  }

  func registerSearch(in batch: Batch, flags: Flags) {
    batch
      .register((any Search).self, named: "old") { _ in IndexSearch() }
      .register((any Search).self, named: "new") { _ in VectorSearch() }
      .forward((any Search).self, toName: { _ in flags.usesVectors ? "new" : "old" })
  }

  func reload(_ container: Container, settings: Settings) throws {
    try container.registerAll { batch in
      batch.register(Settings.self, instance: settings)
      batch.register(Connections.self) { r in Connections(try r.resolve()) }
    }
    container.reset(group: "prices")
  }

  func move(_ container: Container, to host: String) async throws {
    try await container.replace { batch in
      batch.register(Settings.self, instance: Settings(host: host))
      batch.register(
        Connections.self,
        .async { r in
          try await Connections.connect(r.resolve())
        })
    }
  }

  @Test
  func switches() throws {
    let flags = Flags()
    let container = try Container { registerSearch(in: $0, flags: flags) }
    #expect(try container.resolve((any Search).self) is IndexSearch)
    flags.usesVectors = true
    #expect(try container.resolve((any Search).self) is VectorSearch)
  }

  @Test("under load no request uses closed connections")
  func reloads() async throws {
    let (container, record) = (Container(), Record())
    try reload(container, settings: Settings(host: "host 0"))
    try container.register([Int].self, scope: .cached("prices")) { _ in [1] }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<4 {
        group.addTask {
          for _ in 0..<300 {
            try await container.withScope { (scope: Scope) async throws in
              let connections = try await scope.resolve(Connections.self)
              _ = try await scope.resolve([Int].self)
              record.made.withLock { made in if !made.contains(where: { $0 === connections }) { made.append(connections) } }
              await Task.yield()
              if connections.timesClosed > 0 { record.wrong.withLock { $0 += 1 } }
            }
          }
        }
      }
      group.addTask {
        for number in 1...50 {
          if number.isMultiple(of: 2) {
            try await move(container, to: "host \(number)")
          } else {
            try reload(container, settings: Settings(host: "host \(number)"))
          }
          await Task.yield()
        }
        _ = try await container.resolve(Connections.self)
        await #expect(throws: ResolutionError.self) { try await move(container, to: "nowhere") }
      }
      try await group.waitForAll()
    }
    #expect(try await container.shutdown(deadline: .seconds(60)).isClean)
    #expect(record.wrong.withLock { $0 } == 0)
    #expect(record.made.withLock { $0.allSatisfy { $0.timesClosed == 1 } })
  }
}
