import Holdfast
import HoldfastDiagnostics
import OnceKernel
import Testing

extension Faults {
  @Suite("Cycles through containers and children")
  struct HiddenCycleTests {
    @Test("Case 33: a cycle through parent and child containers is an error", arguments: Form.allCases)
    func throughParent(_ form: Form) async throws {
      let (parent, ledger, names) = (Container(), Ledger(), Name.fresh(2))
      let child = Container(parent: parent)
      try child.register(Plan(names[0], ledger, needs: [names[1]]), as: form)
      // The parent's factory reaches down, through the child that it captured.
      try parent.register(Part.self, named: names[1], as: form) { [weak child] _ in
        Part(names[1], parts: [try Way.captured.part(names[0], child)])
      } async: { [weak child] _ in
        Part(names[1], parts: [try await Way.captured.part(names[0], child)])
      }
      for index in 0..<2 {
        let down = try await ask(child, names[0], as: form.caller(index)).error()
        #expect(down.code == .cycle)
        #expect(down.path == keys(names[0], names[1], names[0]))
        let up = try await ask(parent, names[1], as: form.caller(index)).error()
        #expect(up.code == .cycle)
        #expect(up.path == keys(names[1], names[0], names[1]))
      }
    }

    @Test("Case 34 A: a cycle through async let children is an error")
    func asyncLet() async throws {
      let (container, ledger, names) = (Container(), Ledger(), Name.fresh(3))
      try container.register(
        Part.self, named: names[0],
        .async { r in
          let resolver = r.concurrent
          async let left = resolver.resolve(Part.self, named: names[1])
          async let right = resolver.resolve(Part.self, named: names[2])
          return Part(names[0], parts: [try await left, try await right])
        })
      try container.register(Plan(names[1], ledger), as: .tasks)
      try container.register(Plan(names[2], ledger, needs: [names[0]]), as: .tasks)
      for _ in 0..<20 {
        let error = try await ask(container, names[0], as: .task).error()
        #expect(error.code == .cycle)
        #expect(error.path == keys(names[0], names[2], names[0]))
      }
      try container.register(Plan(names[2], ledger), as: .tasks)
      #expect(try await ask(container, names[0], as: .task).value().parts.count == 2)
    }

    /// ```
    ///   factory of a                       a thread or task that it started
    ///   waits for what it started
    ///                                      waits for a: reported when the threshold has passed
    ///   gives up waiting, returns
    ///                                      gets a
    /// ```
    @Test("Case 37: a wait that no container can see is reported with the builds in flight", arguments: Form.allCases)
    func hiddenWait(_ form: Form) async throws {
      let (container, ledger, name) = (Container(), Ledger(), Name.fresh("a"))
      let (reported, report) = (Gate("the report"), Guarded<LongWaitReport?>(nil))
      LongWaits.report(after: .milliseconds(20)) { latest in
        guard latest.key == AnyKey(Part.self, named: name) else { return }
        report.withLock { $0 = latest }
        reported.open()
      }
      defer { LongWaits.report(after: .seconds(10)) { _ in } }
      let inner = Guarded<Pending<Part>?>(nil)
      let hop: @Sendable () -> Void = { [weak container] in
        guard let container else { return }
        inner.withLock { $0 = ask(container, name, as: form.caller(1)) }
      }
      try container.register(Part.self, named: name, as: form) { _ in
        hop()
        try reported.block()
        return Part(name, build: ledger.begin(name))
      } async: { _ in
        hop()
        try await reported.pass()
        return Part(name, build: ledger.begin(name))
      }
      let part = try await ask(container, name, as: form.caller(0)).value()
      let latest = try #require(report.withLock { $0 })
      let build = try #require(latest.builds.first { $0.key == AnyKey(Part.self, named: name) })
      #expect(build.waiters >= 1)
      #expect(build.isAsynchronous == form.buildsAsynchronously)
      let hopper = try #require(inner.withLock { $0 })
      #expect(try await hopper.value() === part)
      #expect(ledger.builds(name) == 1)
    }

    @Test("Case 38 A: an unawaited task of a factory waits for the very thing being built and gets it")
    func unawaitedTask() async throws {
      for _ in 0..<3 {
        let (container, name) = (Container(), Name.fresh("a"))
        let inner = Guarded<Pending<Part>?>(nil)
        try container.register(
          Part.self, named: name,
          .async { [weak container] _ in
            let pending = Pending<Part>()
            inner.withLock { $0 = pending }
            guard let container else { throw TimedOut(what: "the container lives") }
            Task { await pending.run { try await container.resolve(Part.self, named: name) } }
            try await joined(2, on: name)
            return Part(name)
          })
        let part = try await ask(container, name, as: .task).value()
        let waited = try #require(inner.withLock { $0 })
        #expect(try await waited.value() === part)
      }
    }
  }
}
