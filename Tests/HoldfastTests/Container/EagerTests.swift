import Holdfast
import HoldfastDiagnostics
import Testing

@Suite("Eager singletons")
struct EagerTests {
  private final class Indexer: Sendable {}
  private final class Renderer: Sendable {}
  private final class Request: Sendable {}

  private let container = Container()
  private let built = Counter()
  private let other = Counter()

  /// An eager value and one that is built when it is asked for.
  private func register(_ scope: Lifetime<Indexer> = .eagerSingleton) throws {
    try container.register(Indexer.self, scope: scope) { [built] _ in
      built.add()
      return Indexer()
    }
    try container.register(Renderer.self) { [other] _ in
      other.add()
      return Renderer()
    }
  }

  @Test("Warming up what is eager builds that alone, once; warming up all builds the rest")
  func alone() async throws {
    try register()
    #expect(try await container.warmUp(.eager).map(\.key) == [AnyKey(Indexer.self)])
    #expect(built.value == 1 && other.value == 0)
    #expect(Set(try await container.warmUp().map(\.key)) == [AnyKey(Indexer.self), AnyKey(Renderer.self)])
    try await container.warmUp(.eager)
    #expect(built.value == 1 && other.value == 1)
  }

  @Test("It is a singleton before that, and without it")
  func singleton() async throws {
    try register()
    let first = try await container.resolve(Indexer.self)
    #expect(try container.resolveNow(Indexer.self) === first)
    #expect(container.graph().nodes.map(\.lifetime) == [.singleton, .singleton])
  }

  @Test("Eager values of every making, with a name, contributed, a default, and what they need")
  func makings() async throws {
    try container
      .register(Int.self, named: "async", scope: .eagerSingleton, .async { r in try await r.resolve(Int.self, named: "needed") + 1 })
      .register(Int.self, named: "needed", .async { _ in 1 })
      .register(Int.self, named: "main", scope: .eagerSingleton, .mainActor { _ in 3 })
      .register(Int.self, named: "wired", scope: .eagerSingleton, .wired({ (number: Int) in number + 1 }, keys: Key(named: "main")))
      .register(Int.self, named: "plain") { _ in 9 }
      .contribute(Int.self, scope: .eagerSingleton) { _ in 5 }
    try container.registerAll { batch in
      batch.registerIfAbsent { $0.register(Indexer.self, scope: .eagerSingleton) { _ in Indexer() } }
    }
    #expect(try await container.warmUp(.eager).count == 5)
    let ready = Set(container.graph().nodes.filter { $0.hasInstance }.map(\.key))
    #expect(ready.isSuperset(of: [AnyKey(Int.self, named: "needed"), AnyKey(Indexer.self)]) && ready.count == 6)
    #expect(try container.resolveNow(Int.self, named: "wired") == 4)
  }

  @Test("After a reset or another registration it is built at the next request, or by the next warm-up")
  func reset() async throws {
    try register()
    try await container.warmUp(.eager)
    try container.reset(Indexer.self)
    #expect(built.value == 1)
    try await container.warmUp(.eager)
    #expect(built.value == 2)
    try register()
    #expect(built.value == 2)
    _ = try await container.resolve(Indexer.self)
    #expect(built.value == 3)
  }

  @Test(
    "A replacement is eager if it says so: then it is built before it is shown, also where nothing was built", arguments: [false, true])
  func replaced(isNew: Bool) async throws {
    if !isNew { try register() }
    try await container.replace { [built] batch in
      batch.register(Indexer.self, scope: .eagerSingleton) { _ in
        built.add()
        return Indexer()
      }
    }
    #expect(built.value == 1)
    #expect(container.graph().nodes.first { $0.key == AnyKey(Indexer.self) }?.hasInstance == true)
    try register(.singleton)
    #expect(try await container.warmUp(.eager).isEmpty)
  }

