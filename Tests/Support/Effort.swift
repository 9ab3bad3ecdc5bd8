/// How much a test repeats: everything where the compiler optimized and no sanitizer slows down, less elsewhere.
package enum Effort {
  /// Steps that are all alike, of which a test measures what they leave behind or how long the last ones take: a few show that as many do.
  package static func steps(_ count: Int) -> Int {
    #if DEBUG
      return count / 20
    #else
      return Sanitizer.isOn ? count / 20 : count
    #endif
  }

  /// Rounds of a race, each of which may find what the others do not.
  package static func scaled(_ count: Int) -> Int {
    if Sanitizer.isOn { return count / 20 }
    #if DEBUG
      return count / 4
    #else
      return count
    #endif
  }
}
