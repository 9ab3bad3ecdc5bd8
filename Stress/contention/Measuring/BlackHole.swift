/// Swallows results, so that the optimizer cannot drop the work that made them.
///
/// Each function takes its value at +1 and is compiled without optimization, which keeps its body, its signature and its effects out of
/// every analysis: a caller really hands over an object, and the object is really released.
enum BlackHole {
  @inline(never) @_optimize(none)
  static func swallow(_ object: consuming AnyObject) {}

  @inline(never) @_optimize(none)
  static func swallow(_ service: consuming any Service) {}

  @inline(never) @_optimize(none)
  static func swallow(_ screen: consuming any Screen) {}

  @inline(never) @_optimize(none)
  static func swallow(_ object: consuming AnyObject?) {}

  @inline(never) @_optimize(none)
  static func swallow(_ items: consuming [Item]) {}

  /// A number that the optimizer cannot know.
  @inline(never) @_optimize(none)
  static func opaque(_ number: Int) -> Int { number }
}