  @Test("A child warms up its own eager values; a layer those of its base, with its overrides")
  func elsewhere() async throws {
    try register()
    let child = Container(parent: container)
    #expect(try await child.warmUp(.eager).isEmpty)
    try child.register(Request.self, scope: .eagerSingleton) { r in
      _ = try r.resolve(Indexer.self)
      return Request()
    }
    #expect(try await child.warmUp(.eager).map(\.key) == [AnyKey(Request.self)])
    #expect(container.peek(Indexer.self) != nil && built.value == 1)
    let fake = Renderer()
    try await container.withOverrides({ $0.register(Renderer.self, scope: .eagerSingleton) { _ in fake } }) { () async throws in
      #expect(Set(try await container.warmUp(.eager).map(\.key)) == [AnyKey(Indexer.self), AnyKey(Renderer.self)])
      #expect(try container.resolveNow(Renderer.self) === fake)
    }
    #expect(built.value == 2 && container.peek(Renderer.self) == nil)
  }

  @Test("A sealed container warms up; one that was shut down says so, and what it had built is disposed of")
  func ends() async throws {
    let disposed = Counter()
    try register(.eagerSingleton(dispose: { _ in disposed.add() }))
    container.seal()
    try await container.warmUp(.eager)
    #expect(built.value == 1)
    try await container.shutdown()
    #expect(disposed.value == 1)
    await #expect { try await container.warmUp(.eager) } throws: { ($0 as? ResolutionError)?.code == .shutDown }
  }

  @Test("A shutdown during the warm-up refuses what comes after it, and disposes of what was built", .bounded)
  func shutDown() async throws {
    let (entered, go) = (Gate("the factory runs"), Gate("the factory goes on"))
    let disposed = Counter()
    try container.register(
      Indexer.self, scope: .eagerSingleton(dispose: { _, ending in if case .shutDown = ending { disposed.add() } }),
      .async { _ in
        entered.open()
        try await go.pass()
        return Indexer()
      })
    try container.register(Renderer.self, scope: .eagerSingleton) { _ in Renderer() }
    try container.register(Int.self, scope: .transient) { _ in 1 }
    let warming = Task { [container] in try await container.warmUp(.eager, width: 1) }
    try await entered.pass()
    let ending = Task { [container] in try await container.shutdown() }
    try await Timeout.until("it drains") { (try? container.resolveNow(Int.self)) == nil }
    go.open()
    await #expect { try await warming.value } throws: { ($0 as? ResolutionError)?.code == .shutDown }
    #expect(try await ending.value.isClean)
    #expect(disposed.value == 1)
  }

  @Test("One failure is thrown after the others were built; the next warm-up tries again")
  func failure() async throws {
    struct Unreachable: Error {}
    let isUp = Counter()
    try register()
    try container.register(Request.self, scope: .eagerSingleton) { [isUp] _ in
      if isUp.value == 0 { throw Unreachable() }
      return Request()
    }
    let error = await #expect(throws: ResolutionError.self) { try await container.warmUp(.eager, width: 1) }
    #expect(error?.code == .factoryFailed && error?.key == AnyKey(Request.self))
    #expect(built.value == 1)
    isUp.add()
    try await container.warmUp(.eager)
    #expect(built.value == 1 && container.peek(Request.self) != nil)
  }

  @Test("Validation knows what lives in a scope, and what warming up eager values builds")
  func validation() async throws {
    try container.register(Request.self, scope: .scoped) { _ in Request() }
      .register(Int.self, scope: .eagerSingleton, .wired { (_: Request) in 1 })
    #expect(container.problems().map(\.kind) == [.captive])
    await #expect { try await container.warmUp(.eager) } throws: { ($0 as? ResolutionError)?.code == .outsideScope }

    let other = Container()
    try other.register(Int.self, scope: .eagerSingleton, .async { _ in 1 })
      .register(Double.self, .async { _ in 1 })
      .register(String.self, scope: .scoped, .wired { (number: Int) in "\(number)" })
      .register(Float.self, scope: .scoped, .wired { (number: Double) in Float(number) })
    func keys(_ moment: ValidationMoment) -> [AnyKey] { other.problems(moment).map(\.key) }
    #expect(keys(.always) == [AnyKey(String.self), AnyKey(Float.self)])
    #expect(keys(.afterEagerWarmUp) == [AnyKey(Float.self)])
    #expect(keys(.afterWarmUp) == [])
  }
}
