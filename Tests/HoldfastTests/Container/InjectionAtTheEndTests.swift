import Holdfast
import HoldfastCompatibility
import HoldfastDefinitions
import OnceKernel
import TestSupport
import Testing

/// ```
///   injecting thread                  the layer, the container or the scope
///   the injector runs, waits
///                                     its end begins
///   asks for a value: told of the end, and never given the live value
/// ```
@Suite("Injecting into an object while a layer, a container or a scope ends")
struct InjectionAtTheEndTests {
  private final class Value: Sendable {
    let tag: String

    init(_ tag: String) { self.tag = tag }
  }

  private final class Screen: @unchecked Sendable {  // unchecked: used by one injector at a time
    var tags: [String] = []
  }

  private struct Screens: DefinitionAssembly {
    let definitions: Definitions
    let injecting: Injecting?

    init(definitions: Definitions) { self.init(definitions: definitions, injecting: nil) }

    init(definitions: Definitions, injecting: Injecting?) {
      self.definitions = definitions
      self.injecting = injecting
    }

    func fill(_ screen: Screen) throws { try inject(into: screen) { try injecting?.fill($0, resolver) } }
  }

  /// An injector that waits between two requests.
  private struct Injecting: Sendable {
    let begun = Gate("the injector runs")
    let go = Gate("the injector goes on")

    func fill(_ screen: Screen, _ resolver: FactoryResolver) throws {
      screen.tags.append(try resolver.resolve(Value.self).tag)
      begun.open()
      try go.block()
      screen.tags.append(try resolver.resolve(Value.self).tag)
    }
  }

  enum Way: CaseIterable { case typed, byClass, inChild, byChildsInjector, definition }

  /// Injects in one of the ways.
  private static func inject(_ way: Way, _ injecting: Injecting, _ container: Container, _ child: Container, into screen: Screen) throws {
    switch way {
    case .typed: #expect(try container.inject(into: screen))
    case .byClass: #expect(try container.inject(intoAny: screen))
    case .inChild: #expect(try child.inject(into: screen))
    case .byChildsInjector: #expect(try child.inject(into: screen, named: "child's"))
    case .definition:
      try Screens(definitions: container.assembly(Screens.self).definitions, injecting: injecting).fill(screen)
    }
  }

  private static func make(_ injecting: Injecting, _ real: Counter) throws -> (Container, child: Container) {
    let container = try Container { batch in
      batch.register(Value.self) { _ in
        real.add()
        return Value("real")
      }
      batch.registerInjector(Screen.self) { screen, r in try injecting.fill(screen, r) }
    }
    let child = try Container(parent: container) { batch in
      batch.registerInjector(Screen.self, named: "child's") { screen, r in try injecting.fill(screen, r) }
    }
    return (container, child)
  }

  private static let fake: @Sendable (Batch) -> Void = { $0.register(Value.self) { _ in Value("fake") } }

  @Test("An injector that outlives its layer is told that the layer is over", arguments: Way.allCases)
  func layer(_ way: Way) async throws {
    let (injecting, real, screen) = (Injecting(), Counter(), Screen())
    let (container, child) = try Self.make(injecting, real)
    let injection = try await container.withOverrides(Self.fake) { () async throws in
      let injection = Task(executorPreference: OwnThread()) { try Self.inject(way, injecting, container, child, into: screen) }
      try await injecting.begun.pass()
      return injection
    }
    injecting.go.open()
    let code = await Regressions.code { try await injection.value }
    #expect(code == .shutDown)
    #expect(screen.tags == ["fake"])
    #expect(real.value == 0)
    // What is injected afterwards has the live value.
    let other = Screen()
    try Self.inject(way, injecting, container, child, into: other)
    #expect(other.tags == ["real", "real"])
    #expect(try await container.shutdown().isClean)
  }

