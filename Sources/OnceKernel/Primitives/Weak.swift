/// A reference that does not keep its object alive.
// unchecked: written in init only; reading a weak reference is atomic.
package final class Weak<Object: AnyObject & Sendable>: @unchecked Sendable {
  package private(set) weak var object: Object?

  package init(_ object: Object) {
    self.object = object
  }
}
