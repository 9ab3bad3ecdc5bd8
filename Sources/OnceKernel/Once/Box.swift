/// A built instance on the heap: what a cell's ready word points to.
///
/// Immutable, so that a reader that may look at it needs no lock to copy the value out.
@usableFromInline
package final class Box<Value>: @unchecked Sendable {  // unchecked: immutable; who may share `Value` is decided where it was registered
  @usableFromInline package let value: Value

  @inlinable
  package init(_ value: consuming Value) {
    self.value = value
  }
}
