import OnceKernel

/// What happened, in order.
final class Chronicle: Sendable {
  private let lines = Guarded<[String]>([])

  func note(_ line: String) { lines.withLock { $0.append(line) } }

  var all: [String] { lines.withLock { $0 } }

  func count(of line: String) -> Int { all.count { $0 == line } }
}
