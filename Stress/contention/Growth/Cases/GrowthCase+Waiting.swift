import Holdfast
import HoldfastStress

/// Callers that wait for one build.
extension GrowthCase {
  static let waiting = [
    GrowthCase("joiners", "n tasks join one build; a task", limit: (40_000, 7_500), upTo: 65_534) { count in
      try await crowd(count, .joining)
    },
    GrowthCase("cancelled-joiners", "n tasks that joined one build are cancelled; a task", limit: (40_000, 7_500), upTo: 65_534) { count in
      try await crowd(count, .cancelling)
    },
    GrowthCase("woken", "n tasks that joined one build get its value; a task", limit: (40_000, 7_500), upTo: 65_534) { count in
      try await crowd(count, .waking)
    },
    GrowthCase(
      "woken-children", "n child tasks of one factory wait for one value and get it; a task", limit: (40_000, 15_000), upTo: 65_534
    ) { count in
      try await children(count)
    },
  ]

  private static func children(_ count: Int) async throws -> Sample {
    let (container, gate) = (Container(), GrowthGate())
    try container.register(
      GrowthPart.self,
      .async { _ in
        await gate.pass()
        return GrowthPart()
      })
    try container.register(
      GrowthHub.self,
      .async { r in
        let resolver = r.concurrent
        try await withThrowingTaskGroup(of: Void.self) { group in
          for _ in 0..<count { group.addTask { _ = try await resolver.resolve(GrowthPart.self) } }
          try await group.waitForAll()
        }
        return GrowthHub()
      })
    let hub = Task.detached { _ = try await container.resolve(GrowthHub.self) }
    func waiters() -> Int { LongWaitWatch.buildsInFlight.first { $0.key == AnyKey(GrowthPart.self) }?.waiters ?? 0 }
    while waiters() < count { try await Task.sleep(for: .milliseconds(1)) }
    return try await sampleAsync(count) {
      gate.open()
      try await hub.value
    }
  }

  private enum Phase {
    case joining, cancelling, waking
  }

  private static func crowd(_ count: Int, _ phase: Phase) async throws -> Sample {
    let (container, gate) = (Container(), GrowthGate())
    try container.register(
      GrowthPart.self,
      .async { _ in
        await gate.pass()
        return GrowthPart()
      })
    // Holds the build when all others have left.
    let last = Task.detached { _ = try await container.resolve(GrowthPart.self) }
    func waiters() -> Int { LongWaitWatch.buildsInFlight.first { $0.key == AnyKey(GrowthPart.self) }?.waiters ?? 0 }
    while waiters() < 1 { await Task.yield() }
    let start = MonotonicClock.now()
    let tasks = (0..<count).map { _ in Task.detached { _ = try? await container.resolve(GrowthPart.self) } }
    while waiters() <= count { try await Task.sleep(for: .milliseconds(1)) }
    let joined = MonotonicClock.now()
    if phase != .waking { for task in tasks { task.cancel() } } else { gate.open() }
    for task in tasks { await task.value }
    let left = MonotonicClock.now()
    gate.open()
    try await last.value
    let nanoseconds = phase == .joining ? joined - start : left - joined
    return Sample(nanosecondsPerItem: Double(nanoseconds) / Double(count), bytes: nil)
  }
}
