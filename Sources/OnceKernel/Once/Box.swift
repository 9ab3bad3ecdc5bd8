/// A built instance on the heap: what a cell's ready word points to.
///
/// Immutable, so that a reader that may look at it needs no lock to copy the value out.
// No final class, and a required initializer, so that it is also made by its type as a value, which need not be looked up.
@usableFromInline
package class Box<Value>: AnyBox, @unchecked Sendable {  // unchecked: immutable; who may share `Value` is decided where it was registered
  @usableFromInline package final let value: Value

  @inlinable
  package required init(_ value: consuming Value) {
    self.value = value
  }

  override package class func isBox(of type: Any.Type) -> Bool { type == Value.self }
}

/// A box, whatever the type of its value.
@usableFromInline
package class AnyBox {
  @inlinable
  init() {}

  /// Whether boxes of this type are those of values of `type`.
  package class func isBox(of type: Any.Type) -> Bool { false }
}
