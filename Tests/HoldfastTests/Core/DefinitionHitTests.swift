import Holdfast
import HoldfastDefinitions
import Synchronization
import TestSupport
import Testing

@Suite("Definitions whose objects are there")
struct DefinitionHitTests {
  private final class Part: Sendable {
    let word = 7
    let number: Int
    init(_ number: Int = 0) { self.number = number }
  }

  private struct Parts: DefinitionAssembly {
    let definitions: Definitions

    var kept: Part { get throws { try define(scope: .singleton) { Part() } } }
    var other: Part { get throws { try define(scope: .singleton) { Part(1) } } }
    var cached: Part { get throws { try define(scope: .cached("parts")) { Part() } } }
    var graph: Part { get throws { try define { Part() } } }
    var user: [Part] { get throws { try define(scope: .singleton) { [try kept, try cached] } } }
  }

  private struct Further: DefinitionAssembly {
    let definitions: Definitions

    var kept: Part { get throws { try define(scope: .singleton) { Part(2) } } }
    func numbered(_ number: Int) throws -> Part { try define(scope: .singleton, key: "part \(number)") { Part(number) } }
  }

  @Test("One assembly value gives the same objects again, told apart by name, assembly and type")
  func again() throws {
    let container = Container()
    let parts = container.assembly(Parts.self)
    let further = parts.assembly(Further.self)
    let first = (try parts.kept, try parts.other, try parts.cached, try parts.user, try further.kept)
    for _ in 0..<3 {
      #expect(try parts.kept === first.0 && parts.other === first.1 && parts.cached === first.2 && further.kept === first.4)
      #expect(try parts.user.elementsEqual([first.0, first.2], by: ===))
      #expect(try parts.graph !== parts.graph)
    }
    #expect(first.0 !== first.1 && first.0 !== first.4 && first.4.number == 2)
    // More than are remembered.
    let numbered = try (0..<100).map { try further.numbered($0) }
    for number in [0, 50, 99, 0] { #expect(try further.numbered(number) === numbered[number] && numbered[number].number == number) }
    withExtendedLifetime(container) {}
  }

  @Test("A reset, an override, a layer and the end of the container are seen by an assembly value that knows the object")
  func changes() async throws {
    let container = Container()
    let parts = container.assembly(Parts.self)
    func known() throws -> (kept: Part, cached: Part) {
      _ = (try parts.kept, try parts.cached)
      return (try parts.kept, try parts.cached)
    }
    weak var reset: Part?
    do {
      let first = try known()
      container.reset(group: "parts")
      #expect(try parts.cached !== first.cached && parts.kept === first.kept)
      try container.resetAll()
      reset = first.kept
      #expect(try parts.kept !== first.kept)
    }
    #expect(reset == nil, "nothing keeps it")
    let second = try known()
    try container.withOverrides({ $0.register(Part.self, named: .definition("kept", of: Parts.self)) { _ in Part(5) } }) { () throws in
      #expect(try parts.kept.number == 5 && parts.cached !== second.cached)
    }
    #expect(try parts.kept === second.kept && parts.cached === second.cached)
    try container.register(Part.self, named: .definition("kept", of: Parts.self)) { _ in Part(6) }
    #expect(try parts.kept.number == 6)
    try container.unregister(Part.self, named: .definition("kept", of: Parts.self))
    #expect(try parts.kept === second.kept)
    container.seal()
    let sealed = try known()
    #expect(sealed.kept === second.kept && sealed.cached === second.cached)
    container.reset(group: "parts")
    #expect(try parts.cached !== second.cached)
    try await container.shutdown()
    #expect(throws: ResolutionError.self) { try parts.kept }
  }

  @Test("A reset of all is seen where nothing is registered")
  func resetOfDefinitionsAlone() throws {
    let container = Container()
    let parts = container.assembly(Parts.self)
    weak var reset: Part?
    do {
      let first = try parts.kept
      for _ in 0..<2 { #expect(try parts.kept === first) }
      try container.resetAll()
      reset = first
      #expect(try parts.kept !== first)
    }
    #expect(reset == nil, "nothing keeps it")
    withExtendedLifetime(container) {}
  }

  @Test("What is known is a need of the factory that asks, and a released container throws")
  func ends() throws {
    var parts: Parts?
    do {
      let container = Container()
      let own = container.assembly(Parts.self)
      let kept = try own.kept
      #expect(try own.kept === kept)
      parts = own
      try container.register([Part].self) { r in [try r.assembly(Parts.self).kept] }
      #expect(try container.resolveNow([Part].self).allSatisfy { $0 === kept })
    }
    #expect(throws: ResolutionError.self) { try parts?.kept }
  }

  @Test("Threads with assembly values of their own never get an object from before a reset, nor one that was released", .load)
  func concurrently() async throws {
    let container = Container()
    let numbers = Numbers()
    let isOver = Atomic(false)
    let readers = (0..<3).map { _ in
      Pending<Bool>.onThread {
        let parts = container.assembly(Numbered.self)
        while !isOver.load(ordering: .acquiring) {
          let before = numbers.reset.load(ordering: .sequentiallyConsistent)
          let part = try parts.part(numbers)
          if part.word != 7 || part.number < before { return false }
        }
        return true
      }
    }
    for number in 1...Effort.scaled(2_000) + 20 {
      numbers.next.store(number, ordering: .sequentiallyConsistent)
      container.reset(group: "parts")
      numbers.reset.store(number, ordering: .sequentiallyConsistent)
    }
    isOver.store(true, ordering: .releasing)
    for reader in readers { #expect(try await reader.value()) }
  }

  private final class Numbers: Sendable {
    /// What is made from now on has this number or a greater one.
    let next = Atomic(0)
    /// What was made before is not handed out any more, as it was reset.
    let reset = Atomic(0)
  }

  private struct Numbered: DefinitionAssembly {
    let definitions: Definitions

    func part(_ numbers: Numbers) throws -> Part {
      // Read when it is made: before that, a reset may come between.
      try define(scope: .cached("parts"), key: "part") { Part(numbers.next.load(ordering: .sequentiallyConsistent)) }
    }
  }
}
