import Dispatch
import Foundation
import Holdfast
import HoldfastStress
import StressKit
import Synchronization

/// Measures the growth curves, in a task of its own while the main thread waits.
enum GrowthRun {
  static func curves(quick: Bool) throws -> [GrowthCurve] {
    let outcome = GrowthOutcome()
    let done = DispatchSemaphore(value: 0)
    Task.detached {
      do {
        let curves = try await measure(quick: quick)
        outcome.result.withLock { $0 = .success(curves) }
      } catch {
        outcome.result.withLock { $0 = .failure(error) }
      }
      done.signal()
    }
    done.wait()
    return try outcome.result.withLock { $0 }?.get() ?? []
  }

  private static func measure(quick: Bool) async throws -> [GrowthCurve] {
    var points: [GrowthCase: [GrowthCurve.Point]] = [:]
    func note(_ id: GrowthCase, _ size: Int, _ nanosecondsPerItem: Double, bytes: Double? = nil) {
      points[id, default: []].append(GrowthCurve.Point(size: size, nanosecondsPerItem: nanosecondsPerItem, bytes: bytes))
    }
    for size in GrowthCase.joiners.sizes(quick: quick) {
      let (joining, cancelling) = try await crowd(size)
      note(.joiners, size, joining)
      note(.cancelledJoiners, size, cancelling)
    }
    for size in GrowthCase.hub.sizes(quick: quick) {
      let (spoke, elsewhere) = try hub(size)
      note(.hub, size, spoke)
      note(.besideHub, size, elsewhere)
    }
    for size in GrowthCase.freshNames.sizes(quick: quick) { note(.freshNames, size, try freshNames(size)) }
    for size in GrowthCase.allOfAType.sizes(quick: quick) { note(.allOfAType, size, try allOfAType(size)) }
    for size in GrowthCase.asyncScopes.sizes(quick: quick) {
      let (time, bytes) = try await asyncScopes(size)
      note(.asyncScopes, size, time, bytes: bytes)
    }
    for size in GrowthCase.scopesInLayer.sizes(quick: quick) {
      let (time, bytes) = try inLayer(size) { container in try container.withScope { BlackHole.swallow(try $0.resolve(GrowthPart.self)) } }
      note(.scopesInLayer, size, time, bytes: bytes)
    }
    for size in GrowthCase.childrenInLayer.sizes(quick: quick) {
      let (time, bytes) = try inLayer(size) { container in
        let child = Container(parent: container)
        try child.register(GrowthPart.self, named: "own") { _ in GrowthPart() }
        BlackHole.swallow(try child.resolve(GrowthPart.self, named: "own"))
      }
      note(.childrenInLayer, size, time, bytes: bytes)
    }
    return GrowthCase.allCases.map { GrowthCurve(id: $0, points: points[$0] ?? []) }
  }

  // MARK: The operations

  private static func crowd(_ count: Int) async throws -> (joining: Double, cancelling: Double) {
    let (container, gate) = (Container(), GrowthGate())
    try container.register(
      GrowthPart.self,
      async: { _ in
        await gate.pass()
        return GrowthPart()
      })
    // Holds the build when all others have left.
    let last = Task.detached { _ = try await container.resolve(GrowthPart.self) }
    func waiters() -> Int { LongWaits.buildsInFlight.first { $0.key == AnyKey(GrowthPart.self) }?.waiters ?? 0 }
    while waiters() < 1 { await Task.yield() }
    let start = MonotonicClock.now()
    let tasks = (0..<count).map { _ in Task.detached { _ = try? await container.resolve(GrowthPart.self) } }
    while waiters() <= count { try await Task.sleep(for: .milliseconds(1)) }
    let joined = MonotonicClock.now()
    for task in tasks { task.cancel() }
    for task in tasks { await task.value }
    let left = MonotonicClock.now()
    gate.open()
    try await last.value
    return (Double(joined - start) / Double(count), Double(left - joined) / Double(count))
  }

  private static func hub(_ count: Int) throws -> (spoke: Double, elsewhere: Double) {
    let container = Container()
    let names = (0..<count).map { Name("spoke \($0)") }
    try container.register(GrowthHub.self) { _ in GrowthHub() }
    for name in names { try container.register(GrowthPart.self, named: name) { _ in GrowthPart() } }
    try container.registerInjector(GrowthHub.self) { _, r in
      for name in names { BlackHole.swallow(try r.resolve(GrowthPart.self, named: name)) }
    }
    try container.registerInjector(GrowthPart.self) { _, r in BlackHole.swallow(try r.resolve(GrowthHub.self)) }
    let elsewhere = ColdBuilds()
    let start = MonotonicClock.now()
    BlackHole.swallow(try container.resolve(GrowthHub.self))
    let time = Double(MonotonicClock.now() - start)
    return (time / Double(count), elsewhere.stop())
  }

  private static func freshNames(_ count: Int) throws -> Double {
    let (container, rounds) = (Container(), max(20_000, count / 4))
    for index in 0..<count { try container.register(Int.self, named: Name("part \(index)"), instance: index) }
    let names = (0..<rounds).map { Name("fresh \($0)") }
    let start = MonotonicClock.now()
    for name in names {
      try container.register(Int.self, named: name, instance: 1)
      try container.unregister(Int.self, named: name)
    }
    return Double(MonotonicClock.now() - start) / Double(rounds)
  }

  private static func allOfAType(_ count: Int) throws -> Double {
    let (container, rounds) = (Container(), 1_000)
    for index in 0..<count { try container.register(Int.self, named: Name("part \(index)"), instance: index) }
    for _ in 0..<3 { try container.contribute(GrowthPart.self, instance: GrowthPart()) }
    // The first question is no hit: it looks at every key.
    guard try container.resolveAll(GrowthPart.self).count == 3 else { fatalError("three were contributed") }
    let start = MonotonicClock.now()
    for _ in 0..<rounds { BlackHole.swallow(try container.resolveAll(GrowthPart.self)[2]) }
    return Double(MonotonicClock.now() - start) / Double(rounds)
  }

  private static func asyncScopes(_ count: Int) async throws -> (time: Double, bytes: Double?) {
    let container = Container()
    try container.register(GrowthPart.self, scope: .scoped, async: { _ in GrowthPart() })
    var before: Int?
    let start = MonotonicClock.now()
    for index in 0..<count {
      if index == count / 5 { before = HeapSize.now }
      try await container.withScope { scope in BlackHole.swallow(try await scope.resolve(GrowthPart.self)) }
    }
    return (Double(MonotonicClock.now() - start) / Double(count), growth(since: before))
  }

  private static func inLayer(_ count: Int, _ step: (Container) throws -> Void) throws -> (time: Double, bytes: Double?) {
    let container = Container()
    try container.register(GrowthPart.self, scope: .scoped) { _ in GrowthPart() }
    return try container.withOverrides {
      $0.register(GrowthHub.self) { _ in GrowthHub() }
    } operation: {
      var before: Int?
      let start = MonotonicClock.now()
      for index in 0..<count {
        if index == count / 5 { before = HeapSize.now }
        try step(container)
      }
      return (Double(MonotonicClock.now() - start) / Double(count), growth(since: before))
    }
  }

  private static func growth(since before: Int?) -> Double? {
    guard let before, let after = HeapSize.now else { return nil }
    return Double(max(0, after - before))
  }
}

/// What the measuring task came to.
private final class GrowthOutcome: Sendable {
  let result = Mutex<Result<[GrowthCurve], any Error>?>(nil)
}
