import OnceKernel

/// Watches an object without keeping it alive. The reference is set once, so that it may be read without a lock.
final class WeakBox: @unchecked Sendable {  // unchecked: written in init only; reading a weak reference is atomic
  private(set) weak var object: AnyObject?

  init(_ object: AnyObject) {
    self.object = object
  }
}

/// A class instance that the container shares only as long as somebody else holds it.
class WeakRecipe<Value>: Recipe<Value>, @unchecked Sendable {  // unchecked: constants only
  init(_ key: AnyKey, _ site: RegistrationSite, make: @escaping Make) {
    super.init(key, .weak, site, make: make)
  }

  override func makeInstanceCell() -> OnceCell { OnceCell(.guarded, subject: self) }

  override func box(_ value: Value) -> AnyObject { WeakBox(value as AnyObject) }

  override func held(_ instance: AnyObject) -> AnyObject? {
    // The cell belongs to this recipe, which only ever boxes with `box(_:)`.
    unsafeDowncast(instance, to: WeakBox.self).object
  }

  override func value(in held: AnyObject) -> Value {
    // Never traps: `held` is what `box(_:)` made of a `Value`.
    held as! Value
  }
}

/// A class instance that was made elsewhere and is only watched.
final class WeakInstanceRecipe<Value: AnyObject>: WeakRecipe<Value>, @unchecked Sendable {  // unchecked: constants only
  private let watched: WeakBox

  init(_ key: AnyKey, _ site: RegistrationSite, watching object: Value) {
    watched = WeakBox(object)
    super.init(key, site) { _ in throw ResolutionError.instanceDied(key, site: site) }
  }

  /// The container did not build it, so it is not the container's to put away.
  override func disposes(_ instance: AnyObject) -> Bool { false }

  override func dispose(_ instance: AnyObject) async throws {}

  override func makeCell(isPlain: Bool) -> OnceCell {
    let cell = super.makeCell(isPlain: isPlain)
    cell.fill(watched)
    return cell
  }
}
