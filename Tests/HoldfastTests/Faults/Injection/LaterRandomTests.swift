import Holdfast
import TestSupport
import Testing

extension Faults {
  /// Knots of every kind, from a seed, compared with what the model allows: each caller gets everything whole, one object of each, or an error
  /// that comes from what it asked for.
  @Suite("Random knots")
  struct LaterRandomTests {
    struct Refused: Error, Equatable {}

    @Test("Case 107: random knots", arguments: zip(Form.allCases, UInt64(1)...4))
    func random(_ form: Form, seed: UInt64) async throws {
      var random = Seeded(seed)
      for round in 0..<Effort.scaled(400) {
        let state = random.state
        var knot = KnotShape.random(&random, isAsynchronous: form.buildsAsynchronously)
        let (broken, part, fails) = (
          Int.random(in: knot.names.indices, using: &random), Int.random(in: 0..<3, using: &random), round % 4 == 3
        )
        knot.made = { if fails, part == 0, $0 == broken { throw Refused() } }
        knot.injecting = { if fails, part == 1, $0.index == broken { throw Refused() } }
        knot.closing = { bead, _ in if fails, part == 2, bead.index == broken { throw Refused() } }
        try knot.register()
        let start = Gate("the start of a herd")
        let asked = (0..<Int.random(in: 1...3, using: &random)).map { _ in Int.random(in: knot.names.indices, using: &random) }
        let callers = asked.enumerated().map { knot.ask($1, as: form.caller($0), after: start) }
        start.open()
        var sights: [KnotSight] = []
        for (caller, index) in zip(callers, asked) {
          switch try await caller.result() {
          case .success(let sight):
            #expect(!knot.isImpossible(from: index), "seed \(state): an impossible circle was built")
            sights.append(sight)
          case .failure(let error):
            let error = try #require(error as? ResolutionError)
            let isRefused = fails && error.underlying as? Refused == Refused()
            #expect(isRefused || error.code == .cycle && knot.isImpossible(from: index), "seed \(state): \(error)")
          }
        }
        #expect(sights.allSatisfy { $0.defect == nil }, "seed \(state): \(sights.compactMap(\.defect))")
        var known: [Int: Bead] = [:]
        for bead in sights.flatMap(\.beads) {
          #expect(known.updateValue(bead, forKey: bead.index).map { $0 === bead } ?? true, "seed \(state)")
        }
        if !fails, !knot.names.indices.contains(where: { knot.isImpossible(from: $0) }) {
          #expect(knot.names.allSatisfy { knot.ledger.builds($0) <= 1 }, "seed \(state)")
        }
        // A task may have told its callers an error, and still work off what other builds asked for later.
        try await Timeout.until("no build of seed \(state) is left") { knot.names.allSatisfy { knot.waiters(of: $0) == -1 } }
        knot.untie()
      }
    }
  }
}

/// Numbers that come from a seed (SplitMix64).
struct Seeded: RandomNumberGenerator {
  private(set) var state: UInt64

  init(_ seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var word = state
    word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
    return word ^ (word >> 31)
  }
}

extension KnotShape {
  /// Two to four beads with any edges between them; in half of the cases a bead has an asynchronous factory if that is asked for.
  static func random(_ random: inout Seeded, isAsynchronous: Bool) -> Knot {
    let count = Int.random(in: 2...4, using: &random)
    let (taking, injecting, asking) = (
      Double.random(in: 0.1...0.4, using: &random), Double.random(in: 0...0.4, using: &random), Double.random(in: 0.1...0.5, using: &random)
    )
    var knot = Knot(count)
    for bead in 0..<count {
      for other in (0..<count).shuffled(using: &random) {
        if other != bead, Double.random(in: 0..<1, using: &random) < taking { knot.takes[bead].append(other) }
        if Double.random(in: 0..<1, using: &random) < injecting { knot.injects[bead].append(other) }
        if Double.random(in: 0..<1, using: &random) < asking { knot.asksLater[bead].append(other) }
      }
    }
    // What injectors and synchronous constructors take cannot be asynchronous.
    if isAsynchronous, Bool.random(using: &random) {
      let free = (0..<count).filter { bead in !knot.injects.joined().contains(bead) && !knot.takes.joined().contains(bead) }
      knot.asynchronous = Set(free.shuffled(using: &random).prefix(2))
    }
    return knot
  }
}

extension Knot {
  /// Whether a circle that no closure closes, with a constructor in it, can be reached from a bead.
  func isImpossible(from index: Int) -> Bool {
    let all = reach(index, later: true)
    return all.contains { bead in takes[bead].contains { reach($0, later: false).contains(bead) } }
  }

  /// The beads that one leads to, itself included.
  private func reach(_ index: Int, later: Bool) -> Set<Int> {
    var (found, open): (Set<Int>, [Int]) = ([index], [index])
    while let next = open.popLast() {
      for other in takes[next] + injects[next] + (later ? asksLater[next] : []) where found.insert(other).inserted { open.append(other) }
    }
    return found
  }
}
