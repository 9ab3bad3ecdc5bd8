import Holdfast
import OnceKernel
import Testing

extension Faults {
  @Suite("Disposers that resolve what is left")
  struct EndDisposerTests {
    /// What a disposer got for each thing that it asked for: whose it is, or why it has none.
    private typealias Answers = [String: String]

    /// A value, and a seed.
    private final class Value: Sendable {
      let name: String
      init(_ name: String) { self.name = name }
    }

    private struct Given: Sendable {
      let name: String
    }

    private let container = Container()
    private let answers = Guarded<Answers>([:])
    private let disposed = DisposalLog()
    private let disposing = Gate("the disposer runs")
    private let go = Gate("the disposer goes on")

    private static func text(_ name: Name) -> String { "\(name)".filter { $0 != "\"" } }

    private static func answer(_ body: () async throws -> String) async -> String {
      do { return try await body() } catch { return (error as? ResolutionError).map { "\($0.code)" } ?? "\(error)" }
    }

    private func registerValue(_ name: Name, _ scope: Sharing, as form: Form, disposes: Bool = true) throws {
      let disposed = disposed
      let told: @Sendable (Value) async throws -> Void = { disposed.add($0.name) }
      let dispose = disposes ? told : nil
      try container.register(
        Value.self, named: name, scope: scope.lifetime(dispose: dispose), as: form, { _ in Value(Self.text(name)) },
        async: { _ in
          await Task.yield()
          return Value(Self.text(name))
        })
    }

    private func registerTaking(_ name: Name, _ scope: Sharing, as form: Form) throws {
      let disposed = disposed
      if form.buildsAsynchronously {
        try container.register(
          Value.self, named: name, scope: scope.lifetime(dispose: { disposed.add($0.name) }),
          .async(taking: Int.self) { _, number in Value("\(Self.text(name)) \(number)") })
      } else {
        try container.register(
          Value.self, named: name, scope: scope.lifetime(dispose: { disposed.add($0.name) }),
          .factory(taking: Int.self) { _, number in Value("\(Self.text(name)) \(number)") })
      }
    }

    /// Registers the value whose disposer asks.
    private func registerAsking(
      _ scope: Sharing, _ ask: @escaping @Sendable (inout [String: String]) async throws -> Void
    ) throws {
      try container.register(
        Part.self,
        scope: scope.lifetime(dispose: { [disposing, go, answers, disposed] _ in
          disposing.open()
          try await go.pass()
          var found: Answers = [:]
          try await ask(&found)
          answers.withLock { [found] in $0 = found }
          disposed.add("asking")
        }), factory: { _ in Part("asking") })
    }

    /// Asks as the form has it.
    private static func ask(_ resolver: some ContainerResolver, _ name: Name, as form: Form) async -> String {
      await answer {
        form.buildsAsynchronously
          ? try await resolver.resolve(Value.self, named: name).name : try resolver.resolveNow(Value.self, named: name).name
      }
    }

    private static func ask(_ resolver: some ContainerResolver, _ name: Name, _ number: Int, as form: Form) async -> String {
      await answer {
        form.buildsAsynchronously
          ? try await resolver.resolve(Value.self, named: name, with: number).name
          : try resolver.resolveNow(Value.self, named: name, with: number).name
      }
    }

    /// Why the disposer runs.
    enum Cause: CaseIterable, Sendable {
      case ends, endsSynchronously, endsWhileDraining, endsSynchronouslyWhileDraining

      var isSynchronous: Bool { self == .endsSynchronously || self == .endsSynchronouslyWhileDraining }
      var isDraining: Bool { self == .endsWhileDraining || self == .endsSynchronouslyWhileDraining }
    }

    private func endNow(_ scope: Scope) { scope.end() }

    @Test(
      "Case 130: a disposer of a scope gets from it what is left, and has more built", arguments: [Form.threads, .tasks], Cause.allCases)
    func scope(_ form: Form, _ cause: Cause) async throws {
      let container = container
      let kind: ScopeKind = "request"
      try container.register(seeded: Given.self)
      try registerValue("left", .scoped, as: form)
      try registerValue("plain", .scoped, as: form, disposes: false)
      try registerValue("of the kind", .scoped(to: kind), as: form)
      try registerValue("disposed of", .scoped, as: form)
      try registerValue("new", .scoped, as: form)
      try registerValue("new of the kind", .scoped(to: kind), as: form)
      try registerTaking("made", .scoped, as: form)
      let scope = try container.openScope(kind, seeds: [.value(Given(name: "seed"))])
      try registerAsking(.scoped) { [weak scope] found in
        guard let scope else { return }
        for name: Name in ["left", "plain", "of the kind", "disposed of", "new", "new of the kind"] {
          found[Self.text(name)] = await Self.ask(scope, name, as: form)
        }
        found["new again"] = await Self.ask(scope, "new", as: form)
        found["seed"] = await Self.answer { try scope.resolveNow(Given.self).name }
        for number in [1, 2, 2] { found["made \(number)"] = await Self.ask(scope, "made", number, as: form) }
      }
      for name: Name in ["left", "plain", "of the kind"] { _ = try await scope.resolve(Value.self, named: name) }
      _ = try await scope.resolve(Value.self, named: "made", with: 1)
      _ = try await scope.resolve(Part.self)
      _ = try await scope.resolve(Value.self, named: "disposed of")

      let ended = Pending<Void>.inTask { [self] in if cause.isSynchronous { endNow(scope) } else { _ = await scope.end() } }
      try await disposing.pass()
      var shutdown: Pending<ShutdownReport>?
      if cause.isDraining {
        shutdown = .inTask { try await container.shutdown(deadline: nil) }
        try await ending(container)
      }
      go.open()
      try await Timeout.until("the disposer returns") { disposed.entries.contains("asking") }
      try await ended.value()
      _ = try await shutdown?.value()
      let report = try await container.shutdown(deadline: nil)
      #expect(report.isClean, "\(report)")

      let found = answers.withLock { $0 }
      #expect(
        found == [
          "left": "left", "plain": "plain", "of the kind": "of the kind", "disposed of": "shutDown", "new": "new", "new again": "new",
          "new of the kind": "new of the kind", "seed": "seed", "made 1": "made 1", "made 2": "made 2",
        ])
      #expect(disposed.entries == ["disposed of", "asking", "made 2", "new of the kind", "new", "made 1", "of the kind", "left"])
    }

