import Holdfast
import Testing

extension Regressions {
  @Suite("Scopes")
  struct ScopeRegressions {
    @Test("The disposers of a scope whose task was cancelled run uncancelled")
    func cancelled() async throws {
      let (container, journal, inside) = (Container(), Chronicle(), Gate("inside the scope"))
      try container.register(
        One.self,
        scope: .scoped(dispose: { _ in
          try Task.checkCancellation()
          journal.note("closed")
        }), factory: { _ in One() })
      let caller = Pending.inTask {
        await container.withScope { scope in
          _ = try? await scope.resolve(One.self)
          inside.open()
          while !Task.isCancelled { await Task.yield() }
        }
      }
      try await inside.pass()
      caller.cancel()
      try await caller.value(within: patience)
      #expect(journal.all == ["closed"])
      #expect(try await container.shutdown(deadline: nil).isClean)
    }

    @Test("A scope around synchronous work disposes one instance after the other, the last created first")
    func order() async throws {
      let (container, journal) = (Container(), Chronicle())
      try container.register(
        Tagged.self, named: "first", scope: .scoped(dispose: { _ in journal.note("first") }), factory: { _ in Tagged(tag: "first") })
      try container.register(
        Tagged.self, named: "second",
        scope: .scoped(dispose: { _ in
          for _ in 0..<200 { await Task.yield() }
          journal.note("second")
        }),
        factory: { r in
          _ = try r.resolve(Tagged.self, named: "first")
          return Tagged(tag: "second")
        })
      try Self.work(in: container)
      try await container.shutdown(deadline: nil)
      #expect(journal.all == ["second", "first"])
    }

    @Test("What is still being built when its scope ends is disposed of too")
    func builtLate() async throws {
      let (container, journal) = (Container(), Chronicle())
      let (starts, go) = (Gate("the value is being built"), Gate("go"))
      try container.register(
        One.self, scope: .scoped(dispose: { _ in journal.note("closed") }),
        .async { _ in
          starts.open()
          try await go.pass()
          return One()
        })
      // scope's end      | build
      // -----------------+-------------------
      //                  | starts, waits
      // begins           |
      //                  | goes on, ends
      // waits for it     |
      let scope = Pending.inTask {
        try await container.withScope { scope in
          let build = Pending.inTask { _ = try await scope.resolve(One.self) }
          try await starts.pass()
          return build
        }
      }
      try await starts.pass()
      await giveTime { scope.isSettled }
      go.open()
      #expect(try await scope.value(within: patience).error().code == .shutDown)
      try await container.shutdown(deadline: nil)
      #expect(journal.all == ["closed"])
    }

    @Test("A lazy reference and a provider that were wired in a scope belong to it")
    func wired() throws {
      final class Wired: Sendable {
        let lazy: Lazy<One>
        let provider: Provider<One>

        init(lazy: Lazy<One>, provider: Provider<One>) {
          self.lazy = lazy
          self.provider = provider
        }
      }
      let container = Container()
      try container.register(One.self, scope: .scoped) { _ in One() }
      try container.register(Wired.self, scope: .scoped, .wired(Wired.init))
      try container.withScope { scope in
        let (wired, one) = (try scope.resolveNow(Wired.self), try scope.resolveNow(One.self))
        #expect(try wired.lazy.value() === one)
        #expect(try wired.provider() === one)
      }
    }

    @Test("A scope hands out what was asked for while registrations are replaced, whose memory is used again")
    func reused() async throws {
      //       one thread                      | another one
      // --------------------------------------+--------------------------------------------
      // finds the registration of "first"     |
      //                                       | replaces it, so that it is freed
      //                                       | registers "second", at the same address
      //                                       | resolves "second": the scope has it there
      // looks for that address in the scope   |
      let container = Container()
      let register: @Sendable (Name) throws -> Void = { name in
        try container.register(Tagged.self, named: name, scope: .scoped) { _ in Tagged(tag: name.text) }
      }
      let seconds = (0..<2).map { Name("second \($0)") }
      try register("first")
      for _ in 0..<400 {
        try await container.withScope { scope in
          let asking = Pending.onThread { () throws -> Set<String> in
            try Set((0..<50).map { _ in try scope.resolve(Tagged.self, named: "first").tag })
          }
          for _ in 0..<1000 where !asking.isSettled {
            try register("first")
            // Two, so that one of them gets the memory; as optional ones, which the scope builds without having looked for them.
            for second in seconds {
              try register(second)
              #expect(try scope.resolveNow(Tagged?.self, named: second)?.tag == second.text)
            }
          }
          #expect(try await asking.value() == ["first"])
        }
      }
    }

