import Dispatch
import Foundation

/// Calls a closure at the first SIGTERM.
final class Termination {
  private let source: any DispatchSourceSignal

  deinit { source.cancel() }

  init(_ action: @escaping @Sendable () -> Void) {
    signal(SIGTERM, SIG_IGN)  // the source sees it instead
    source = DispatchSource.makeSignalSource(signal: SIGTERM, queue: .global())
    source.setEventHandler(handler: action)
    source.resume()
  }
}
