import Holdfast
import HoldfastStress

/// Takes registrations down, so that they can be handed to any number of containers.
final class Recorder: Registrar, Sendable {
  private let taken = Locked<[Registration]>([])

  func add(_ registration: Registration) { taken.withLock { $0.append(registration) } }

  /// Gives away what was taken down: factories refer to the recorder, and must not keep themselves alive by it.
  func take() -> [Registration] {
    taken.withLock { taken in
      defer { taken = [] }
      return taken
    }
  }

  /// What `record` registers, for a batch of any container.
  static func hand(to batch: Batch, _ record: (Recorder) -> Void) {
    let recorder = Recorder()
    record(recorder)
    for registration in recorder.take() { batch.add(registration) }
  }
}
