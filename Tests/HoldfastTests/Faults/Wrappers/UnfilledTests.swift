import Holdfast
import HoldfastCompatibility
import OnceKernel
import Testing

extension Faults {
  /// A property wrapper cannot throw: the factory in which it could not be filled does, when it returns.
  @Suite("Wrappers that cannot be filled")
  struct UnfilledTests {
    /// Made by factories that do not look at what is wrapped.
    private final class Screen: Sendable {
      let part: Injected<Part>

      init(_ name: Name) { part = Injected(named: name) }
    }

    enum Kind: CaseIterable {
      case singleton, scoped, cached, transient, graph, decorated, injected, deep
    }

    private struct Broken: Error {}

    @Test("Case 103: a wrapper that cannot be filled fails the build, and the next one succeeds", arguments: Form.allCases, Kind.allCases)
    func once(_ form: Form, _ kind: Kind) async throws {
      let (container, ledger, names) = (Container(), Ledger(), Name.fresh(3))
      let (part, other, screen) = (names[0], names[1], names[2])
      try container.register(Part.self, named: part) { _ in
        if ledger.begin(part) == 1 { throw Broken() }
        return Part(part)
      }
      try container.register(Part.self, named: other, scope: .transient) { _ in Part(other) }
      try register(screen, of: part, besides: other, in: container, form, kind)
      func resolve(_ index: Int) -> Pending<Screen> {
        ask(as: form.caller(index)) {
          try container.withScope { try $0.resolveNow(Screen.self, named: screen) }
        } async: {
          try await container.withScope { try await $0.resolve(Screen.self, named: screen) }
        }
      }
      let error = try await resolve(0).error()
      #expect(error.code == .factoryFailed)
      #expect(error.underlying is Broken)
      #expect(error.path.first == AnyKey(Screen.self, named: screen) && error.path.last == AnyKey(Part.self, named: part))
      #expect(error.path.count == 2 || kind == .deep)
      #expect(container.peek(Screen.self, named: screen) == nil)
      let second = try await resolve(1).value()
      #expect(throws: Never.self) { try second.part.get() }
      #expect(ledger.builds(part) == 2)
    }

    private func register(_ name: Name, of part: Name, besides other: Name, in container: Container, _ form: Form, _ kind: Kind) throws {
      let make: @Sendable (FactoryResolver) throws -> Screen = { r in
        let screen = Screen(part)
        // What else is made in a run that will fail does not fail for it.
        #expect(throws: Never.self) { try r.resolveNow(Part.self, named: other) }
        #expect(throws: Never.self) { try Container.currentResolver().resolveNow(Part.self, named: other) }
        return screen
      }
      switch kind {
      case .singleton: try container.register(Screen.self, named: name, as: form, make)
      case .scoped: try container.register(Screen.self, named: name, scope: .scoped, as: form, make)
      case .cached: try container.register(Screen.self, named: name, scope: .cached("screens"), as: form, make)
      case .transient: try container.register(Screen.self, named: name, scope: .transient, as: form, make)
      case .graph: try container.register(Screen.self, named: name, scope: .graph, factory: make)
      case .decorated:
        try container.decorate(Screen.self) { _, r in try make(r) }
        try container.register(Screen.self, named: name, as: form) { _ in Screen(other) }
      case .injected:
        let kept = Guarded<Screen?>(nil)
        try container.registerInjector(Screen.self) { _, r in
          let screen = try make(r)
          kept.withLock { $0 = screen }
        }
        try container.register(Screen.self, named: name) { _ in Screen(other) }
      case .deep:
        let chain = Name.fresh(70).map { Name("\($0.text) deep") }
        for (index, link) in chain.enumerated() {
          let next: Name? = index + 1 < chain.count ? chain[index + 1] : nil
          try container.register(Screen.self, named: link, scope: .transient) { r in
            guard let next else { return try make(r) }
            return try r.resolve(named: next)
          }
        }
        try container.register(Screen.self, named: name, scope: .transient) { r in try r.resolve(named: chain[0]) }
      }
    }

