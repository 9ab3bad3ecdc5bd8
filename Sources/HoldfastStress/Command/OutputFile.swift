#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// Where the figures or the picture go: opened before the run, so that a path that cannot be written is known at once, and written after it.
package struct OutputFile {
  private let descriptor: Int32

  /// Opens the file, making it if need be; what it holds stays until `write`.
  ///
  /// The path `-` is the standard output.
  package init(path: String) throws(UsageError) {
    guard path != "-" else {
      descriptor = 1
      return
    }
    descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw UsageError("cannot write '\(path)': \(String(cString: strerror(errno)))") }
  }

  package var isStandardOutput: Bool { descriptor == 1 }

  package func write(_ text: String) {
    if !isStandardOutput { _ = ftruncate(descriptor, 0) }
    Console(descriptor: descriptor).write(text)
    if !isStandardOutput { _ = close(descriptor) }
  }
}
