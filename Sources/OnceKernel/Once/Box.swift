/// A built instance on the heap: what a cell's ready word points to.
///
/// Immutable, so that a reader that may look at it needs no lock to copy the value out.
// No final class, and a required initializer, so that it is also made by its type as a value, which need not be looked up.
@usableFromInline
package class Box<Value>: AnyBox, @unchecked Sendable {  // unchecked: immutable; the registration decides which callers may share `Value`
  @usableFromInline package final let value: Value

  @inlinable
  package required init(_ value: consuming Value) {
    self.value = value
  }

  override package class func isBox(of type: Any.Type) -> Bool { type == Value.self }
}

/// The box of a value that is disposed of by the table that keeps it.
package final class OwnedBox<Value>: Box<Value>, @unchecked Sendable {  // unchecked: constants
  private let owned: AnyObject?

  package required init(_ value: consuming Value) {
    owned = nil
    super.init(value)
  }

  package required init(_ value: consuming Value, _ parts: AnyObject) {
    owned = parts
    super.init(value)
  }

  override package var parts: AnyObject? { owned }
}

/// A box, whatever the type of its value.
@usableFromInline
package class AnyBox {
  @inlinable
  init() {}

  /// What holds a value of a type, as a box of that type: it may be a box of `AnyObject`, if the value is a class instance.
  ///
  /// Both have one reference at the same offset, and the code that fills a cell chooses one of them. So this downcast is not checked.
  @inlinable @inline(__always)
  package static func box<Value>(_ holder: AnyObject, of type: Value.Type) -> Box<Value> {
    assert(Value.self is AnyObject.Type || holder is Box<Value>)
    return _unsafeUncheckedDowncast(holder, to: Box<Value>.self)
  }

  /// Whether boxes of this type are those of values of `type`.
  package class func isBox(of type: Any.Type) -> Bool { false }

  /// The objects that the container disposes of with the value; nil where there are none.
  package var parts: AnyObject? { nil }
}
