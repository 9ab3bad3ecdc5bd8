import Foundation
import Holdfast
import TestSupport
import Testing

extension Faults {
  @Suite("Scale")
  struct ScaleTests {
    @Test("Case 63 S: the millionth registration costs about what the thousandth does")
    func million() async throws {
      let count = Effort.steps(1_000_000)
      let (early, late) = try await onThread(within: Timeout.longSeconds) { () throws -> (Duration, Duration) in
        let container = Container()
        let names = (0..<count).map { Name("part \($0)") }
        let clock = ContinuousClock()
        func median(of container: Container, _ range: Range<Int>) throws -> Duration {
          var costs: [Duration] = []
          for index in range {
            let start = clock.now
            try container.register(Int.self, named: names[index], instance: index)
            costs.append(start.duration(to: clock.now))
          }
          return costs.sorted()[costs.count / 2]
        }
        // The two are measured in turn, so that a busy machine slows both.
        let (rounds, window) = (10, 100)
        for index in 0..<count - rounds * window { try container.register(Int.self, named: names[index], instance: index) }
        var (early, late): ([Duration], [Duration]) = ([], [])
        for round in 0..<rounds {
          let small = Container()
          for index in 0..<950 { try small.register(Int.self, named: names[index], instance: index) }
          early.append(try median(of: small, 950..<950 + window))
          let first = count - (rounds - round) * window
          late.append(try median(of: container, first..<first + window))
        }
        for index in stride(from: 0, to: count, by: 997) {
          guard try container.resolve(Int.self, named: names[index]) == index else { throw TimedOut(what: "the right value") }
        }
        guard container.keys().count == count else { throw TimedOut(what: "all keys") }
        return (early.sorted()[rounds / 2], late.sorted()[rounds / 2])
      }
      // Beside a million, the name, the table's slot and what is replaced in it lie outside the processor's caches: with optimization that is
      // most of the time, and from 1.5 to 1.9 times that of a small container.
      #expect(late < early * 3, "\(late) after \(early)")
    }

    @Test("Case 65 S: a million replacements leave memory flat and nothing alive")
    func replacementsThreads() async {
      await #expect(processExitsWith: .success) { try await Replacements(.threads).run() }
    }

    @Test("Case 65 A: a million replacements leave memory flat and nothing alive")
    func replacementsTasks() async {
      await #expect(processExitsWith: .success) { try await Replacements(.tasks).run() }
    }

    @Test("Case 65 M: a million replacements leave memory flat and nothing alive")
    func replacementsBoth() async {
      await #expect(processExitsWith: .success) { try await Replacements(.mixed(first: .thread)).run() }
    }

    @Test("Case 66 A: 10,000 waiters on one build are all woken")
    func waiters() async throws {
      let (container, ledger, name) = (Container(), Ledger(), Name.fresh("a"))
      let go = Gate("go")
      try container.register(Plan(name, ledger).gated(go: go), as: .tasks)
      let callers = (0..<10_000).map { _ in ask(container, name, as: .task) }
      try await joined(10_000, on: name)
      go.open()
      let part = try await callers[0].value()
      for caller in callers { #expect(try await caller.value() === part) }
      #expect(ledger.builds(name) == 1)
    }
  }
}

/// A million replacements of one key by two callers, or as many as `HOLDFAST_REPLACEMENTS` says, in a process of its own so that only its
/// own memory counts.
private struct Replacements {
  private let form: Form
  private let container = Container()
  private let alive = Counter()

  init(_ form: Form) {
    self.form = form
  }

  func run() async throws {
    let (container, alive) = (container, alive)
    let wanted = ProcessInfo.processInfo.environment["HOLDFAST_REPLACEMENTS"].flatMap(Int.init)
    let count = (wanted ?? Effort.steps(1_000_000)) / 2
    let step: @Sendable (Int) throws -> Void = { number in
      try container.register(Replaced.self, instance: Replaced(alive))
      if number.isMultiple(of: 16) {
        try container.register(Replaced.self) { _ in Replaced(alive) }
        _ = try container.resolveNow(Replaced.self)
      }
    }
    let callers = (0..<2).map { index in
      ask(as: form.caller(index)) { try Memory.growth(count, step) }
    }
    // A failure of the other process is an exit, so that the parent sees it.
    for caller in callers {
      if case let growth = try await caller.value(within: Timeout.longSeconds * Double(1 + count / 1_000_000)), growth > 8 << 20 {
        fatalError("memory grew by \(growth) bytes")
      }
    }
    try container.unregister(Replaced.self)
    if alive.value != 0 { fatalError("\(alive.value) instances are alive") }
  }
}

/// Counts what is alive and, unlike a ledger's parts, leaves nothing behind that would grow with the replacements.
private final class Replaced: Sendable {
  private let alive: Counter

  init(_ alive: Counter) {
    self.alive = alive
    alive.add()
  }

  deinit {
    alive.add(-1)
  }
}
