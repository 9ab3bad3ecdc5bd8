import Holdfast
import HoldfastCompatibility
import HoldfastDefinitions
import Testing

extension Regressions {
  @Suite("What is weak, and what comes too late")
  struct EndingRegressions {
    private struct Parts: DefinitionAssembly {
      let definitions: Definitions

      var weakly: Noted { get throws { try define(scope: .weakObject) { Noted("weakly", Chronicle()) } } }
      var kept: Noted { get throws { try define(scope: .singleton) { Noted("kept", Chronicle()) } } }
      func number(_ number: Int) throws -> Noted { try define(with: number, scope: .weakObject) { Noted("\(number)", Chronicle()) } }
      func fill(_ noted: Noted) throws { try inject(into: noted) { _ in } }
    }

    @Test("A weak object is not disposed of: its last holder releases it", arguments: [false, true])
    func weak(isObject: Bool) async throws {
      let (container, journal) = (Container(), Chronicle())
      if isObject {
        try container.register(Noted.self, scope: .weakObject) { _ in Noted("weak", journal) }
      } else {
        try container.register(Noted.self, scope: .weak) { _ in Noted("weak", journal) }
      }
      let held = try container.resolveNow(Noted.self)
      try container.reset(Noted.self)
      let other = try container.resolveNow(Noted.self)
      #expect(other !== held)
      #expect(try await container.shutdown(deadline: nil).isClean)
      #expect(journal.all == [])
      withExtendedLifetime((held, other)) {}
    }

    @Test("A definition can be weak")
    func weakDefinition() throws {
      let container = Container()
      let parts = container.assembly(Parts.self)
      let (one, seven) = (try parts.weakly, try parts.number(7))
      #expect(try parts.weakly === one)
      #expect(try parts.number(7) === seven)
      weak var gone: Noted?
      do { gone = try parts.number(8) }
      #expect(gone == nil)
      #expect(try parts.number(8).name == "8")
    }

    @Test("Unregistering everything forgets what definitions kept")
    func unregisterAll() throws {
      let container = Container()
      let kept = try container.assembly(Parts.self).kept
      try container.unregisterAll()
      #expect(try container.assembly(Parts.self).kept !== kept)
    }

    @Test("An assembly injects nothing after the end")
    func lateInjection() async throws {
      let container = Container()
      let parts = container.assembly(Parts.self)
      try parts.fill(Noted("before", Chronicle()))
      try await container.shutdown(deadline: nil)
      #expect(code { try parts.fill(Noted("after", Chronicle())) } == .shutDown)
    }

    @Test("Who asks too late whether something is registered is told of the end", arguments: [false, true])
    func lateQuestion(asksChild: Bool) async throws {
      let parent = Container()
      let container = asksChild ? Container(parent: parent) : parent
      try parent.register(Int.self, instance: 1)
      let ask = { () throws in try container.resolveIfRegistered(Int.self) }
      #expect(try ask() == 1)
      try await parent.shutdown(deadline: nil)
      #expect(code { _ = try ask() } == .shutDown)
      let awaited = await code { _ = try await container.resolveIfRegistered(Int.self) }
      #expect(awaited == .shutDown)
      #expect(code { _ = try container.resolver.resolveIfRegistered(Int.self) } == .shutDown)
    }

    @Test("Nothing that was disposed of is seen, in a sealed container too", arguments: [false, true])
    func latePeek(seals: Bool) async throws {
      let container = try Container { $0.register(Noted.self) { _ in Noted("peeked", Chronicle()) } }
      if seals { container.seal() }
      _ = try container.resolveNow(Noted.self)
      #expect(container.peek(Noted.self) != nil)
      try await container.shutdown(deadline: nil)
      #expect(container.peek(Noted.self) == nil)
    }

    @Test("A layer that replaces a parent's collection replaces it for its children too")
    func replacedCollection() async throws {
      let parent = try Container { $0.register(Int.self, named: "real") { _ in 1 } }
      let child = try Container(parent: parent) { $0.register(Int.self, named: "own") { _ in 2 } }
      try await parent.withOverrides {
        $0.register([Int].self) { _ in [3] }
      } operation: { () async throws in
        #expect(try { try child.resolveAll(Int.self, includingParent: true) }() == [3, 2])
        #expect(try await child.resolveAll(Int.self, includingParent: true) == [3, 2])
      }
      #expect(try await child.resolveAll(Int.self, includingParent: true) == [1, 2])
    }
  }
}
