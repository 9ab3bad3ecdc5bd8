import OnceKernel

/// What happened, in order.
final class Chronicle: Sendable {
  private let lines = Guarded<[String]>([])

  func note(_ line: String) { lines.withLock { $0.append(line) } }

  /// Copied line by line: the thread sanitizer takes a change in place for a race, if another thread had a copy of the whole array.
  var all: [String] { lines.withLock { $0.map(\.self) } }

  func count(of line: String) -> Int { lines.withLock { $0.count { $0 == line } } }
}
