import Holdfast
import OnceKernel
import TestSupport
import Testing

extension Faults {
  @Suite("Shutdown")
  struct ShutdownTests {
    @Test(
      "Case 53: a child container whose last owner lets go of it during its resolve still answers, and goes afterwards",
      arguments: Form.allCases)
    func released(_ form: Form) async throws {
      for index in 0..<20 {
        let (parent, ledger, names) = (Container(), Ledger(), Name.fresh(2))
        let owner = Guarded<Container?>(Container(parent: parent))
        weak let child = owner.withLock { $0 }
        try parent.register(Plan(names[1], ledger), as: form)
        let letGo: @Sendable (Int) throws -> Void = { _ in
          // The last owner's reference goes in the middle of the build.
          withExtendedLifetime(owner.withLock { $0.take() }) {}
        }
        try owner.withLock { $0 }?.register(Plan(names[0], ledger, needs: [names[1]]).checking(letGo), as: form)
        let caller = ask(as: form.caller(index)) {
          try owner.withLock { $0 }?.resolveNow(Part.self, named: names[0]).parts.count
        } async: {
          try await owner.withLock { $0 }?.resolve(Part.self, named: names[0]).parts.count
        }
        #expect(try await caller.value() == 1)
        try await Timeout.until("the child and what it built are gone") { child == nil && ledger.alive.value == 1 }
        #expect(ledger.dead == [names[0]])
        #expect(try await ask(parent, names[1], as: form.caller(0)).value().build == 1)
      }
    }

    @Test("Case 54: a parent that ends its drain while a child builds is a clean error", arguments: Form.allCases)
    func parentGoes(_ form: Form) async throws {
      let (parent, ledger, names) = (Container(), Ledger(), Name.fresh(4))
      let child = Container(parent: parent)
      let (started, go) = (Gate("the child builds"), Gate("the parent is shut down"))
      try parent.register(Plan(names[1], ledger), as: form)
      try child.register(Plan(names[0], ledger, needs: [names[1]]).gated(started: started, go: go), as: form)
      try child.register(Plan(names[2], ledger), as: form)
      try child.register(Plan(names[3], ledger), as: form)
      let ready = try await ask(child, names[3], as: form.caller(0)).value()
      let callers = [ask(child, names[0], as: form.caller(0))]
      try await started.pass()
      let waiter = ask(child, names[0], as: form.caller(1))
      try await joined(form.buildsAsynchronously ? 2 : 1, on: names[0])
      let report = try await parent.shutdown(deadline: .milliseconds(20))
      #expect(report.unfinished == keys(names[0]))
      // On a busy machine the call returns at its deadline before the parent has stopped waiting for the build.
      try await Timeout.until("the parent is shut down") { try await !parent.shutdown().isUnderway }
      go.open()
      for caller in callers + [waiter] {
        let error = try await caller.error()
        #expect(error.code == .shutDown)
        // An asynchronous build is cancelled at the deadline.
        #expect(error.path == (form.buildsAsynchronously ? keys(names[0]) : keys(names[0], names[1])))
      }
      // The child builds nothing more; what it has, it has.
      #expect(try await ask(child, names[2], as: form.caller(0)).error().code == .shutDown)
      #expect(try await ask(child, names[3], as: form.caller(1)).value() === ready)
    }

    @Test("Case 55: a resolve during a shutdown gets a value or the shutdown's error", arguments: Form.allCases, ShutdownPolicy.both)
    func during(_ form: Form, _ builds: ShutdownPolicy) async throws {
      for _ in 0..<Effort.scaled(40) + 5 {
        let (container, ledger, names) = (Container(), Ledger(), Name.fresh(3))
        for (index, name) in names.enumerated() {
          try container.register(Plan(name, ledger, needs: index == 0 ? [names[1]] : []), as: form)
        }
        let start = Gate("all callers at once")
        let callers = (0..<9).map { ask(container, names[$0 % 3], as: form.caller($0), after: start) }
        let shutdown = Pending.inTask {
          try await start.pass()
          return try await container.shutdown(builds: builds, deadline: nil)
        }
        start.open()
        for caller in callers {
          if case .failure(let error) = try await caller.result() { #expect((error as? ResolutionError)?.code == .shutDown, "\(error)") }
        }
        _ = try await shutdown.value()
        #expect(try await ask(container, names[0], as: form.caller(0)).error().code == .shutDown)
      }
    }

    @Test("Case 56: a shutdown that many ask for at once happens once, and drains the build in flight", arguments: Form.allCases)
    func drain(_ form: Form) async throws {
      let (container, ledger, name, disposals) = (Container(), Ledger(), Name.fresh("a"), Counter())
      let (started, go) = (Gate("the build"), Gate("go"))
      try container.register(Plan(name, ledger).gated(started: started, go: go), dispose: { _ in disposals.add() }, as: form)
      let builder = ask(container, name, as: form.caller(0))
      try await started.pass()
      let shutdowns = (0..<4).map { _ in Pending.inTask { try await container.shutdown(deadline: nil) } }
      try await ending(container)
      for shutdown in shutdowns { await shutdown.expectWaiting("a build is in flight") }
      go.open()
      #expect(try await builder.value().build == 1)
      for shutdown in shutdowns { #expect(try await shutdown.value().isClean) }
      #expect(try await container.shutdown(deadline: nil).isClean)
      #expect(disposals.value == 1)
    }

    @Test(
      "Case 56: a shutdown that cancels builds waits for synchronous ones, and tells the others' waiters at once", arguments: Form.allCases)
    func cancel(_ form: Form) async throws {
      let (container, ledger, name) = (Container(), Ledger(), Name.fresh("a"))
      let (started, go) = (Gate("the build"), Gate("go"))
      try container.register(Plan(name, ledger).gated(started: started, go: go), as: form)
      let builder = ask(container, name, as: form.caller(0))
      try await started.pass()
      let waiter = ask(container, name, as: form.caller(1))
      try await joined(form.buildsAsynchronously ? 2 : 1, on: name)
      let shutdown = Pending.inTask { try await container.shutdown(builds: .cancel, deadline: nil) }
      if form.buildsAsynchronously {
        #expect(try await waiter.error().code == .shutDown)
        #expect(try await builder.error().code == .shutDown)
        go.open()
        try await Timeout.until("nothing is left") { ledger.alive.value == 0 }
      } else {
        try await ending(container)
        await shutdown.expectWaiting("a synchronous build cannot be cancelled")
        go.open()
        #expect(try await builder.value() === waiter.value())
      }
      #expect(try await shutdown.value().isClean)
    }
  }
}

extension ShutdownPolicy {
  fileprivate static let both: [ShutdownPolicy] = [.drain, .cancel]
}
