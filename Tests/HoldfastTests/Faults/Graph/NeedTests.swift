import Holdfast
import HoldfastDiagnostics
import Testing

extension Faults {
  @Suite("What is needed")
  struct NeedTests {
    private static let forms: [Form] = [.threads, .tasks]

    /// A container that has built the asker once.
    private func ran(_ need: Need, _ stating: Stating, _ form: Form) async throws -> Container {
      let container = Container()
      try need.registerNeeded(in: container)
      try need.registerAsker(stating, in: container, asynchronously: form.buildsAsynchronously)
      _ = try await ask(container, Asker.self, as: form.caller(0)).value()
      return container
    }

    @Test("Case 133 S: each need is an edge, and what is needed is never called unused", arguments: Need.allCases, Stating.allCases)
    func edges(_ need: Need, _ stating: Stating) async throws {
      for form in Self.forms {
        let container = try await ran(need, stating, form)
        let below = container.graph().dependencies(of: AnyKey(Asker.self))
        #expect(below.edges.contains { $0.to == need.key && $0.kind == need.kind }, "\(form)")
        #expect(below.edges.count == Set(below.edges).count, "no edge stands there twice")
        let roots = [AnyKey(Asker.self)]
        #expect(!container.problems(roots: roots).contains { $0.kind == .unreachable && $0.key == need.key }, "\(form)")
        // What is asked for later was not built.
        #expect(container.problems(.afterRun).filter { $0.key != need.key }.map(\.description) == [], "\(form)")
      }
    }

    @Test(
      "Case 133 S: before the code has run, nothing that it may need is said to be unneeded", arguments: Need.allCases, Stating.allCases)
    func unknown(_ need: Need, _ stating: Stating) throws {
      for form in Self.forms {
        let container = Container()
        try need.registerNeeded(in: container)
        try need.registerAsker(stating, in: container, asynchronously: form.buildsAsynchronously)
        // A declaration says all of it; and so does an initializer that is wired, except for what it fetches from elsewhere.
        if stating == .declared || stating == .wired && need.isHiddenInInitializer { continue }
        let problems = container.problems(roots: [AnyKey(Asker.self)])
        #expect(!problems.contains { $0.key == need.key && $0.message.hasSuffix("but no root needs it.") }, "\(problems)")
      }
    }

    @Test("Case 133 S: every kind of edge has its needs")
    func kinds() {
      for kind in Dependency.Kind.allCases {
        #expect(!Need.all(of: kind).isEmpty, "\(kind)")
      }
    }

    @Test("Case 133 S: what is missing of it is reported", arguments: Need.allCases, Stating.allCases)
    func missing(_ need: Need, _ stating: Stating) async throws {
      for form in Self.forms {
        let container = try await ran(need, stating, form)
        try need.unregisterNeeded(in: container)
        let missing = container.problems().filter { $0.kind == .missing }
        let key = need.missingKey(stating)
        #expect(missing.compactMap(\.path.last) == (key.map { [$0] } ?? []), "\(form): \(missing)")
      }
    }

    @Test("Case 133 S: a singleton that needs what lives in a scope is reported", arguments: Need.allCases, Stating.allCases)
    func captive(_ need: Need, _ stating: Stating) async throws {
      for form in Self.forms {
        let container = try await ran(need, stating, form)
        try need.registerNeeded(in: container, scope: .scoped)
        let captives = container.problems().filter { $0.kind == .captive }
        #expect(captives.contains { $0.key == AnyKey(Asker.self) && $0.path.last == need.key }, "\(form)")
      }
    }

    @Test("Case 133 S: it closes a cycle if it is needed at once, and only then", arguments: Need.allCases, Stating.allCases)
    func cycle(_ need: Need, _ stating: Stating) async throws {
      for form in Self.forms {
        let container = try await ran(need, stating, form)
        try need.closeCircle(in: container)
        #expect(container.problems().contains { $0.kind == .cycle } == need.isImmediate, "\(form): \(container.problems())")
      }
    }

    // MARK: Injectors

    private final class Left: Sendable {}
    private final class Right: Sendable {}

    /// Two that take each other in injectors.
    private func circle(_ left: Lifetime<Left>, _ right: Lifetime<Right>) throws -> Container {
      let container = Container()
      try container.register(Left.self, scope: left) { _ in Left() }.register(Right.self, scope: right) { _ in Right() }
        .registerInjector(Left.self) { _, r in _ = try r.resolve(Right.self) }
        .registerInjector(Right.self) { _, r in _ = try r.resolve(Left.self) }
      return container
    }

    @Test("Case 133 S: a circle of injectors alone is no cycle, one with a factory in it is")
    func injectors() throws {
      let container = try circle(.graph, .graph)
      _ = try container.resolve(Left.self)
      #expect(container.graph().edges.count == 2)
      try container.validate(.afterRun)
      try container.register(Right.self, scope: .graph, .wired { (_: Left) in Right() })
      #expect(container.problems().contains { $0.kind == .cycle })
    }

    @Test("Case 133 S: a circle of injectors alone is a cycle where each makes a new one")
    func transientInjectors() throws {
      let container = try circle(.transient, .transient)
      try container.register(Int.self) { r in
        _ = try? r.resolve(Left.self)
        return 1
      }
      _ = try container.resolve(Int.self)
      #expect(container.problems().contains { $0.kind == .cycle })
    }

    @Test("Case 133 S: a new decorator makes unknown what was known, and a new injector takes the place of the old one's needs")
    func renewed() throws {
      let container = Container()
      try container.register(Left.self, scope: .graph) { _ in Left() }.register(Right.self) { _ in Right() }
        .registerInjector(Left.self) { _, r in _ = try r.resolve(Right.self) }
      _ = try container.resolve(Left.self)
      try container.validate(.afterRun, roots: [AnyKey(Left.self)])
      try container.decorate(Left.self) { left, _ in left }
      #expect(container.problems(.afterRun).map(\.key) == [AnyKey(Left.self)])
      _ = try container.resolve(Left.self)
      try container.validate(.afterRun)
      try container.registerInjector(Left.self) { _, _ in }
      _ = try container.resolve(Left.self)
      #expect(container.graph().edges.isEmpty)
    }

    @Test("Case 133 S: a forward by name is unknown until a build has run it, or its needs are declared")
    func forwardByName() throws {
      let container = Container()
      try container.register(Left.self, named: "a", instance: Left()).forward(Left.self, toName: { _ in "a" })
      #expect(container.problems(.afterRun).map(\.key) == [AnyKey(Left.self)])
      try container.declare(Left.self, needs: .on(Left.self, named: "a", as: .possible))
      try container.validate(.afterRun)
    }
  }
}