    @Test("A scope that knows its instance well sees at once that the registration was replaced, taken away or put back")
    func changed() async throws {
      let container = Container()
      let register: @Sendable (String) throws -> Void = { tag in
        try container.register(Edition.self, scope: .scoped) { _ in Edition(tag: tag) }
        try container.register(Edition.self, named: "named", scope: .scoped) { _ in Edition(tag: tag) }
      }
      try register("first")
      try await container.withScope { scope in
        let know: @Sendable () throws -> [Edition] = {
          // The third time the way is short.
          try (0..<3).flatMap { _ in try [scope.resolveNow(Edition.self), scope.resolveNow(Edition.self, named: "named")] }
        }
        let first = try know()
        #expect(Set(first.map { ObjectIdentifier($0) }).count == 2 && first.allSatisfy { $0.tag == "first" })
        try container.register(One.self) { _ in One() }
        try container.register(One.self) { _ in One() }
        #expect(try know().map { ObjectIdentifier($0) } == first.map { ObjectIdentifier($0) })
        try register("second")
        #expect(try know().allSatisfy { $0.tag == "second" })
        #expect(try await scope.resolve(Edition.self).tag == "second")
        try container.registerAll { batch in
          batch.register(Edition.self, scope: .scoped) { _ in Edition(tag: "third") }
          batch.register(Edition.self, named: "named", scope: .scoped) { _ in Edition(tag: "third") }
        }
        #expect(try know().allSatisfy { $0.tag == "third" })
        let isGone = try container.unregister(Edition.self)
        #expect(isGone)
        #expect(throws: ResolutionError.self) { try scope.resolveNow(Edition.self) }
        #expect(try scope.resolveNow(Edition.self, named: "named").tag == "third")
        try register("fourth")
        #expect(try know().allSatisfy { $0.tag == "fourth" })
        let fourth = try know()
        container.seal()
        #expect(try know().map { ObjectIdentifier($0) } == fourth.map { ObjectIdentifier($0) })
      }
    }

    @Test("A scope that knows its instance well does not hand it out under a layer, nor after its end")
    func layered() throws {
      let container = Container()
      try container.register(Edition.self, scope: .scoped) { _ in Edition(tag: "base") }
      let scope = try container.withScope { scope in
        let base = try (0..<3).map { _ in try scope.resolveNow(Edition.self) }[2]
        try container.withOverrides({ $0.register(Edition.self, scope: .scoped) { _ in Edition(tag: "layer") } }) { () throws in
          for _ in 0..<3 { #expect(try scope.resolveNow(Edition.self).tag == "layer") }
        }
        try container.withOverrides({ $0.register(One.self) { _ in One() } }) { () throws in
          let own = try (0..<3).map { _ in try scope.resolveNow(Edition.self) }
          #expect(own[0] !== base && own[1] === own[0] && own[2] === own[0])
        }
        #expect(try scope.resolveNow(Edition.self) === base)
        return scope
      }
      #expect(try failure { try scope.resolve(Edition.self) }.code == .shutDown)
    }

    @Test("A scope with more instances than it keeps shortcuts hands out each by its own key")
    func many() throws {
      let container = Container()
      let names = (0..<100).map { Name("\($0)") }
      for name in names { try container.register(Edition.self, named: name, scope: .scoped) { _ in Edition(tag: name.text) } }
      try container.withScope { scope in
        let first = try names.map { try scope.resolveNow(Edition.self, named: $0) }
        for _ in 0..<3 {
          for (name, own) in zip(names, first) {
            let again = try scope.resolveNow(Edition.self, named: name)
            #expect(again === own && again.tag == name.text)
          }
        }
      }
    }

    @Test("A scope releases its values in reverse order of creation, those with disposers among the others", arguments: [false, true])
    func releaseOrder(byHand: Bool) async throws {
      let (container, journal) = (Container(), Chronicle())
      let names = (1...4).map { Name("\($0)") }
      for (index, name) in names.enumerated() {
        let mortal: @Sendable (FactoryResolver) -> Mortal = { _ in Mortal(name.text, journal) }
        if index % 2 == 0 {
          try container.register(named: name, scope: .scoped(dispose: { _ in }), factory: mortal)
        } else {
          try container.register(named: name, scope: .scoped, factory: mortal)
        }
      }
      func use(_ scope: Scope) throws { for name in names { _ = try scope.resolveNow(Mortal.self, named: name) } }
      if byHand {
        let scope = try container.openScope()
        try use(scope)
        await scope.end()
      } else {
        try await container.withScope { scope in
          await Task.yield()
          try use(scope)
        }
      }
      #expect(journal.all == ["4", "3", "2", "1"])
    }

    private final class Mortal: Sendable {
      private let tag: String
      private let journal: Chronicle

      init(_ tag: String, _ journal: Chronicle) { (self.tag, self.journal) = (tag, journal) }

      deinit { journal.note(tag) }
    }

    private final class Edition: Sendable {
      let tag: String

      init(tag: String) {
        self.tag = tag
      }
    }

    private static func work(in container: Container) throws {
      try container.withScope { scope in _ = try scope.resolve(Tagged.self, named: "second") }
    }
  }
}
