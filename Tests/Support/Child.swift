import Foundation
import Synchronization

/// A child process that is killed only while it runs: afterwards its number may be another process's.
final class Child: Sendable {
  private enum State {
    case starting
    case running(pid_t)
    case ended
    case killed
  }

  private let state = Mutex(State.starting)

  func runs(as identifier: pid_t) {
    state.withLock { if case .starting = $0 { $0 = .running(identifier) } }
  }

  func hasEnded() {
    state.withLock { if case .killed = $0 {} else { $0 = .ended } }
  }

  func kill() {
    state.withLock {
      guard case .running(let identifier) = $0 else { return }
      $0 = .killed
      Foundation.kill(identifier, SIGKILL)
    }
  }

  var wasKilled: Bool { state.withLock { if case .killed = $0 { true } else { false } } }
}
