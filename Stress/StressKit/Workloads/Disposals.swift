import Holdfast
import HoldfastStress

/// Where a workload's disposers report, so that each object is seen to be disposed of once and none is forgotten.
///
/// A disposed object is a claimed one, so objects that are disposed of must not be claimed for anything else.
final class Disposals: Sendable {
  private let ledger: Ledger
  /// How long a sound container is waited for, in seconds: its disposals run in tasks, which may have to wait for a thread on a busy machine.
  private let patience: UInt64
  private let built = KeyState()
  private let disposed = KeyState()

  init(_ ledger: Ledger, _ defect: Defect?) {
    self.ledger = ledger
    patience = defect == nil ? 20 : 1
  }

  /// How many objects were built and not disposed of.
  var left: Int { Int(built.lastNumber) - Int(disposed.lastNumber) }

  /// Makes an object that will have to be disposed of.
  func make(key: Int, generation: UInt64 = 0) -> Tracked {
    _ = built.nextNumber()
    return Tracked(key: key, generation: generation, in: ledger)
  }

  /// Notes that a disposer was called for an object.
  func dispose(_ object: Tracked) {
    ledger.check(object.claim(), .disposedOnce, "object \(object.serial) of key \(object.key) is disposed of twice")
    _ = disposed.nextNumber()
  }

  /// Shuts down a container that no worker uses any more, and checks that everything was disposed of.
  ///
  /// Blocks, up to two minutes.
  func finish(_ container: Container) {
    let ledger = ledger
    let ended = Blocking.run(seconds: Double(5 * patience)) {
      do throws(ResolutionError) {
        let report = try await container.shutdown()
        ledger.check(report.isClean, .allDisposed, "the shutdown left something behind: \(report)")
      } catch {
        ledger.check(false, .noSurprise, "the shutdown failed: \(error)")
      }
    }
    ledger.check(ended, .progress, "a shutdown with nothing going on takes more than \(5 * patience) s")
    checkAll()
  }

  /// Checks, once everything has come to rest, that everything was disposed of.
  ///
  /// What a build makes that was given up is disposed of when its factory returns, which may be a moment later. Blocks, up to 20 seconds.
  func checkAll() {
    let all = Blocking.until(seconds: patience) { disposed.lastNumber >= built.lastNumber }
    ledger.check(all, .allDisposed, "\(built.lastNumber) objects were built, but \(disposed.lastNumber) were disposed of")
  }
}
