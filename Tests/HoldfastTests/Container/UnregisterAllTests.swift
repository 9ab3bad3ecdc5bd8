import Holdfast
import Testing

private final class Service: Sendable {}

@Suite("Unregistering everything, and listing keys")
struct UnregisterAllTests {
  @Test("forgets registrations, injectors, decorators and instances, and disposes of them")
  func everything() async throws {
    let log = Chronicle()
    let container = try Container { batch in
      batch.register(Service.self, scope: .singleton(dispose: { _ in log.note("disposed") })) { _ in Service() }
      batch.register(String.self) { _ in "plain" }
      batch.decorate(String.self) { text, _ in text + "!" }
    }
    _ = try container.resolveNow(Service.self)
    try container.unregisterAll()
    #expect(container.keys().isEmpty)
    #expect { try container.resolveNow(Service.self) } throws: { ($0 as? ResolutionError)?.code == .notRegistered }
    try container.register(String.self) { _ in "again" }
    #expect(try container.resolveNow(String.self) == "again")
    try await container.shutdown()
    #expect(log.all == ["disposed"])
  }

  @Test("leaves what a layer stands in front of, and is refused when nothing may change")
  func refused() async throws {
    let container = try Container { $0.register(String.self) { _ in "live" } }
    try container.withOverrides({ $0.register(String.self) { _ in "test" } }) {
      try container.unregisterAll()
      #expect(try container.resolveNow(String.self) == "live")
    }
    container.seal()
    #expect { try container.unregisterAll() } throws: { ($0 as? ResolutionError)?.code == .sealed }
    try await container.shutdown()
    #expect { try container.unregisterAll() } throws: { ($0 as? ResolutionError)?.code == .shutDown }
  }

  @Test("lists a parent's keys in front, without what is shadowed")
  func keysOfParents() throws {
    let parent = try Container { batch in
      batch.register(Int.self) { _ in 1 }
      batch.register(String.self) { _ in "" }
    }
    let child = try Container(parent: parent) { batch in
      batch.register(Bool.self) { _ in true }
      batch.register(String.self) { _ in "child" }
    }
    #expect(child.keys(includingParent: true) == [AnyKey(Int.self), AnyKey(Bool.self), AnyKey(String.self)])
    #expect(child.keys(includingParent: false) == [AnyKey(Bool.self), AnyKey(String.self)])
  }
}
