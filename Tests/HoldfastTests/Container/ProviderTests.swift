import Holdfast
import Testing

@Suite("Provider and Lazy")
struct ProviderTests {
  private final class Service: Sendable {}

  private struct Screen: Sendable {
    let provider: Provider<Service>
    let lazy: Lazy<Service>
  }

  @Test("A provider resolves at each call, a lazy reference once")
  func calls() throws {
    let (container, builds) = (Container(), Counter())
    try container.register(Service.self, scope: .transient) { _ in
      builds.add()
      return Service()
    }
    try container.register { r in Screen(provider: r.provider(), lazy: r.lazy()) }
    let screen = try container.resolve(Screen.self)
    #expect(builds.value == 0)
    #expect(try screen.provider() !== screen.provider())
    #expect(builds.value == 2)
    #expect(try screen.lazy.value() === screen.lazy.value())
    #expect(builds.value == 3)
  }

  @Test("They can be asked of the container, by name, and follow its changes")
  func names() throws {
    let container = Container()
    let (provider, lazy) = (container.provider(Int.self, named: "a"), container.lazy(Int.self, named: "a"))
    #expect(try failure { try provider() }.code == .notRegistered)
    #expect(try failure { try lazy.value() }.code == .notRegistered)
    try container.register(Int.self, named: "a", instance: 1)
    #expect(try provider() == 1)
    #expect(try lazy.value() == 1, "a failure is not remembered")
    try container.register(Int.self, named: "a", instance: 2)
    #expect(try provider() == 2)
    #expect(try lazy.value() == 1)
  }

  @Test("With await they resolve what is built asynchronously")
  func asynchronous() async throws {
    let container = Container()
    try container.register(Service.self, .async { _ in Service() })
    let (provider, lazy) = (container.provider(Service.self), container.lazy(Service.self))
    let service = try await provider()
    #expect(try await lazy.value() === service)
    #expect(try await lazy.value() === provider())
  }

  @Test("All callers of a lazy reference get the same value", arguments: Form.allCases)
  func shared(_ form: Form) async throws {
    for _ in 0..<20 {
      let (container, start) = (Container(), Gate("the start"))
      try container.register(Service.self, scope: .transient) { _ in Service() }
      let lazy = container.lazy(Service.self)
      let callers = (0..<6).map { index in
        ask(as: form.caller(index), after: start) {
          try lazy.value()
        } async: {
          try await lazy.value()
        }
      }
      start.open()
      let first = try await callers[0].value()
      for caller in callers { #expect(try await caller.value() === first) }
    }
  }

  @Test("They keep neither the container nor its instances alive, and say so afterwards", arguments: [false, true])
  func afterTheContainer(_ seals: Bool) throws {
    weak var service: Service?
    var provider: Provider<Service>?
    var lazy: Lazy<Service>?
    do {
      let container = Container()
      try container.register(Service.self) { _ in Service() }
      service = try container.resolve(Service.self)
      if seals { container.seal() }
      provider = container.provider()
      lazy = container.lazy()
      #expect(try provider?() === service)
    }
    // A sealed container's instances are read without a lock: they live as long as a reader may have them.
    if !seals {
      #expect(service == nil)
      #expect(try failure { try provider?() }.code == .shutDown)
      #expect(try failure { try lazy?.value() }.code == .shutDown)
    }
    provider = nil
    lazy = nil
    #expect(service == nil)
  }

  // Not for a sealed container: its values stay for readers without a lock, and so does a circle through a provider; see `seal()`.
  @Test("An instance that holds a provider of its own container keeps neither alive", arguments: [false])
  func noRetainCycle(_ seals: Bool) throws {
    weak var leaked: Container?
    let ledger = Ledger()
    do {
      let container = Container()
      try container.register(Plan("a", ledger), as: .threads)
      try container.register { r in Screen(provider: r.provider(), lazy: r.lazy()) }
      _ = try container.resolve(Screen.self)
      _ = try container.resolve(Part.self, named: "a")
      if seals { container.seal() }
      leaked = container
    }
    #expect(leaked == nil)
    #expect(ledger.alive.value == 0)
  }
}
