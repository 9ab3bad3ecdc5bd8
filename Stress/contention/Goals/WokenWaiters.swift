import Holdfast
import HoldfastDiagnostics
import HoldfastStress
import Synchronization

/// What it takes until 10,000 tasks that waited for one build have its value: as a ratio to as many tasks that waited for a bare continuation.
enum WokenWaiters {
  private static let count = 10_000
  private static let samples = 9

  static var ratio: Double { ratio { await builds() } }

  /// The ratio for continuations that a cancelled task leaves: a task that may stop waiting needs no less.
  static var ratioOfCancellableOnes: Double { ratio { await continuations(isCancellable: true) } }

  private static func ratio(_ waiters: @escaping @Sendable () async -> Double) -> Double {
    let times = (0..<samples).map { _ in
      Blocking.run { await (woken: waiters(), bare: continuations(isCancellable: false)) }
    }
    return Median.of(times.map(\.woken)) / Median.of(times.map(\.bare))
  }

  /// Nanoseconds from the end of the build to the last task that has its value.
  private static func builds() async -> Double {
    let (container, gate) = (Container(), GrowthGate())
    do {
      try container.register(
        Engine.self,
        .async { _ in
          await gate.pass()
          return Engine()
        })
    } catch {
      fatalError("a registration failed while waiters were measured: \(error)")
    }
    let tasks = (0..<count).map { _ in Task.detached { _ = try? await container.resolve(Engine.self) } }
    func waiters() -> Int { LongWaits.buildsInFlight.first { $0.key == AnyKey(Engine.self) }?.waiters ?? 0 }
    while waiters() < count { await Task.yield() }
    let start = MonotonicClock.now()
    gate.open()
    for task in tasks { await task.value }
    return Double(MonotonicClock.now() - start)
  }

  private static func continuations(isCancellable: Bool) async -> Double {
    let waiting = Waiting()
    let tasks = (0..<count).map { number in
      Task.detached {
        if isCancellable {
          await withTaskCancellationHandler {
            BlackHole.swallow(await waiting.value(for: number))
          } onCancel: {
            waiting.cancel(number)
          }
        } else {
          BlackHole.swallow(await waiting.value(for: number))
        }
      }
    }
    while waiting.count < count { await Task.yield() }
    let start = MonotonicClock.now()
    waiting.resume(with: Engine())
    for task in tasks { await task.value }
    return Double(MonotonicClock.now() - start)
  }

  /// Tasks that wait, behind a mutex.
  private final class Waiting: Sendable {
    private let continuations = Mutex<[Int: CheckedContinuation<Engine, Never>]>([:])

    var count: Int { continuations.withLock { $0.count } }

    func value(for number: Int) async -> Engine {
      await withCheckedContinuation { continuation in continuations.withLock { $0[number] = continuation } }
    }

    func resume(with engine: Engine) {
      for continuation in continuations.withLock({ $0.values }) { continuation.resume(returning: engine) }
    }

    func cancel(_ number: Int) {
      continuations.withLock { $0.removeValue(forKey: number) }?.resume(returning: Engine())
    }
  }
}
