import Holdfast
import OnceKernel
import Testing

/// Knows how many times it was disposed of.
final class CountingPool: Disposable, Sendable {
  let number: Int
  private let disposals = Counter()

  init(_ number: Int = 0) { self.number = number }

  var disposed: Int { disposals.value }

  func dispose() { disposals.add() }

  /// Waits until it is disposed of, and checks that it is once.
  func expectDisposal(_ what: String = "the pool is disposed of") async throws {
    try await Timeout.until(what) { disposed > 0 }
    #expect(disposed == 1)
  }
}

/// Keeps a pool.
final class PoolKeeper: Sendable {
  let pool: CountingPool

  init(_ pool: CountingPool) { self.pool = pool }
}

/// Makes pools with numbers, from 1.
final class PoolWorks: Sendable {
  private let made = Guarded<[CountingPool]>([])

  /// Copied one by one, for the thread sanitizer: see `Chronicle.all`.
  var all: [CountingPool] { made.withLock { $0.map(\.self) } }

  func pool() -> CountingPool {
    made.withLock { made in
      let pool = CountingPool(made.count + 1)
      made.append(pool)
      return pool
    }
  }
}

//  users                                     the test
//  open a scope, resolve a keeper and a
//  pool, and use both to its end
//                                            discards or replaces them, again and again
/// Callers that open scopes, resolve a keeper and a pool in each, and use both to its end.
struct PoolUsers {
  /// How often they used what had been disposed of.
  let wrong = Counter()
  /// Above 0 when they are to stop.
  private let isOver = Counter()
  private let callers: [Pending<Void>]

  init<Keeper: Sendable>(
    of keeper: Keeper.Type, _ pool: @escaping @Sendable (Keeper) -> CountingPool, in container: Container, as form: Form
  ) {
    // The test stops them; where it fails before that, the time does.
    let (wrong, isOver, last) = (wrong, isOver, ContinuousClock.now + .seconds(60))
    callers = (0..<4).map { number in
      ask(as: form.caller(number)) {
        while isOver.value == 0, ContinuousClock.now < last {
          try container.withScope { scope in
            let used = [pool(try scope.resolveNow(Keeper.self)), try scope.resolveNow(CountingPool.self)]
            for _ in 0..<3 { if used.contains(where: { $0.disposed > 0 }) { wrong.add() } }
          }
        }
      } async: {
        while isOver.value == 0, ContinuousClock.now < last {
          try await container.withScope { scope async throws in
            let used = [pool(try await scope.resolve(Keeper.self)), try await scope.resolve(CountingPool.self)]
            for _ in 0..<3 {
              if used.contains(where: { $0.disposed > 0 }) { wrong.add() }
              await Task.yield()
            }
          }
        }
      }
    }
  }

  /// Stops them, and waits until all are through, none of which may fail.
  func finish() async throws {
    isOver.add()
    for caller in callers { try await caller.value() }
  }
}
