import Foundation
import Holdfast
import OnceKernel
import Testing

extension Faults {
  /// In a process of its own, so that no other test's work is in the figures.
  @Suite("Spinning readers")
  struct SpinningReadersTests {
    @Test("Case 115 S: readers that do nothing else hold up a replacement no more than a lock around a dictionary would")
    func threads() async { await #expect(processExitsWith: .success) { try Spinning(readers: 8).run() } }
  }
}

private struct Spinning {
  private let readers: Int

  init(readers: Int) {
    self.readers = readers
  }

  func run() throws {
    let container = Container()
    try container.register(Int.self, instance: 0)
    let dictionary = Guarded([ObjectIdentifier(Int.self): 0])
    let counters = (0..<readers).map { _ in Counter() }
    let ours = try ninth(
      of: 100, read: { _ in _ = try? container.resolve(Int.self) }, write: { try container.register(Int.self, instance: $0) })
    let theirs = try ninth(
      of: 100, read: { _ in dictionary.withLock { _ = $0[ObjectIdentifier(Int.self)] } },
      write: { value in dictionary.withLock { $0[ObjectIdentifier(Int.self)] = value } })
    // Until each reader has run again: much where threads share processors, nothing where each has its own.
    let turn = try ninth(of: 20, read: { counters[$0].add() }) { _ in
      let seen = counters.map(\.value)
      while zip(counters, seen).contains(where: { $0.value == $1 }) { usleep(50) }
    }
    // Ten times what a lock takes, or what it takes until a reader that was put off inside runs again; and what else a busy machine does.
    if ours > (theirs + turn) * 10 + .milliseconds(5) { fatalError("\(ours) a replacement, \(theirs) under a lock, \(turn) a turn") }
  }

  /// What a write takes in nine of ten cases while the readers spin.
  private func ninth(of rounds: Int, read: @escaping @Sendable (Int) -> Void, write: (Int) throws -> Void) throws -> Duration {
    let (stop, started, clock) = (Counter(), Counter(), ContinuousClock())
    let threads = (0..<readers).map { reader in
      Pending.onThread {
        started.add()
        while stop.value == 0 { for _ in 0..<64 { read(reader) } }
      }
    }
    while started.value < readers { usleep(100) }
    var costs: [Duration] = []
    for round in 0..<rounds {
      let start = clock.now
      try write(round)
      costs.append(start.duration(to: clock.now))
    }
    stop.add()
    for thread in threads { try thread.block() }
    return costs.sorted()[rounds * 9 / 10]
  }
}
