#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// Gives threads cores of their own, where the system lets a program say so (Linux).
///
/// Left alone, the scheduler may keep the threads of a short sample on one core, where they take turns: what looks like two threads that
/// contend is one after the other.
package enum CoreAffinity {
  #if !canImport(Darwin)
    private typealias Call = @convention(c) (CInt, Int, UnsafeMutableRawPointer) -> CInt

    /// GNU functions, which the C library's module may leave out.
    private static func call(_ name: String) -> Call? {
      dlsym(nil, name).map { unsafeBitCast($0, to: Call.self) }  // the symbols' documented C signature
    }

    private static let setAffinity = call("sched_setaffinity")

    /// The bits of the cores that this process may use, one mask for each.
    private static let cores: [[UInt64]] = {
      var mask = [UInt64](repeating: 0, count: 16)
      let size = mask.count * MemoryLayout<UInt64>.size
      guard let getAffinity = call("sched_getaffinity"), getAffinity(0, size, &mask) == 0 else { return [] }
      return (0..<mask.count * 64).filter { mask[$0 / 64] >> UInt64($0 % 64) & 1 == 1 }.map { core in
        var one = [UInt64](repeating: 0, count: mask.count)
        one[core / 64] = 1 << UInt64(core % 64)
        return one
      }
    }()
  #endif

  /// Keeps the calling thread on the core of this number, one of as many as there are threads at work; no more threads than cores.
  package static func keep(on number: Int, of threads: Int) {
    #if !canImport(Darwin)
      guard threads <= cores.count, let setAffinity else { return }
      var mask = cores[number]
      _ = setAffinity(0, mask.count * MemoryLayout<UInt64>.size, &mask)
    #endif
  }
}
