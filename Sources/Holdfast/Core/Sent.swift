/// Hands a value to the caller's region.
///
/// A shared value is Sendable, as registering it demanded; a transient one was made for this caller and no other code has it. The compiler
/// cannot see either in code that serves both.
@inlinable @inline(__always)
func sent<T>(_ value: consuming T) -> sending T {
  nonisolated(unsafe) let value = value  // unsafe: see above
  return value
}

/// `sent(_:)` for an element of a pack, of which one call makes one value after the other.
///
/// Not inlined: Swift 6.2's optimizer would leave a variable of the element's type behind the loop over the pack, which its verifier refuses.
@inline(never)
func sentOfPack<T>(_ value: consuming T) -> sending T {
  sent(value)
}
