#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

extension UnsafeMutableRawPointer {
  /// Memory for words, which `freePlainMemory()` frees. `allocate` takes three times as long, as it asks for an alignment.
  static func plainMemory(byteCount: Int) -> UnsafeMutableRawPointer {
    guard let memory = malloc(byteCount) else { fatalError("there is no memory for \(byteCount) bytes") }
    return memory
  }

  /// Frees memory that holds no references. Inside an exploration it stays until the execution is over, so that a late reader is found.
  func freePlainMemory() {
    #if Exploration
      if let scheduler = Seam.current { return scheduler.keepMemory(self) }
    #endif
    free(self)
  }
}
