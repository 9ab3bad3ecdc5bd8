import Foundation
import Holdfast
import OnceKernel

extension Regressions {
  /// How many callers wait for the build whose key has this name; -1 when it is not being built.
  static func waiters(_ name: Name) -> Int {
    BuildInFlight.all.first { ($0.subject as? Registration)?.key.name == name }?.waiters ?? -1
  }

  /// Blocks the calling thread until a caller waits for the build whose key has this name.
  static func blockUntilAwaited(_ name: Name) throws {
    try blockUntil("a caller waits for \(name)") { waiters(name) > 0 }
  }

  /// Blocks the calling thread until `condition` holds.
  static func blockUntil(_ what: String, _ condition: () -> Bool) throws {
    let patience = Patience()
    while !condition() {
      if patience.isOver { throw TimedOut(what: what) }
      Thread.sleep(forTimeInterval: 0.001)
    }
  }
}
