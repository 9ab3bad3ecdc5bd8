import Holdfast
import HoldfastDiagnostics
import OnceKernel
import Testing

private struct Account: Sendable {
  let name: String
}

private struct Missing: Sendable {}

private struct Present: Sendable {
  let container: String
}

/// What a factory makes that begins tasks.
private final class Maker: Sendable {}

/// What is registered, and what makes the container do on the way to its factory.
enum BegunBy: CaseIterable, Sendable {
  case transient, decorated, inGraph, nested, deep, singleton, scoped, scopedTransient, cached, graph, argument, cachedArgument

  /// Whether a synchronous factory of it runs as a hit.
  var isMadeInPassing: Bool { [.transient, .inGraph, .nested, .scopedTransient, .argument].contains(self) }
}

/// How a factory begins what does not belong to it.
private enum Begun: CaseIterable {
  case task, immediate, nestedImmediate
}

/// What tasks answered that a factory began.
private final class Begins: Sendable {
  private let container: Container
  private let hasReturned = Gate("the end of the factory")
  private let haveAsked = Countdown(Begun.allCases.count, "what the tasks of a factory ask first")
  private let tasks = Guarded<[Begun: Task<[String], any Error>]>([:])

  /// Whether they ask for what is not registered too, which fails what is made in passing.
  private let askForMissing: Bool

  init(in container: Container, askingForMissing: Bool) {
    self.container = container
    askForMissing = askingForMissing
  }

  /// Begins one of each.
  func begin() -> Maker {
    for begun in Begun.allCases {
      let task: Task<[String], any Error> =
        switch begun {
        case .task: Task { try await self.ask() }
        case .immediate: Task.immediate { try await self.ask() }
        case .nestedImmediate: Task.immediate { try await Task.immediate { try await self.ask() }.value }
        }
      tasks.withLock { $0[begun] = task }
    }
    return Maker()
  }

  /// Asks at once, and again after the factory has returned.
  private func ask() async throws -> [String] {
    let first = try await answers()
    haveAsked.arrive()
    try await hasReturned.pass()
    return first + (try await answers())
  }

  private func answers() async throws -> [String] {
    [
      answer { askForMissing ? "\(try Injected<Missing>().get())" : "" },
      answer { try Injected<Present>().get().container },
      answer { try Container.currentResolver().resolve(Present.self).container },
      answer { try container.resolveNow(Present.self).container },
      answer { try container.resolveNow(Account.self).name },
      try container.withScope(seeds: [.value(Account(name: "own"))]) { scope in
        answer { try scope.resolveNow(Account.self).name + Injected<Account>().get().name }
      },
      await answer { try await container.resolve(Present.self).container },
    ]
  }

  private func answer(_ body: () throws -> String) -> String {
    do { return try body() } catch { return (error as? ResolutionError).map { "\($0.code)" } ?? "\(error)" }
  }

  private func answer(_ body: () async throws -> String) async -> String {
    do { return try await body() } catch { return (error as? ResolutionError).map { "\($0.code)" } ?? "\(error)" }
  }

  /// Called in a factory that may wait: that it runs still is seen by all tasks when they ask first.
  func pass() async throws { try await haveAsked.pass() }

  /// Waits for all that was begun.
  func end() async throws -> [Begun: [String]] {
    hasReturned.open()
    var answers: [Begun: [String]] = [:]
    for (begun, task) in tasks.withLock({ $0 }) { answers[begun] = try await task.value }
    return answers
  }
}

extension Faults {
  /// What a factory begins with `Task.immediate` runs on the factory's thread, and is no more the factory's than any other task.
  @Suite("Task.immediate in factories")
  struct ImmediateTests {
    @Test("Case 124: a factory and what it begins with Task.immediate are two", arguments: Form.allCases, BegunBy.allCases)
    func table(_ form: Form, _ by: BegunBy) async throws {
      for isBound in [false, true] {
        for makesOnMainActor in [false, true] where !makesOnMainActor || form.buildsAsynchronously {
          try await expectApart(form, by, isBound: isBound, onMainActor: makesOnMainActor)
        }
      }
    }

