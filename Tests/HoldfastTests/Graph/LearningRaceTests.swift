import Foundation
import Holdfast
import TestSupport
import Testing

@Suite("What builds show while their keys change")
struct LearningRaceTests {
  private final class Needed: Sendable {}

  private struct Needing: Sendable {
    let round: Int
    let needed: Needed
  }

  @Test("What a new factory was seen to ask for is not forgotten with what the old one did", .load, arguments: [false, true])
  func replaced(inBatch: Bool) async throws {
    // On a thread of its own: other tests use the pool of threads meanwhile.
    #expect(try await onThread { try Self.forgotten(inBatch: inBatch) } == [])
  }

  /// The rounds after which a need was not known.
  private static func forgotten(inBatch: Bool) throws -> [Int] {
    let (container, isOver) = (Container(), Counter())
    try container.register(Needed.self) { _ in Needed() }
    func register(_ round: Int) throws {
      guard inBatch else {
        try container.register(Needing.self) { r in Needing(round: round, needed: try r.resolve()) }
        return
      }
      try container.registerAll { batch in
        batch.register(Needing.self) { r in Needing(round: round, needed: try r.resolve()) }
        batch.register(Int.self, instance: round)
      }
    }
    try register(0)
    Thread.detachNewThread {
      while isOver.value == 0 { _ = try? container.resolve(Needing.self) }
      isOver.add()
    }
    var forgotten: [Int] = []
    for round in 1...Effort.scaled(8_000) {
      try register(round)
      #expect(try container.resolve(Needing.self).round == round)
      let known = container.knownRegistrations.first { $0.key == AnyKey(Needing.self) }
      if known?.observed.contains(where: { $0.key == AnyKey(Needed.self) }) != true { forgotten.append(round) }
    }
    isOver.add()
    while isOver.value < 2 { sched_yield() }
    return forgotten
  }
}
