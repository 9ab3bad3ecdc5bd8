import Foundation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif

/// How many bytes of the heap are in use, where the C library tells.
///
/// glibc tells it as a report of its arenas (`malloc_info`), which Swift's overlay does not import; it is looked up by name.
package enum HeapSize {
  package static var now: Int? {
    #if canImport(Darwin)
      var statistics = malloc_statistics_t()
      malloc_zone_statistics(nil, &statistics)
      return Int(statistics.size_in_use)
    #elseif canImport(Glibc)
      return report.flatMap(inUse)
    #else
      return nil
    #endif
  }

  #if !canImport(Darwin) && canImport(Glibc)
    private typealias Info = @convention(c) (CInt, UnsafeMutablePointer<FILE>) -> CInt

    private static let info: Info? = {
      guard let symbol = dlsym(dlopen(nil, RTLD_NOW), "malloc_info") else { return nil }
      return unsafeBitCast(symbol, to: Info.self)  // The signature that malloc.h declares.
    }()

    /// The report's text.
    private static var report: String? {
      var text: UnsafeMutablePointer<CChar>?
      var length = 0
      guard let info, let stream = open_memstream(&text, &length) else { return nil }
      let result = info(0, stream)
      fclose(stream)
      defer { free(text) }
      guard result == 0, let text else { return nil }
      return String(cString: text)
    }

    /// What the system gave, less what is free: the totals come last in the report.
    private static func inUse(_ report: String) -> Int? {
      func size(_ element: String) -> Int? {
        guard
          let start = report.range(of: element, options: .backwards),
          let size = report.range(of: "size=\"", range: start.upperBound..<report.endIndex)
        else { return nil }
        return Int(report[size.upperBound...].prefix(while: \.isNumber))
      }
      guard
        let system = size("<system type=\"current\""), let fast = size("<total type=\"fast\""),
        let rest = size("<total type=\"rest\""), let mapped = size("<total type=\"mmap\"")
      else { return nil }
      return system + mapped - fast - rest
    }
  #endif
}
