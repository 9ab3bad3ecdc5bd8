import Dispatch
import Foundation
import Holdfast
import HoldfastComposition
import HoldfastStress
import Synchronization

/// What the growth curves build.
final class GrowthPart: Sendable {}

/// What refers to many parts.
final class GrowthHub: Sendable {}

/// A composition of n objects, each of which but the first few needs another one.
final class GrowthModule: Composition {
  let hub: Shared<GrowthHub>
  let part = Shared(\.hub) { _ in GrowthPart() }
  let left: GrowthModule?
  let right: GrowthModule?

  init(_ count: Int) {
    hub = Shared { GrowthHub() }
    let rest = count / 2 - 1
    left = rest > 0 ? GrowthModule(rest) : nil
    right = rest > 1 ? GrowthModule(rest) : nil
  }
}

/// A gate for one task, opened by another.
final class GrowthGate: Sendable {
  private let gate = AsyncStream<Never>.makeStream()

  func open() { gate.continuation.finish() }

  func pass() async {
    for await _ in gate.stream {}
  }
}

/// A thread that builds one cold key after the other, each in a container of its own: what goes on elsewhere is not to be felt there.
final class ColdBuilds: Sendable {
  private let isStopped = Atomic<Bool>(false)
  private let histogram = HistogramBox()

  init() {
    Thread.detachNewThread { [self] in
      var histogram = Histogram()
      // Relaxed: the flag is all that is handed over. Some builds are timed even if what they are to be compared with is over already.
      while !isStopped.load(ordering: .relaxed) || histogram.count < 1_000 {
        let container = Container()
        do {
          try container.register(GrowthHub.self) { _ in GrowthHub() }
          let start = MonotonicClock.now()
          BlackHole.swallow(try container.resolve(GrowthHub.self))
          histogram.record(MonotonicClock.now() - start)
        } catch {
          fatalError("a build failed while it was measured: \(error)")
        }
      }
      self.histogram.fill(histogram)
    }
  }

  /// Ends the thread; answers what the slowest hundredth of its builds took at least, in nanoseconds.
  func stop() -> Double {
    isStopped.store(true, ordering: .relaxed)
    return Double(histogram.take().percentile(0.99))
  }
}
