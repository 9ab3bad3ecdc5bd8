import Holdfast
import HoldfastStress

/// Counts what a container builds, by its events.
final class Census: Sendable {
  private let counts: Locked<[AnyKey: Int]>
  private let observation: EventObservation
  private let shared: Set<AnyKey>

  init(of container: Container) {
    let counts = Locked<[AnyKey: Int]>([:])
    self.counts = counts
    shared = Set(container.graph().nodes.filter { $0.lifetime == .singleton }.map(\.key))
    observation = container.observe { event in
      if case .built = event.kind { counts.withLock { $0[event.key, default: 0] += 1 } }
    }
  }

  /// The singletons that were built more than once.
  var builtTwice: [AnyKey] {
    counts.withLock { counts in shared.filter { counts[$0, default: 0] > 1 } }
  }
}
