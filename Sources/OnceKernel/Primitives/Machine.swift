#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// What is asked of the operating system beside locks, clocks and a thread's own data.
package enum Machine {
  /// How many cores it has that are switched on.
  package static let cores = max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))))

  /// Writes a line to standard error.
  package static func complain(_ line: String) {
    var line = line + "\n"
    line.withUTF8 { text in
      var rest = UnsafeRawBufferPointer(text)
      while !rest.isEmpty {
        let written = write(STDERR_FILENO, rest.baseAddress, rest.count)
        if written < 0, errno == EINTR { continue }
        if written <= 0 { return }
        rest = UnsafeRawBufferPointer(rebasing: rest[written...])
      }
    }
  }
}
