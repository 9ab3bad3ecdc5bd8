/// A table behind one of the locks that people put around it.
///
/// Conforming types are final, and their functions are inlined: in a specialized loop nothing of this protocol is left.
protocol GuardedTable: AnyObject, Sendable {
  init()

  /// Runs `body` while the table does not change.
  func read<R: Sendable>(_ body: (UnsafeMutablePointer<Table>) -> R) -> R

  /// Runs `body` alone.
  func write<R: Sendable>(_ body: (UnsafeMutablePointer<Table>) -> R) -> R
}