    /// - Parameters:
    ///   - isBound: whether another container is current where the value is asked for.
    ///   - onMainActor: whether the main actor makes it; else a task does in the form A.
    private func expectApart(_ form: Form, _ by: BegunBy, isBound: Bool, onMainActor: Bool) async throws {
      let (container, other) = (Container(), Container())
      // What is made in passing does not ask which task it runs in: there it is told apart from the first suspension on.
      let isToldApart = !by.isMadeInPassing || form.buildsAsynchronously
      let begins = Begins(in: container, askingForMissing: isToldApart)
      try container.register(Present.self, scope: .transient) { _ in Present(container: "container") }
      try other.register(Present.self) { _ in Present(container: "other") }
      try container.register(seeded: Account.self)
      try register(by, in: container, form, onMainActor, begins)
      let caller = form.caller(0)
      let scope = try container.openScope(seeds: [.value(Account(name: "Alice"))])
      let asked = by == .scoped || by == .scopedTransient ? scope as any Resolver & Sendable : container
      let isArgument = by == .argument || by == .cachedArgument
      _ = try await ask(as: caller) {
        let resolve: @Sendable () throws -> Maker = {
          isArgument ? try asked.resolveNow(Maker.self, with: 1) : try asked.resolveNow(Maker.self)
        }
        return isBound ? try other.withCurrent { () throws in try resolve() } : try resolve()
      } async: {
        let resolve: @Sendable () async throws -> Maker = {
          isArgument ? try await asked.resolve(Maker.self, with: 1) : try await asked.resolve(Maker.self)
        }
        return isBound ? try await other.withCurrent { () async throws in try await resolve() } : try await resolve()
      }.value()
      let answers = try await begins.end()
      await scope.end()
      let expected = try #require(answers[.task])
      // The end of an asynchronous factory, which a task may see or not, is no matter here.
      let length = expected.count / 2
      for begun in [Begun.immediate, .nestedImmediate] {
        let given = try #require(answers[begun])
        #expect(given.suffix(length) == expected.suffix(length), "\(isBound) \(onMainActor)")
        if isToldApart { #expect(given == expected, "\(isBound) \(onMainActor)") }
      }
      #expect(expected[4] == "outsideScope" && expected[5] == "ownown", "\(expected)")
      let edges = container.graph().edges.filter { $0.from.type == Maker.self }
      #expect(edges.allSatisfy { $0.to.type == Maker.self }, "\(edges)")
    }

    private func register(_ by: BegunBy, in container: Container, _ form: Form, _ onMainActor: Bool, _ begins: Begins) throws {
      let making: Making<Maker> =
        if onMainActor {
          .mainActor { _ in begins.begin() }
        } else if form.buildsAsynchronously {
          .async { _ in
            let maker = begins.begin()
            try await begins.pass()
            return maker
          }
        } else {
          .factory { _ in begins.begin() }
        }
      let outer: Making<Maker> =
        if form.buildsAsynchronously {
          .async { r in
            let maker: Maker = try await r.resolve(named: "inner")
            try await begins.pass()
            return maker
          }
        } else {
          .factory { r in try r.resolve(named: "inner") }
        }
      switch by {
      case .transient, .scopedTransient: try container.register(Maker.self, scope: .transient, making)
      case .decorated: try container.register(Maker.self, scope: .transient, making).decorate(Maker.self) { maker, _ in maker }
      case .inGraph:
        try container.register(Maker.self, scope: .transient, making)
          .register(Missing.self, named: "graph", scope: .graph) { _ in Missing() }
      case .nested:
        try container.register(Maker.self, named: "inner", scope: .transient, making).register(Maker.self, scope: .transient, outer)
      case .deep: try container.register(Maker.self, named: "inner", scope: .transient, making).register(Maker.self, outer)
      case .singleton: try container.register(Maker.self, making)
      case .scoped: try container.register(Maker.self, scope: .scoped, making)
      case .cached: try container.register(Maker.self, scope: .cached("makers"), making)
      case .graph: try container.register(Maker.self, scope: .graph, making)
      case .argument where onMainActor:
        try container.register(Maker.self, scope: .transient, .mainActor(taking: Int.self) { _, _ in begins.begin() })
      case .argument where form.buildsAsynchronously:
        try container.register(
          Maker.self, scope: .transient,
          .async(taking: Int.self) { _, _ in
            let maker = begins.begin()
            try await begins.pass()
            return maker
          })
      case .argument:
        try container.register(Maker.self, scope: .transient, .factory(taking: Int.self) { _, _ in begins.begin() })
      case .cachedArgument where onMainActor:
        try container.register(Maker.self, scope: .singleton, .mainActor(taking: Int.self) { _, _ in begins.begin() })
      case .cachedArgument where form.buildsAsynchronously:
        try container.register(
          Maker.self, scope: .singleton,
          .async(taking: Int.self) { _, _ in
            let maker = begins.begin()
            try await begins.pass()
            return maker
          })
      case .cachedArgument:
        try container.register(Maker.self, scope: .singleton, .factory(taking: Int.self) { _, _ in begins.begin() })
      }
    }

    @Test("Case 124: what a factory begins with Task.immediate may shut the container down", arguments: Form.allCases)
    func shutdown(_ form: Form) async throws {
      for scope in [Lifetime<Maker>.transient, .singleton] {
        let container = Container()
        let task = Guarded<Task<Bool, any Error>?>(nil)
        try container.register(Maker.self, scope: scope, as: form) { _ in
          let begun = Task.immediate { try await container.shutdown(deadline: .seconds(200)).isClean || form.buildsAsynchronously }
          task.withLock { $0 = begun }
          return Maker()
        }
        let maker = try await ask(container, Maker.self, as: form.caller(0)).result()
        if case .failure(let error) = maker { #expect((error as? ResolutionError)?.code == .shutDown, "\(error)") }
        let begun = try #require(task.withLock { $0 })
        #expect(try await begun.value)
        #expect(throws: ResolutionError.self) { try container.resolveNow(Maker.self) }
      }
    }

    @Test("Case 124: a factory fails for its own properties also after what it began was not filled", arguments: Form.allCases)
    func ownFailure(_ form: Form) async throws {
      for (isTransient, scope) in [(true, Lifetime<Maker>.transient), (false, .singleton)] {
        let container = Container()
        let task = Guarded<Task<Bool, Never>?>(nil)
        try container.register(Maker.self, scope: scope, as: form) { _ in
          let begun = Task.immediate { (try? Injected<Missing>().get()) == nil }
          task.withLock { $0 = begun }
          _ = Injected<Present>(from: container)
          return Maker()
        }
        let result = try await ask(container, Maker.self, as: form.caller(0)).result()
        #expect(throws: ResolutionError.self) { try result.get() }
        let isToldApart = !isTransient || form.buildsAsynchronously
        if case .failure(let error as ResolutionError) = result, isToldApart { #expect(error.path.last == AnyKey(Present.self)) }
        let begun = try #require(task.withLock { $0 })
        #expect(await begun.value)
      }
    }
  }
}
