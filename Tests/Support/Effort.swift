/// How much a test repeats: everything where the compiler optimized and no sanitizer slows down, less elsewhere.
package enum Effort {
  package static func scaled(_ count: Int) -> Int {
    if Sanitizer.isOn { return count / 20 }
    #if DEBUG
      return count / 4
    #else
      return count
    #endif
  }
}