  @Test("An injection that begins after the end of its layer is refused", arguments: Way.allCases)
  func afterLayer(_ way: Way) async throws {
    let (injecting, real, screen) = (Injecting(), Counter(), Screen())
    let (container, child) = try Self.make(injecting, real)
    injecting.go.open()
    let over = Gate("the layer is over")
    let injection = container.withOverrides(Self.fake) {
      Task {
        try await over.pass()
        try Self.inject(way, injecting, container, child, into: screen)
      }
    }
    over.open()
    let code = await Regressions.code { try await injection.value }
    #expect(code == .shutDown)
    #expect(screen.tags == [] && real.value == 0)
  }

  @Test("An injector that runs while a container of overrides shuts down is told so", arguments: [Way.typed, .byClass, .definition])
  func overridingContainer(_ way: Way) async throws {
    let (injecting, real, screen) = (Injecting(), Counter(), Screen())
    let (base, _) = try Self.make(injecting, real)
    let container = try Container(overriding: base, Self.fake)
    let injection = Pending.onThread { try Self.inject(way, injecting, container, container, into: screen) }
    try await injecting.begun.pass()
    let shutdown = Pending.inTask { try await container.shutdown() }
    #expect(try await shutdown.value().isClean)
    injecting.go.open()
    #expect(try await injection.code() == .shutDown)
    #expect(screen.tags == ["fake"] && real.value == 0)
    let other = Screen()
    try Self.inject(way, injecting, base, base, into: other)
    #expect(other.tags == ["real", "real"])
  }

  @Test("An injector that runs while its container shuts down is told so", arguments: Way.allCases)
  func container(_ way: Way) async throws {
    let (injecting, real, screen) = (Injecting(), Counter(), Screen())
    let (container, child) = try Self.make(injecting, real)
    let injection = Pending.onThread { try Self.inject(way, injecting, container, child, into: screen) }
    try await injecting.begun.pass()
    #expect(try await container.shutdown().isClean)
    injecting.go.open()
    #expect(try await injection.code() == .shutDown)
    #expect(screen.tags == ["real"])
  }

  @Test("An injector that runs for a scope is told that the scope has ended", arguments: [false, true])
  func scope(isInLayer: Bool) async throws {
    let (injecting, screen) = (Injecting(), Screen())
    let container = try Container { batch in
      batch.register(Value.self, scope: .scoped) { _ in Value("real") }
      batch.registerInjector(Screen.self) { screen, r in try injecting.fill(screen, r) }
    }
    let scope = try container.openScope()
    func run() async throws -> ResolutionError.Code? {
      let injection = Task(executorPreference: OwnThread()) { _ = try scope.inject(into: screen) }
      try await injecting.begun.pass()
      await scope.end()
      injecting.go.open()
      return await Regressions.code { try await injection.value }
    }
    let override: @Sendable (Batch) -> Void = { $0.register(Value.self, scope: .scoped) { _ in Value("fake") } }
    let code = isInLayer ? try await container.withOverrides(override) { () async throws in try await run() } : try await run()
    #expect(code == .shutDown)
    #expect(screen.tags == [isInLayer ? "fake" : "real"])
    #expect(try await container.shutdown().isClean)
  }

  @Test("While layers come and go, an injector has the values of one layer, or none", .load)
  func race() async throws {
    let (injecting, real) = (Injecting(), Counter())
    injecting.go.open()
    let (container, child) = try Self.make(injecting, real)
    for round in 0..<300 {
      let way = Way.allCases[round % Way.allCases.count]
      let screen = Screen()
      func run() -> Task<Void, any Error> {
        container.withOverrides(Self.fake) {
          let task = Task { try Self.inject(way, injecting, container, child, into: screen) }
          for _ in 0..<(round * 7 % 1_000) { _ = real.value }
          return task
        }
      }
      let code = await Regressions.code { try await run().value }
      #expect(code == nil || code == .shutDown)
      #expect(code == nil ? screen.tags == ["fake", "fake"] : screen.tags.allSatisfy { $0 == "fake" })
    }
    #expect(real.value == 0)
  }
}