    @Test("Case 103: callers that joined the build get the same error", arguments: Form.allCases)
    func joiners(_ form: Form) async throws {
      let (container, ledger, names) = (Container(), Ledger(), Name.fresh(2))
      let go = Gate("all callers wait")
      let plan = Plan(names[0], ledger).gated(go: go).checking { _ in _ = Injected<Part>(named: names[1]) }
      try container.register(plan, as: form)
      let callers = (0..<4).map { ask(container, names[0], as: form.caller($0)) }
      try await joined(form.buildsAsynchronously ? 4 : 3, on: names[0])
      go.open()
      for caller in callers {
        let error = try await caller.error()
        #expect(error.code == .notRegistered)
        #expect(error.path == keys(names[0], names[1]))
      }
      try await Timeout.until("nothing holds what was made") { ledger.alive.value == 0 }
    }

    @Test("Case 103: what could not be filled reaches no decorator, no injector and no disposer", arguments: Form.allCases)
    func reachesNothing(_ form: Form) async throws {
      let (container, names, reached) = (Container(), Name.fresh(2), Counter())
      try container.register(Screen.self, named: names[0], scope: .singleton(dispose: { _ in reached.add() }), as: form) { _ in
        Screen(names[1])
      }
      try container.decorate(Screen.self) { screen, _ in
        reached.add()
        return screen
      }
      try container.registerInjector(Screen.self) { _, _ in reached.add() }
      for index in 0..<2 {
        let error = try await ask(container, Screen.self, named: names[0], as: form.caller(index)).error()
        #expect(error.code == .notRegistered)
      }
      try await container.shutdown()
      #expect(reached.value == 0)
    }

    @Test("Case 103 S: an Optional wrapper is nil if nothing is registered, and fails the build for every other reason")
    func optional() throws {
      let (container, names) = (Container(), Name.fresh(3))
      struct Holder: Sendable {
        let part: Injected<Part?>
      }
      let (missing, broken) = (names[0], names[1])
      try container.register(Part.self, named: broken) { _ in throw Broken() }
      for name in [missing, broken] {
        try container.register(Holder.self, named: name) { _ in Holder(part: Injected(named: name)) }
      }
      let holder = try container.resolveNow(Holder.self, named: missing)
      #expect(try holder.part.get() == nil)
      #expect(holder.part.wrappedValue == nil)
      #expect(try failure { try container.resolveNow(Holder.self, named: broken) }.code == .factoryFailed)
      // A plain resolve of an Optional still throws.
      #expect(try failure { try container.resolveNow(Part?.self, named: missing) }.code == .notRegistered)
    }

    @Test("Case 103 S: a weak wrapper may be missing, and fails the build for every other reason")
    func weakly() throws {
      let (container, names) = (Container(), Name.fresh(3))
      struct Holder: Sendable {
        let part: WeakInjected<Part>
      }
      let (missing, broken) = (names[0], names[1])
      try container.register(Part.self, named: broken) { _ in throw Broken() }
      for name in [missing, broken] { try container.register(Holder.self, named: name) { _ in Holder(part: WeakInjected(named: name)) } }
      let holder = try container.resolveNow(Holder.self, named: missing)
      #expect(holder.part.wrappedValue == nil)
      #expect(try failure { try holder.part.get() }.code == .notRegistered)
      #expect(try failure { try container.resolveNow(Holder.self, named: broken) }.code == .factoryFailed)
    }

    @Test("Case 103 S: outside every factory a wrapper keeps its error until it is read")
    func outside() throws {
      let (container, name) = (Container(), Name.fresh("a"))
      try container.withCurrent {
        let wrapper = Injected<Part>(named: name)
        #expect(try failure { try wrapper.get() }.path == keys(name))
        try container.register(Part.self, named: name) { _ in Part(name) }
        #expect(throws: Never.self) { try container.resolveNow(Part.self, named: name) }
      }
    }
  }
}
