import OnceKernel

/// What factories resolved when they ran, and, while somebody listens to events, how long their builds took.
///
/// A build only appends to a log; the log is folded into tables when it has grown, or when somebody asks.
final class Learned: Sendable {
  private enum Entry {
    case needed(AnyKey, by: AnyKey)
    case built(AnyKey, Duration)
  }

  struct Tables {
    /// What each key resolved, in the order in which it was first seen.
    var needs: [AnyKey: [AnyKey]] = [:]
    /// How long the latest build of each key took.
    var durations: [AnyKey: Duration] = [:]
  }

  private struct State {
    var log: [Entry] = []
    var tables = Tables()

    mutating func fold() {
      for entry in log {
        switch entry {
        case .needed(let key, let owner):
          if tables.needs[owner]?.contains(key) != true { tables.needs[owner, default: []].append(key) }
        case .built(let key, let duration): tables.durations[key] = duration
        }
      }
      log.removeAll(keepingCapacity: true)
    }
  }

  private static let logLimit = 512
  private let state = Guarded(State())
  /// 1 once something was learned: most containers have nothing to forget when a key is replaced.
  private let isUsed = AtomicWord(0)

  func noteNeed(of key: AnyKey, by owner: AnyKey) {
    append(.needed(key, by: owner))
  }

  func noteBuild(of key: AnyKey, _ duration: Duration) {
    append(.built(key, duration))
  }

  func forget(_ keys: @autoclosure () -> [AnyKey]) {
    if isUsed.acquire() == 0 { return }
    state.withLock { state in
      state.fold()
      for key in keys() {
        state.tables.needs[key] = nil
        state.tables.durations[key] = nil
      }
    }
  }

  var tables: Tables {
    state.withLock {
      $0.fold()
      return $0.tables
    }
  }

  private func append(_ entry: Entry) {
    if isUsed.acquire() == 0 { isUsed.release(1) }
    state.withLock {
      $0.log.append(entry)
      if $0.log.count >= Self.logLimit { $0.fold() }
    }
  }
}
