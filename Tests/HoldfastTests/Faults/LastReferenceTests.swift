import Holdfast
import HoldfastDiagnostics
import OnceKernel
import Testing

extension Faults {
  @Suite("Last references")
  struct LastReferenceTests {
    let container = Container()
    private let dead = Counter()

    init() throws {
      try container.register(seeded: VisitSeed.self)
    }

    /// An object whose deinit enters the container, on another thread and on its own, and counts if all of that came to its end.
    ///
    /// The other thread comes first: for a lock that is held here it waits as long as a test waits, and not for ever.
    private func visitor() -> DeinitProbe {
      DeinitProbe { [weak container, dead] in
        guard let container else { return }
        let visit: @Sendable () throws -> Void = {
          let name = Name.fresh("visited")
          try container.register(Part.self, named: name) { _ in Part(name) }
          _ = try container.resolveNow(Part.self, named: name)
          try container.withScope(seeds: [.value(VisitSeed())]) { scope in _ = try scope.resolveNow(Part.self, named: name) }
          container.withOverrides { _ in
          } operation: {
            _ = try? container.resolveNow(Part.self, named: name)
          }
          try container.unregister(Part.self, named: name)
        }
        do {
          try Pending.onThread(visit).block()
          try visit()
          dead.add()
        } catch {
          Issue.record(error, "a deinit ran under a lock")
        }
      }
    }

    private func expectDead(_ count: Int) async throws {
      try await Timeout.until("\(count) deinits") { dead.value >= count }
      #expect(dead.value == count)
    }

    @Test("Case 120: the errors of a factory that fails twice in one call may enter when they die", arguments: Form.allCases)
    func failures(_ form: Form) async throws {
      let names = Name.fresh(2)
      try container.register(Part.self, named: names[0], as: form) { _ in
        throw PayloadError(payload: visitor())
      }
      try container.register(Part.self, named: names[1], as: form) { r in
        for _ in 0..<3 { _ = try? r.resolve(Part.self, named: names[0]) }
        return Part(names[1])
      } async: { r in
        for _ in 0..<3 { _ = try? await r.resolve(Part.self, named: names[0]) }
        return Part(names[1])
      }
      _ = try await ask(container, names[1], as: form.caller(0)).value()
      try await expectDead(3)
    }

    /// ```
    ///   the part                    what needs it early
    ///     is injected
    ///     its closure waits
    ///                                 takes it, and waits
    ///     is published
    ///   is unregistered
    ///                                 ends, the last to hold its registration
    /// ```
    @Test("Case 120: what was needed early may enter when it dies", arguments: Form.allCases)
    func needed(_ form: Form) async throws {
      let names = Name.fresh(3)
      let (taken, injected, go) = (Gate("taken"), Gate("injected"), Gate("go"))
      let caller = form.blockingCaller(0)
      try container.register(Part.self, named: names[0], as: form) { [visitor = visitor()] _ in
        withExtendedLifetime(visitor) { Part(names[0]) }
      }
      try container.registerInjector(Part.self, named: names[0]) { _, r in
        r.later(Part.self, named: names[1]) { _ in
          injected.open()
          try taken.block()
        }
      }
      try container.register(Part.self, named: names[1]) { _ in Part(names[1]) }
      try container.register(Part.self, named: names[2], scope: .transient, as: form) { r in
        let part = try r.resolve(Part.self, named: names[0])
        taken.open()
        try go.block()
        return Part(names[2], build: part.build)
      } async: { r in
        let build = try await r.resolve(Part.self, named: names[0]).build
        taken.open()
        try await go.pass()
        return Part(names[2], build: build)
      }
      let first = ask(container, names[0], as: .ownTask)
      try await injected.pass()
      let second = ask(container, names[2], as: caller)
      if form.buildsAsynchronously {
        try await taken.pass()
      } else {
        try await joined(1, on: names[0])
        taken.open()
      }
      _ = try await first.value()
      try container.unregister(Part.self, named: names[0])
      go.open()
      _ = try await second.value()
      try await expectDead(1)
    }

    /// What holds an object, and the step that takes it away.
    enum Holder: CaseIterable {
      case replaced, unregistered, allUnregistered, reset, seed, scope, argument, leftLazily, observer, override, childOfLayer, released,
        named

