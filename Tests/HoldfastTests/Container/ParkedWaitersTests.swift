import Dispatch
import Holdfast
import TestSupport
import Testing

@Suite("Parked waiters", .load, .serialized)
struct ParkedWaitersTests {
  /// ```
  ///   builder                     300 threads                 a task
  ///   factory of a starts
  ///                               wait for a
  ///     waits for the task                                    registers b, replaces, resets
  ///     resolves b
  ///                               all have a
  /// ```
  @Test("While 300 threads wait for a build, a task registers what it needs")
  func threads() async throws {
    let (container, ledger, names) = (Container(), Ledger(), Name.fresh(2))
    let (started, go) = (Gate("the build"), Gate("the task has registered"))
    try container.register(Plan(names[0], ledger, needs: [names[1]]).gated(started: started, go: go), as: .threads)
    let builder = ask(container, names[0], as: .thread)
    try await started.pass()
    let waiters = (0..<300).map { _ in ask(container, names[0], as: .thread) }
    try await joined(300, on: names[0])
    let task = Pending.inTask {
      for _ in 0..<10 {
        try container.register(Plan(names[1], ledger), as: .tasks)
        try container.register(Plan(names[1], ledger), as: .threads)
        try container.reset(Part.self, named: names[1])
        await Task.yield()
      }
      go.open()
    }
    try await task.value()
    let part = try await builder.value()
    for waiter in waiters { #expect(try await waiter.value() === part) }
    #expect(ledger.builds(names[0]) == 1)
  }

  /// The same with every thread that Dispatch has to give, in a process of its own: nothing may depend on getting one more.
  @Test("While 300 Dispatch blocks wait for a build, registering goes on")
  func dispatch() async {
    await #expect(processExitsWith: .success) {
      let (container, ledger, started, go) = (Container(), Ledger(), Gate("the build"), Gate("go"))
      try container.register(Plan("a", ledger, needs: ["b"]).gated(started: started, go: go), as: .threads)
      let builder = Pending.onThread { try container.resolve(Part.self, named: "a") }
      try started.block()
      let done = Countdown(300, "all blocks have the part")
      for _ in 0..<300 {
        DispatchQueue.global().async {
          if (try? container.resolve(Part.self, named: "a").build) == 1 { done.arrive() }
        }
      }
      // Blocking on purpose: nothing here may need the pool.
      let finished = Pending.onThread {
        let patience = Patience()
        while waiters(of: "a") < 8, !patience.isOver {}
        for _ in 0..<10 { try container.register(Plan("b", ledger), as: .threads) }
        go.open()
        try done.block()
      }
      try finished.block()
      withExtendedLifetime(builder) {}
    }
  }
}
