package import Holdfast
import HoldfastDiagnostics

/// What happened in a container since this was made, key by key.
package final class EventLog: Sendable {
  package struct Entry {
    var started = 0
    package var built = 0
    var failed = 0
    var disposed = 0

    var isInFlight: Bool { started > built + failed }
  }

  private struct State {
    var entries: [AnyKey: Entry] = [:]
    /// Keys in the order in which they were disposed of.
    var disposals: [AnyKey] = []

    mutating func note(_ kind: ContainerEvent.Kind, _ key: AnyKey) {
      switch kind {
      case .building: entries[key, default: Entry()].started += 1
      case .built: entries[key, default: Entry()].built += 1
      case .failed: entries[key, default: Entry()].failed += 1
      case .disposed, .disposalFailed:
        entries[key, default: Entry()].disposed += 1
        disposals.append(key)
      case .registered, .replaced, .unregistered, .reset, .waited, .slow, .scopeOpened, .scopeEnded, .scopeForgotten: break
      }
    }
  }

  private let state: Locked<State>
  private let observation: EventObservation

  /// - Parameter naming: the key under which an event is noted.
  package init(of container: Container, naming: @escaping @Sendable (AnyKey) -> AnyKey = { $0 }) {
    let state = Locked(State())
    self.state = state
    observation = container.observe { event in
      let key = naming(event.key)
      state.withLock { $0.note(event.kind, key) }
    }
  }

  package var entries: [AnyKey: Entry] { state.withLock { $0.entries } }
  var disposals: [AnyKey] { state.withLock { $0.disposals } }
  var inFlight: Set<AnyKey> { Set(entries.filter(\.value.isInFlight).keys) }
  /// How often a factory ran, whatever came of it.
  var runs: Int { entries.values.reduce(0) { $0 + $1.started } }
  var builds: Int { entries.values.reduce(0) { $0 + $1.built } }
}