      func drop(_ visitor: DeinitProbe, from container: Container) throws {
        let name = Name.fresh("held")
        let register = { (visitor: DeinitProbe) in
          _ = try container.register(Part.self, named: name) { _ in withExtendedLifetime(visitor) { Part(name) } }
        }
        switch self {
        case .replaced:
          try register(visitor)
          try container.register(Part.self, named: name) { _ in Part(name) }
        case .unregistered:
          try register(visitor)
          try container.unregister(Part.self, named: name)
        case .allUnregistered:
          // In a child: what the object asks the container for stays.
          let child = Container(parent: container)
          try child.register(DeinitProbe.self, instance: visitor)
          try child.unregisterAll()
        case .reset:
          let child = Container(parent: container)
          let held = Guarded<DeinitProbe?>(visitor)
          try child.register(DeinitProbe.self) { _ in held.take() ?? DeinitProbe {} }
          _ = try child.resolveNow(DeinitProbe.self)
          try child.resetAll()
        case .seed:
          let child = Container(parent: container)
          try child.register(seeded: DeinitProbe.self)
          try child.withScope(seeds: [.value(visitor), .value(VisitSeed())]) { scope in _ = try scope.resolve(DeinitProbe.self) }
        case .scope:
          let child = Container(parent: container)
          let held = Guarded<DeinitProbe?>(visitor)
          try child.register(DeinitProbe.self, scope: .scoped) { _ in held.take() ?? DeinitProbe {} }
          try child.withScope(seeds: [.value(VisitSeed())]) { scope in _ = try scope.resolve(DeinitProbe.self) }
        case .argument:
          let child = Container(parent: container)
          try child.register(
            Part.self, named: name, scope: .singleton(capacity: 1), .factory(taking: VisitArgument.self) { _, _ in Part(name) })
          _ = try child.resolve(Part.self, named: name, with: VisitArgument(number: 1, payload: visitor))
          _ = try child.resolve(Part.self, named: name, with: VisitArgument(number: 2, payload: nil))
        case .leftLazily:
          let child = Container(parent: container)
          try child.register(Part.self, named: name, scope: .transient) { _ in
            try withExtendedLifetime(visitor) { throw PayloadError(payload: nil) }
          }
          let lazy = child.lazy(Part.self, named: name)
          _ = try? lazy.value()
          try child.register(Part.self, named: name) { _ in Part(name) }
          _ = try lazy.value()
        case .observer:
          container.observe { _ in withExtendedLifetime(visitor) {} }.cancel()
        case .override:
          container.withOverrides { [visitor] in
            $0.register(Part.self, named: name) { _ in withExtendedLifetime(visitor) { Part(name) } }
          } operation: {
            _ = try? container.resolveNow(Part.self, named: name)
          }
        case .childOfLayer:
          container.withOverrides { _ in
          } operation: {
            let child = Container(parent: container)
            _ = try? child.register(DeinitProbe.self, instance: visitor)
            _ = try? child.resolveNow(DeinitProbe.self)
          }
        case .released:
          var child = Container(parent: container)
          try child.register(DeinitProbe.self, instance: visitor)
          child = Container()
        case .named:
          let child = Container(parent: container)
          for name in Name.fresh(3) { try child.register(DeinitProbe.self, named: name, instance: visitor) }
          _ = try child.resolveAll(DeinitProbe.self)
          try child.unregisterAll()
        }
      }
    }

    @Test("Case 121: what a step of the container takes away may enter when it dies", arguments: Holder.allCases, Form.allCases)
    func holders(_ holder: Holder, _ form: Form) async throws {
      let caller = ask(as: form.blockingCaller(0)) { [container] in try holder.drop(visitor(), from: container) }
      try await caller.value()
      try await expectDead(1)
    }
  }
}

/// Equal to every other one of its number.
private struct VisitArgument: Hashable, Sendable {
  let number: Int
  let payload: DeinitProbe?

  static func == (left: VisitArgument, right: VisitArgument) -> Bool { left.number == right.number }

  func hash(into hasher: inout Hasher) { hasher.combine(number) }
}

extension Guarded where State == DeinitProbe? {
  fileprivate func take() -> DeinitProbe? {
    withLock { state in
      defer { state = nil }
      return state
    }
  }
}

private struct PayloadError: Error {
  let payload: DeinitProbe?
}

private struct VisitSeed: Sendable {}
