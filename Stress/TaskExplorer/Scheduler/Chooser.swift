/// Decides which of the jobs that are ready runs next.
package protocol Chooser: AnyObject {
  /// A number from 0 up to, not including, `count`, which is at least 2.
  func choose(among count: Int) -> Int
}
