/// A reference that does not keep its object alive.
// unchecked: written in init only; reading a weak reference is atomic.
final class Weak<Object: AnyObject & Sendable>: @unchecked Sendable {
  private(set) weak var object: Object?

  init(_ object: Object) {
    self.object = object
  }
}
