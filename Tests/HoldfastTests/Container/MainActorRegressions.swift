import Dispatch
import Foundation
import Holdfast
import OnceKernel
import TestSupport
import Testing

extension Regressions {
  @Suite("Main actor")
  struct MainActorRegressions {
    #if os(Linux) || os(macOS)
      /// In a process of its own, which a mistake would stop for good.
      ///
      /// ```
      ///   a task                         the main thread
      ///                                  factory of two runs
      ///   asks for one: queued for main
      ///                                  factory of two asks for one: claims it
      ///                                    factory of one asks for two: a cycle
      /// ```
      @Test("A build that the main thread takes over from the main actor's queue counts as part of what runs there")
      func claimedCycle() async {
        await #expect(processExitsWith: .success) {
          DispatchQueue.global().asyncAfter(deadline: .now() + Regressions.patience) { exit(9) }
          let (container, name, starts) = (Container(), Name.fresh("one"), Gate("the main thread builds"))
          try container.register(
            One.self, named: name,
            .mainActor { r in
              _ = try r.resolve(Two.self)
              return One()
            })
          try container.register(Two.self) { r in
            starts.open()
            try Regressions.blockUntilAwaited(name)
            _ = try r.resolve(One.self, named: name)
            return Two()
          }
          let task = Pending.inTask {
            try await starts.pass()
            return try await container.resolve(One.self, named: name)
          }
          let error = await MainActor.run { Regressions.code { _ = try container.resolveNow(Two.self) } }
          #expect(error == .cycle || error == .factoryFailed)
          #expect(try await task.code() != nil)
        }
      }
    #endif

    @Test("An asynchronous build whose injector belongs to the main actor is not taken over by the main thread")
    func asynchronousIsNotClaimed() async throws {
      for _ in 0..<Effort.scaled(200) + 10 {
        let container = Container()
        try container.register(
          One.self,
          .async { _ in
            await Task.yield()
            return One()
          })
        try container.registerInjector(One.self, mainActor: { _, _ in })
        let caller = Pending.inTask { try await container.resolve(One.self) }
        await MainActor.run {
          for _ in 0..<200 {
            if caller.isSettled { break }
            _ = try? container.resolveNow(One.self)
          }
        }
        #expect(try await caller.code() == nil)
      }
    }

    @Test("What a main-actor factory makes for a cancelled caller is disposed of once and not kept", arguments: [false, true])
    func abandoned(_ hasInjector: Bool) async throws {
      let (container, journal, go) = (Container(), Chronicle(), Gate("the caller is known"))
      let asking = Guarded<Pending<One>?>(nil)
      try container.register(
        One.self, scope: .singleton(dispose: { _ in journal.note("disposed") }),
        .mainActor { _ in
          // Not done before the caller has returned, which may not even have begun to wait: a cancelled caller too gets a value that is there.
          let (caller, patience) = (asking.withLock { $0 }, Patience())
          caller?.cancel()
          while caller?.isSettled == false && !patience.isOver { Thread.sleep(forTimeInterval: 0.001) }
          return One()
        })
      if hasInjector { try container.registerInjector(One.self, mainActor: { _, _ in }) }
      let caller = Pending.inTask {
        try await go.pass()
        return try await container.resolve(One.self)
      }
      asking.withLock { $0 = caller }
      go.open()
      #expect(try await caller.code() == .cancelled)
      try await Timeout.until("the instance is disposed of") { !journal.all.isEmpty }
      #expect(container.peek(One.self) == nil)
      try await container.shutdown(deadline: nil)
      #expect(journal.all == ["disposed"])
    }
  }
}
