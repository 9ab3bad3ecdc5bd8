import Holdfast
import Testing

@MainActor private final class Session: Disposable {
  private let disposed: Counter
  nonisolated init(_ disposed: Counter) { self.disposed = disposed }
  func dispose() async { disposed.add() }
}

private actor Connections: Disposable {
  private let disposed: Counter
  init(_ disposed: Counter) { self.disposed = disposed }
  func dispose() async { disposed.add() }
}

extension Faults {
  /// Types on an actor whose conformance to `Disposable` the container can see. Those that it could not see do not compile: see
  /// `CompileFailTests/Cases/Isolation`.
  @Suite("Disposable types on an actor")
  struct IsolatedDisposableTests {
    @Test("Case 127 S: a disposable class on the main actor, and an actor, are disposed of in every shared lifetime and with arguments")
    func disposed() async throws {
      let counter = Counter()
      let container = Container()
      try container
        .register(Session.self) { _ in Session(counter) }
        .register(Session.self, named: "cached", scope: .cached("sessions")) { _ in Session(counter) }
        .register(Session.self, named: "scoped", scope: .scoped) { _ in Session(counter) }
        .register(Session.self, named: "argument", .factory(taking: Int.self) { _, _ in Session(counter) })
        .register(Connections.self) { _ in Connections(counter) }
        .register(Connections.self, named: "scoped", scope: .scoped) { _ in Connections(counter) }
      try await container.withScope { scope in
        _ = try await scope.resolve(Session.self, named: "scoped")
        _ = try await scope.resolve(Connections.self, named: "scoped")
      }
      #expect(counter.value == 2)
      _ = try await container.resolve(Session.self)
      _ = try await container.resolve(Session.self, named: "cached")
      _ = try await container.resolve(Session.self, named: "argument", with: 7)
      _ = try await container.resolve(Connections.self)
      try await container.shutdown()
      #expect(counter.value == 6)
    }
  }
}
