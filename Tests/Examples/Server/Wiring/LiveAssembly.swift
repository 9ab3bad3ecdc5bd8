import Holdfast
import Synchronization

extension CacheGroup {
  static let prices: CacheGroup = "prices"
}

/// A part that the server replaces while requests use it. It knows whether it was used or disposed of after it had been disposed of.
package final class LivePart<Role>: Disposable, Sendable {
  private let counters: Counters
  private let disposals = Atomic(0)

  package init(_ counters: Counters) {
    self.counters = counters
    counters.live.wasBorn()
  }

  func use() { if disposals.load(ordering: .acquiring) > 0 { counters.stale.wasBorn() } }

  package func dispose() {
    if disposals.add(1, ordering: .acquiringAndReleasing).oldValue > 0 { return counters.stale.wasBorn() }
    counters.live.isGone()
  }
}

enum Feeding {}
enum Pricing {}
enum Lining {}

/// Made from the feed, and kept.
package final class Headlines: Sendable {
  let feed: LivePart<Feeding>
  init(_ feed: LivePart<Feeding>) { self.feed = feed }
}

/// What a request uses of all that.
package final class LiveDesk: Sendable {
  private let use: @Sendable () -> Void

  init(
    feed: LivePart<Feeding>, headlines: Headlines, prices: LivePart<Pricing>, lines: LivePart<Lining>
  ) {
    use = {
      feed.use()
      headlines.feed.use()
      prices.use()
      lines.use()
    }
  }

  func check() { use() }
}

/// What the server replaces while it serves.
struct LiveAssembly: Assembly {
  /// How many kinds of parts there are.
  static let parts = 3
  let counters: Counters

  func register(in batch: Batch) {
    registerReplaced(in: batch)
    batch.register(Headlines.self, .wired(Headlines.init))
    batch.register(LivePart<Pricing>.self, scope: .cached(.prices), .wired(LivePart<Pricing>.init))
    batch.register(LiveDesk.self, scope: .scoped, .asyncWired(LiveDesk.init))
    batch.register(Housekeeper.self, .wired(Housekeeper.init))
  }

  /// A disposable singleton, and a pool that is opened asynchronously.
  func registerReplaced(in batch: Batch) {
    batch.register(LivePart<Feeding>.self, .wired(LivePart<Feeding>.init))
    batch.register(
      LivePart<Lining>.self,
      .async { r in
        let counters: Counters = try await r.resolve()
        await Task.yield()
        return LivePart(counters)
      })
  }
}

/// A worker in the background, which opens a scope for each piece of work.
package final class Housekeeper: Sendable {
  private let scopes: ScopeOpener

  init(_ scopes: ScopeOpener) { self.scopes = scopes }

  func work() async throws {
    try await scopes.withScope { scope in
      let desk = try await scope.resolve(LiveDesk.self)
      try await Task.sleep(for: .milliseconds(5))
      desk.check()
    }
  }
}

/// Replaces the live parts some times a second, with a scope that is open all the while.
final class Replacing: Sendable {
  private let container: Container
  private let counters: Counters
  private let oldest: Scope
  private let desk: LiveDesk
  private let task: Task<Void, any Error>

  init(_ container: Container, _ counters: Counters, timesPerSecond: Double) async throws {
    self.container = container
    self.counters = counters
    oldest = try container.openScope()
    desk = try await oldest.resolve()
    let housekeeper = try await container.resolve(Housekeeper.self)
    let pause = Duration.seconds(1 / max(timesPerSecond, 0.1))
    task = Task {
      var next = ContinuousClock.now
      while !Task.isCancelled {
        try await container.replace { LiveAssembly(counters: counters).registerReplaced(in: $0) }
        container.reset(group: .prices)
        try await housekeeper.work()
        counters.replacements.wasBorn()
        Self.expectKept(atMost: counters.replacements.total + 1, counters)
        // A slow machine has a rest all the same.
        next = max(next + pause, .now + pause / 2)
        try await Task.sleep(until: next, clock: .continuous)
      }
    }
  }

  func end() async throws {
    task.cancel()
    do { try await task.value } catch is CancellationError {} catch let error as ResolutionError where error.code == .cancelled {}
    desk.check()
    await oldest.end()
    // The requests are over too. Disposers run in tasks.
    for _ in 0..<500 where counters.live.alive > LiveAssembly.parts { try? await Task.sleep(for: .milliseconds(10)) }
    Self.expectKept(atMost: 1, counters)
  }

  /// No more parts of each kind are kept than have been there since the oldest open scope was opened.
  private static func expectKept(atMost generations: Int, _ counters: Counters) {
    if counters.live.alive > generations * LiveAssembly.parts { counters.excess.wasBorn() }
  }
}
