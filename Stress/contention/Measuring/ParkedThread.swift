import Dispatch
import Foundation

/// Keeps a second thread alive for the whole run.
///
/// Some C libraries skip the atomic instructions of their locks while a process has one thread only; no real program that shares a
/// container is in that state, so neither is the benchmark.
final class ParkedThread: Sendable {
  private let end = DispatchSemaphore(value: 0)
  private let ended = DispatchSemaphore(value: 0)

  init() {
    let (end, ended) = (end, ended)
    Thread.detachNewThread {
      end.wait()
      ended.signal()
    }
  }

  /// Lets the thread go and waits until it has.
  func release() {
    end.signal()
    ended.wait()
  }
}
