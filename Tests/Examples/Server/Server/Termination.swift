import Dispatch
import Foundation

/// Waits for SIGTERM, or for the end of a program that started this one.
final class Termination {
  private let source: any DispatchSourceSignal
  private let signals: AsyncStream<Void>

  /// From its return on no SIGTERM is lost.
  ///
  /// - Parameter endsWithInput: whether the end of the standard input, which comes when the program at its other end is gone, means the same.
  init(endsWithInput: Bool) async {
    signal(SIGTERM, SIG_IGN)  // the source sees it instead
    let (signals, continuation) = AsyncStream.makeStream(of: Void.self)
    self.signals = signals
    source = DispatchSource.makeSignalSource(signal: SIGTERM, queue: .global())
    source.setEventHandler { continuation.yield() }
    if endsWithInput {
      Thread.detachNewThread {
        // Not readLine(): it keeps a lock meanwhile that fflush(nil) waits for.
        var byte: UInt8 = 0
        while read(STDIN_FILENO, &byte, 1) > 0 || errno == EINTR { errno = 0 }
        continuation.yield()
      }
    }
    await withCheckedContinuation { registered in
      source.setRegistrationHandler { registered.resume() }
      source.resume()
    }
  }

  deinit { source.cancel() }

  func wait() async {
    for await _ in signals { return }
  }
}
