import Holdfast
import OnceKernel

/// Counts what was built and what died.
final class Ledger: Sendable {
  let alive = Counter()
  private let counts = Guarded<[Name: Int]>([:])
  private let deaths = Guarded<[Name]>([])

  /// Notes a build of `name`; answers its number, from 1.
  func begin(_ name: Name) -> Int {
    counts.withLock {
      $0[name, default: 0] += 1
      return $0[name, default: 0]
    }
  }

  func died(_ name: Name) {
    deaths.withLock { $0.append(name) }
  }

  func builds(_ name: Name) -> Int { counts.withLock { $0[name, default: 0] } }

  /// The names of parts that died, in order; copied one by one, for the thread sanitizer: see `Chronicle.all`.
  var dead: [Name] { deaths.withLock { $0.map(\.self) } }
}
