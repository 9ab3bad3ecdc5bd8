import Synchronization

/// Which factories are running and which key each of them asks for at the moment: which factory waits for which, when a run stalls.
///
/// It costs a factory a few relaxed writes to words of its own key, so that watching a race does not hide it. Where several factories of one key
/// run at once, as those of a transient may, the key last asked for is that of one of them.
final class FactoryTrace: Sendable {
  /// The words of one key.
  private final class Line: Sendable {
    let running = Atomic<Int>(0)
    /// The key asked for, plus one; 0 if none is.
    let asking = Atomic<Int>(0)
  }

  private let lines: [Line]

  init(keyCount: Int) {
    lines = (0..<keyCount).map { _ in Line() }
  }

  /// Runs a factory of `key` under observation.
  func observe<Result>(_ key: Int, _ factory: () throws -> Result) rethrows -> Result {
    // Relaxed, here and below: a report reads it, nothing is decided by it.
    lines[key].running.add(1, ordering: .relaxed)
    defer { lines[key].running.subtract(1, ordering: .relaxed) }
    return try factory()
  }

  /// Runs what the factory of `key` does to get `dependency`.
  func observe<Result>(_ key: Int, askingFor dependency: Int, _ body: () throws -> Result) rethrows -> Result {
    lines[key].asking.store(dependency + 1, ordering: .relaxed)
    defer { lines[key].asking.store(0, ordering: .relaxed) }
    return try body()
  }

  /// One clause for each key whose factory is running.
  var report: String {
    let clauses = lines.indices.compactMap { key -> String? in
      let running = lines[key].running.load(ordering: .relaxed)
      guard running > 0 else { return nil }
      let asking = lines[key].asking.load(ordering: .relaxed)
      let count = running == 1 ? "a factory" : "\(running) factories"
      return "\(count) of key \(key) \(running == 1 ? "runs" : "run")" + (asking > 0 ? " and waits for key \(asking - 1)" : "")
    }
    return clauses.isEmpty ? "no factory runs" : clauses.joined(separator: "; ")
  }
}
