import Holdfast
import Testing

private struct Refusal: Error {}

private struct Module: Assembly {
  let name: String
  let log: Chronicle
  var isBroken = false
  var failsWhenLoaded = false
  var dependencies: [any Assembly] { [Base(log: log)] }

  func register(in batch: Batch) throws {
    if isBroken { throw Refusal() }
    batch.register(String.self, named: Name(name)) { _ in name }
  }

  func loaded(in container: Container) throws {
    if failsWhenLoaded { throw Refusal() }
    log.note("\(name) sees \(try container.resolveAll(String.self).count)")
  }
}

private struct Base: Assembly {
  let log: Chronicle
  func register(in batch: Batch) { batch.register(Int.self) { _ in 1 } }
  func loaded(in container: Container) { log.note("base") }
}

@Suite("Assemblies that throw, and that are told when all are published")
struct LoadedAssemblyTests {
  @Test("each is told in order, dependencies first, when everything is published")
  func loaded() throws {
    let log = Chronicle()
    _ = try Container(Module(name: "a", log: log), Module(name: "b", log: log))
    #expect(log.all == ["base", "a sees 2", "b sees 2"])
  }

  @Test("what one throws while it registers is told with its type, and nothing is published")
  func throwing() throws {
    let log = Chronicle()
    let container = Container()
    let error = try #require(throws: ResolutionError.self) {
      try container.apply(Module(name: "a", log: log), Module(name: "b", log: log, isBroken: true))
    }
    #expect(error.code == .assemblyFailed)
    #expect(error.underlying is Refusal)
    #expect(container.keys().isEmpty)
    #expect(log.all.isEmpty)
  }

  @Test("what one throws when it is told leaves what was published")
  func throwingLater() throws {
    let container = Container(parent: Container())
    let error = try #require(throws: ResolutionError.self) {
      try container.apply(Module(name: "a", log: Chronicle(), failsWhenLoaded: true))
    }
    #expect(error.code == .assemblyFailed)
    #expect(container.keys().count == 2)
  }
}
