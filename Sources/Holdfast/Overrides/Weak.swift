/// A reference that does not keep its object alive, with the object's address: the object itself removes it by that before it is freed.
// unchecked: written in init only; reading a weak reference is atomic.
final class Weak<Object: AnyObject & Sendable>: @unchecked Sendable {
  private(set) weak var object: Object?
  let identity: ObjectIdentifier

  init(_ object: Object) {
    identity = ObjectIdentifier(object)
    self.object = object
  }
}
