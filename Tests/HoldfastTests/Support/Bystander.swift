import Foundation
import Holdfast
import OnceKernel
import TestSupport

/// A thread that builds one cold key after the other, each in a container of its own, and notes how long each took: what a burden elsewhere in
/// the process costs a caller that has nothing to do with it.
final class Bystander: Sendable {
  private let stopped = Counter()
  private let costs: Pending<[Duration]>

  init() {
    let stopped = stopped
    costs = .onThread {
      let clock = ContinuousClock()
      var costs: [Duration] = []
      while stopped.value == 0 || costs.count < 100 {
        let container = Container()
        try container.register(Int.self) { _ in 1 }
        let start = clock.now
        _ = try container.resolve(Int.self)
        costs.append(start.duration(to: clock.now))
      }
      return costs
    }
  }

  /// Ends the thread; answers what the hundredth part of its builds took at least.
  func stop() async throws -> Duration {
    stopped.add()
    let costs = try await costs.value().sorted()
    return costs[costs.count * 99 / 100]
  }
}

/// How far from what is promised a measured time must be before a test calls it broken.
enum Breach {
  /// Ten times what is promised where the compiler optimized; elsewhere more, as the promise is made for no such build.
  static func of(_ promised: Duration) -> Duration {
    if Sanitizer.isOn { return promised * 200 }
    #if DEBUG
      return promised * 50
    #else
      return promised * 10
    #endif
  }

  /// Ends the process when `measured` is a breach: for tests that have a process of their own.
  static func check(_ measured: Duration, promised: Duration, _ what: String) {
    if measured > of(promised) { fatalError("\(what) took \(measured); promised are \(promised)") }
  }
}
