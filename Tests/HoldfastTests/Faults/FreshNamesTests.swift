import Foundation
import Holdfast
import HoldfastDiagnostics
import OnceKernel
import TestSupport
import Testing

extension Faults {
  /// Names that come and go. In a process of its own where memory is measured, so that it is no other test's.
  @Suite("Fresh names")
  struct FreshNamesTests {
    @Test("Case 95 S: a fresh name comes and goes at the same cost beside any number of keys", arguments: [16_382, 16_384, 65_534])
    func besideOthers(_ count: Int) async throws {
      let (few, many) = try await onThread(within: Timeout.longSeconds) { () throws -> (Double, Double) in
        let rounds = 3_000
        let names = (0..<rounds).map { Name("fresh \($0)") }
        func cost(beside count: Int) throws -> Double {
          let container = Container()
          for index in 0..<count { try container.register(Int.self, named: Name("part \(index)"), instance: index) }
          let start = ProcessorTime.ofThisThread
          for name in names {
            try container.register(Int.self, named: name, instance: 1)
            try container.unregister(Int.self, named: name)
          }
          return ProcessorTime.ofThisThread - start
        }
        return (try cost(beside: 1_000), try cost(beside: count))
      }
      // So few rounds may have to bear a copy of the table that many more could share. A copy at each round would be hundreds of times as much.
      #expect(many < few * 20, "\(many) seconds beside \(count) keys, \(few) beside 1,000")
    }

    @Test("Case 96 S: a scoped factory resolves 100,000 names, each unregistered again: memory and time stay flat")
    func threads() async { await #expect(processExitsWith: .success) { try await PassingNames().run(.threads) } }

    @Test("Case 96 A: a scoped factory resolves 100,000 names, each unregistered again: memory and time stay flat")
    func tasks() async { await #expect(processExitsWith: .success) { try await PassingNames().run(.tasks) } }
  }
}

/// A factory in a scope that needs something else each time it asks.
private struct PassingNames {
  private let container = Container()
  private let count = Effort.scaled(100_000)

  private struct Session: Sendable {}

  func run(_ form: Form) async throws {
    let (container, count) = (container, count)
    try container.register(Session.self, scope: .scoped, as: form) { r in
      var log = FlatLog(count)
      for index in 0..<count {
        let name = try Self.announce(index, to: container)
        _ = try r.resolve(Int.self, named: name)
        try container.unregister(Int.self, named: name)
        log.note(index)
      }
      log.check()
      return Session()
    } async: { r in
      var log = FlatLog(count)
      for index in 0..<count {
        let name = try Self.announce(index, to: container)
        _ = try await r.resolve(Int.self, named: name)
        try container.unregister(Int.self, named: name)
        log.note(index)
      }
      log.check()
      return Session()
    }
    let caller = ask(as: form.blockingCaller(0)) {
      try container.withScope { scope in _ = try scope.resolveNow(Session.self) }
    } async: {
      try await container.withScope { scope in _ = try await scope.resolve(Session.self) }
    }
    try await caller.value(within: Timeout.longSeconds)

    try await onThread(within: Timeout.longSeconds) { try Self.inScopes(container, count) }
    if container.graph().edges.count > 2_000 { fatalError("\(container.graph().edges.count) needs are remembered") }
  }

  /// The same, with a scope for each name.
  private static func inScopes(_ container: Container, _ count: Int) throws {
    let latest = Guarded(Name(""))
    try container.unregister(Session.self)
    try container.register(Session.self, scope: .scoped) { r in
      _ = try r.resolve(Int.self, named: latest.withLock { $0 })
      return Session()
    }
    var log = FlatLog(count)
    for index in 0..<count {
      let name = try announce(index, to: container)
      latest.withLock { $0 = name }
      try container.withScope { scope in _ = try scope.resolve(Session.self) }
      try container.unregister(Int.self, named: name)
      log.note(index)
    }
    log.check()
  }

  private static func announce(_ index: Int, to container: Container) throws -> Name {
    let name = Name("passing \(index)")
    try container.register(Int.self, named: name, scope: index.isMultiple(of: 2) ? .singleton : .cached("group")) { _ in index }
    return name
  }
}

/// Ends the process when the last fifth of many steps took much longer than the second one, or left memory behind.
private struct FlatLog {
  private let clock = ContinuousClock()
  private let count: Int
  private var times: [ContinuousClock.Instant] = []
  private var memory: [Int] = []

  init(_ count: Int) {
    self.count = count
  }

  mutating func note(_ step: Int) {
    guard step.isMultiple(of: count / 5) || step == count - 1 else { return }
    times.append(clock.now)
    memory.append(Memory.resident ?? 0)
  }

  func check() {
    let (early, late) = (times[1].duration(to: times[2]), times[4].duration(to: times[5]))
    if late > early * 5 + .milliseconds(500) { fatalError("\(late) after \(early)") }
    let growth = memory[5] - memory[1]
    if growth > 8 << 20, !Sanitizer.isOn { fatalError("memory grew by \(growth) bytes") }
  }
}

/// What a thread has used of a processor, whatever else the machine does.
private enum ProcessorTime {
  /// In seconds.
  static var ofThisThread: Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
