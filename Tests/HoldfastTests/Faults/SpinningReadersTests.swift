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
    let ours = try ninth(
      of: 100, read: { _ = try? container.resolve(Int.self) }, write: { try container.register(Int.self, instance: $0) })
    let theirs = try ninth(
      of: 100, read: { dictionary.withLock { _ = $0[ObjectIdentifier(Int.self)] } },
      write: { value in dictionary.withLock { $0[ObjectIdentifier(Int.self)] = value } })
    // Ten times what a lock takes, and what a busy machine may add; a sanitizer's own work on a replacement takes longer than a wait would.
    let allowance: Duration = Sanitizer.isOn ? .milliseconds(20) : .milliseconds(1)
    if ours > theirs * 10 + allowance { fatalError("\(ours) a replacement, \(theirs) under a lock") }
  }

  /// What a write takes in nine of ten cases while the readers spin.
  private func ninth(of rounds: Int, read: @escaping @Sendable () -> Void, write: (Int) throws -> Void) throws -> Duration {
    let (stop, started, clock) = (Counter(), Counter(), ContinuousClock())
    let threads = (0..<readers).map { _ in
      Pending.onThread {
        started.add()
        while stop.value == 0 { for _ in 0..<64 { read() } }
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
