/// Hands a value to the caller's region.
///
/// A shared value is Sendable, as registering it demanded; a transient one was made for this caller and no other code has it. The compiler
/// cannot see either in code that serves both.
@inlinable @inline(__always)
func sent<T>(_ value: consuming T) -> sending T {
  nonisolated(unsafe) let value = value  // unsafe: see above
  return value
}
