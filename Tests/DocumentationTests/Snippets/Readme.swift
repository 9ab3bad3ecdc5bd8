// swift-format-ignore-file: NeverUseForceTry

import Holdfast
import HoldfastTesting
import Testing

/// The examples of the readme, as they stand there.
@Suite("Readme")
struct Readme {
  @Test
  func program() throws {
    protocol Store: Sendable { func name(of id: Int) -> String }
    struct DiskStore: Store { func name(of id: Int) -> String { "user \(id)" } }
    final class Draft { var text = "" }  // a plain class, not Sendable

    struct Greeter: Sendable {
      let store: any Store
      func greet(_ id: Int) -> String { "Hello, \(store.name(of: id))" }
    }

    let container = try Container { batch in
      batch.register((any Store).self) { _ in DiskStore() }
      batch.register(Greeter.self) { r in try Greeter(store: r.resolve()) }
      batch.register(Draft.self, scope: .transient) { _ in Draft() }
    }

    let greeter = try container.resolve(Greeter.self)  // built now, and its store; from here on everybody gets this one
    let draft: Draft = try container.resolve()  // by inference; the caller's own, so it need not be Sendable
    draft.text = greeter.greet(1)
    print(draft.text)
    #expect(draft.text == "Hello, user 1")
  }

  final class Database: Sendable {
    static func connect() async throws -> Database { Database() }
  }

  func serve() async throws {
    let container = try Container { batch in
      batch.register(Database.self, async: { _ in try await Database.connect() })
    }
    let database = try await container.resolve(Database.self)  // the first caller starts the build, all wait for the one
    let again = try container.resolveNow(Database.self)  // synchronously, now that it is there
    container.seal()  // no more changes; from here reading a singleton takes no lock
    print(database === again)
    try await container.shutdown()
  }

  @Test
  func asynchronous() async throws {
    try await serve()
  }

  struct Basket: Sendable {}

  struct Checkout: Sendable {
    let basket: Basket
  }

  @Test
  func graph() throws {
    let container = try Container().register(Basket.self) { _ in Basket() }
    try container.register(Checkout.self, wiring: Checkout.init)  // its parameter types are its dependencies
    try container.validate()  // what is missing, cycles, singletons that would keep a request's value, all at once
    print(container.graph().mermaid)  // or text, or DOT
    #expect(container.contains(Checkout.self))
  }

  protocol Clock: Sendable {}

  struct StoppedClock: Clock {}

  struct Greeter: Sendable {
    let clock: any Clock
    func greet(_ id: Int) -> String { clock is StoppedClock ? "Good morning" : "" }
  }

  @Test(.overrides(of: container) { $0.register((any Clock).self, instance: StoppedClock()) })
  func greetsInTheMorning() throws {
    #expect(try container.resolve(Greeter.self).greet(1) == "Good morning")
  }
}

private let container = try! Container().register(Readme.Greeter.self) { r in Readme.Greeter(clock: try r.resolve()) }