    @Test("Case 130: a disposer of what was pushed out of a scope gets what is left when that ends", arguments: [Form.threads, .tasks])
    func pushedOut(_ form: Form) async throws {
      try registerValue("left", .scoped, as: form)
      let scope = try container.openScope()
      try container.register(
        Part.self,
        scope: .scoped(
          capacity: 1,
          dispose: { [disposing, go, answers, weak scope] part in
            guard part.build == 1, let scope else { return }
            disposing.open()
            try await go.pass()
            let answer = await Self.ask(scope, "left", as: form)
            answers.withLock { $0 = ["left": answer] }
          }), .factory(taking: Int.self) { _, number in Part("pushed out", build: number) })
      _ = try await scope.resolve(Value.self, named: "left")
      for number in 1...2 { _ = try await scope.resolve(Part.self, with: number) }
      try await disposing.pass()
      let ended = Pending<Bool>.inTask { await scope.end() }
      while await Self.ask(scope, "left", as: form) != "shutDown" { await Task.yield() }
      await ended.expectWaiting("the disposer runs")
      go.open()
      _ = try await ended.value()
      #expect(answers.withLock { $0 } == ["left": "left"])
      #expect(disposed.entries == ["left"])
      #expect(try await container.shutdown(deadline: nil).isClean)
    }

    @Test(
      "Case 130: a disposer of the container gets what is left, from the container and from new scopes", arguments: [Form.threads, .tasks])
    func shutdown(_ form: Form) async throws {
      let container = container
      try registerValue("left", .singleton, as: form)
      try registerValue("plain", .singleton, as: form, disposes: false)
      try registerValue("cached", .cached("group"), as: form)
      try registerValue("disposed of", .singleton, as: form)
      try registerValue("cached, disposed of", .cached("group"), as: form)
      try registerValue("new", .singleton, as: form)
      try registerValue("cached, new", .cached("group"), as: form)
      try registerValue("scoped", .scoped, as: form)
      try registerTaking("made", .singleton, as: form)
      try registerTaking("made, cached", .cached("group"), as: form)
      @Sendable func ask(_ resolver: some ContainerResolver & SendableMetatype, _ who: String, _ found: inout Answers) async {
        let names: [Name] = ["left", "plain", "cached", "disposed of", "cached, disposed of", "new", "cached, new", "scoped"]
        for name in names { found["\(Self.text(name)) \(who)"] = await Self.ask(resolver, name, as: form) }
        for name: Name in ["made", "made, cached"] {
          for number in [1, 2] { found["\(Self.text(name)) \(number) \(who)"] = await Self.ask(resolver, name, number, as: form) }
        }
      }
      try registerAsking(.singleton) { [weak container] found in
        guard let container else { return }
        await ask(container, "container", &found)
        found = await container.withScope { scope in
          var found = found
          await ask(scope, "around", &found)
          return found
        }
        let scope = try container.openScope()
        await ask(scope, "by hand", &found)
        await scope.end()
      }
      for name: Name in ["left", "plain", "cached"] { _ = try await container.resolve(Value.self, named: name) }
      for name: Name in ["made", "made, cached"] { _ = try await container.resolve(Value.self, named: name, with: 1) }
      _ = try await container.resolve(Part.self)
      for name: Name in ["disposed of", "cached, disposed of"] { _ = try await container.resolve(Value.self, named: name) }
      go.open()
      let report = try await Pending.inTask { try await container.shutdown(deadline: .seconds(200)) }.value(within: promptly)
      #expect(report.isClean, "\(report)")

      let found = answers.withLock { $0 }
      #expect(found.count == 36)
      for (what, answer) in found.sorted(by: { $0.key < $1.key }) {
        let isLeft = ["left", "plain", "cached c", "cached a", "cached b", "made 1", "made, cached 1"].contains { what.hasPrefix($0) }
        if isLeft { #expect(what.hasPrefix(answer), "\(what)") } else { #expect(answer == "shutDown", "\(what)") }
      }
      #expect(disposed.entries == ["cached, disposed of", "disposed of", "asking", "made, cached 1", "made 1", "cached", "left"])
    }

    @Test("Case 130: other callers get nothing of what is left", arguments: [Form.threads, .tasks])
    func others(_ form: Form) async throws {
      try registerValue("left", .scoped, as: form)
      try registerValue("kept", .singleton, as: form)
      try registerAsking(.scoped) { _ in }
      let scope = try container.openScope()
      _ = try await scope.resolve(Value.self, named: "left")
      _ = try await scope.resolve(Part.self)
      let ended = Pending<Bool>.inTask { await scope.end() }
      try await disposing.pass()
      #expect(await Self.ask(scope, "left", as: form) == "shutDown")
      #expect(await Self.ask(scope, "kept", as: form) == "kept")
      go.open()
      _ = try await ended.value()
      #expect(await Self.ask(scope, "left", as: form) == "shutDown")
      #expect(try await container.shutdown(deadline: nil).isClean)
    }
  }
}
