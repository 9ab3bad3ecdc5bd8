#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// Where the words go: straight to a descriptor, so that nothing is lost when the process ends at once.
package struct Console: Sendable {
  package static let output = Console(descriptor: 1)
  package static let error = Console(descriptor: 2)

  let descriptor: Int32

  package init(descriptor: Int32) {
    self.descriptor = descriptor
  }

  package var isTerminal: Bool {
    isatty(descriptor) == 1
  }

  package func line(_ text: String) {
    write(text + "\n")
  }

  /// Writes the text as it is; stops silently if it is not read any more.
  package func write(_ text: String) {
    var text = text
    text.withUTF8 { bytes in
      var rest = bytes[...]
      while !rest.isEmpty {
        let written = systemWrite(rest)
        if written > 0 { rest = rest.dropFirst(written) } else if errno != EINTR { return }
      }
    }
  }

  private func systemWrite(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> Int {
    let chunk = UnsafeBufferPointer(rebasing: bytes)
    #if canImport(Darwin)
      return Darwin.write(descriptor, chunk.baseAddress, chunk.count)
    #elseif canImport(Glibc)
      return Glibc.write(descriptor, chunk.baseAddress, chunk.count)
    #elseif canImport(Musl)
      return Musl.write(descriptor, chunk.baseAddress, chunk.count)
    #elseif canImport(Android)
      return Android.write(descriptor, chunk.baseAddress, chunk.count)
    #endif
  }
}

/// One line that is redrawn on a terminal; elsewhere a line now and then.
package final class LiveLine: Sendable {
  private let console: Console
  /// Where the lines go if there is no terminal, and the seconds between two of them; nil for none.
  private let other: (console: Console, seconds: Double)?
  /// When the last line was written, on the monotonic clock.
  private let last = Locked(MonotonicClock.now())

  package init(_ console: Console, elsewhere other: (console: Console, seconds: Double)? = nil) {
    self.console = console
    self.other = other
  }

  package func draw(_ text: @autoclosure () -> String) {
    if console.isTerminal { return console.write("\r\u{1b}[K" + text()) }
    guard let other else { return }
    let now = MonotonicClock.now()
    let isDue = last.withLock { last in
      guard Double(now - last) >= other.seconds * 1e9 else { return false }
      last = now
      return true
    }
    if isDue { other.console.line(text()) }
  }

  package func clear() {
    if console.isTerminal { console.write("\r\u{1b}[K") }
  }
}
