import Crossings
import Foundation
import HoldfastDiagnostics
import HoldfastStress
import Testing

@Suite("Crossings", .serialized)
struct CrossingsTests {
  @Test("every pair of parts is in a program, and every triple with a layer or a shutdown", arguments: [false, true])
  func coverage(both: Bool) {
    let coverage = Coverage(seed: 1, both: both)
    #expect(coverage.missing.isEmpty)
    #expect(coverage.leftOut.allSatisfy { !$0.reason.isEmpty })
    #expect(coverage.pairs > 1000)
    #expect(Set(coverage.programs.map(\.id)).count == coverage.programs.count)
  }

  @Test("the same seed makes the same programs, and a name its program")
  func names() throws {
    let ids = Coverage(seed: 7, both: false).programs.map(\.id)
    #expect(ids == Coverage(seed: 7, both: false).programs.map(\.id))
    for id in ids.prefix(200) { #expect(Program(id)?.id == id) }
    #expect(Program("wrapper>graph!drain!reset")?.parts == ["wrapper", "graph", "drain", "reset"])
    for nonsense in ["nothing", "sync>", "sync!nothing", "sync>sync>sync"] { #expect(Program(nonsense)?.id == nil, "\(nonsense)") }
  }

  @Test("only programs with the parts that were asked for")
  func only() {
    let programs = Coverage(seed: 1, both: false, only: ["layer", "drain"]).programs
    #expect(programs.count > 20)
    #expect(programs.allSatisfy { $0.parts.contains("layer") && $0.parts.contains("drain") })
  }

  @Test("the oracle finds what is planted, and nothing without it", arguments: Plant.allCases)
  func plants(plant: Plant) async throws {
    let program = try #require(Program("sync>sync"))
    #expect(await Self.problems(program, seed: 1, ordered: true).isEmpty)
    let kinds = await Self.problems(program, seed: 1, ordered: true, plant: plant).map(\.kind)
    #expect(kinds.contains(plant.kind), "\(kinds)")
  }

  @Test(
    "programs without events hold, on one thread and on several", arguments: ["sync", "async>sync", "graph>arguments", "circle>decorator"])
  func quiet(id: String) async throws {
    let program = try #require(Program(id))
    for seed in UInt64(1)...4 {
      #expect(await Self.problems(program, seed: seed, ordered: true).isEmpty)
      #expect(await Self.problems(program, seed: seed, ordered: false).isEmpty)
    }
  }

  @Test("the sequential model knows which object comes next")
  func sequence() {
    var model = SequentialModel()
    #expect(model.answered(0, 1) == nil)
    #expect(model.answered(0, 1) == nil)
    #expect(model.answered(0, 2) != nil)
    model.lost(0)
    #expect(model.answered(0, 2) != nil)
    model.lost(0)
    #expect(model.answered(0, 3) == nil)
    model.unregistered(0)
    #expect(model.answered(0, 4) != nil)
    model.registered(0)
    #expect(model.answered(0, 5) == nil)
    #expect(model.answered(1, 6) == nil)
    model.mayBeNew(1)
    #expect(model.answered(1, 7) == nil)
    #expect(model.answered(1, 6) != nil)
  }

  /// On a thread of its own, which may block, and patiently: other tests use the same pool of threads meanwhile.
  private static func problems(_ program: Program, seed: UInt64, ordered: Bool, plant: Plant? = nil) async -> [Problem] {
    await withCheckedContinuation { continuation in
      Thread { continuation.resume(returning: Play.run(program, seed: seed, ordered: ordered, plant: plant, patience: 100).problems) }
        .start()
    }
  }

  @Test("mistakes on the command line are said in one line")
  func options() throws {
    for arguments in [
      ["--only", "nothing"], ["--program", "sync!nothing"], ["--seconds", "0"], ["--seed"], ["--times", "no"], ["--nothing"],
    ] {
      #expect(throws: UsageError.self) { try CrossingsOptions(parsing: arguments) }
    }
    let options = try CrossingsOptions(parsing: ["--only=layer,drain", "--seed", "5", "--full", "--first"])
    #expect(options.only == ["layer", "drain"])
    #expect(options.seed == 5)
    #expect(options.isFull)
    #expect(options.untilFirst)
  }
}
