/// Resolves a property when its owner is made, and does not keep it alive.
///
/// ```swift
/// struct Child { @WeakInjected var parent: Parent? }
/// ```
///
/// Nil when the object is gone or could not be resolved; `try $parent.get()` tells why. While a factory runs, what is registered and cannot be
/// resolved makes that factory fail, as with `Injected`.
@propertyWrapper
public struct WeakInjected<Value: AnyObject & Sendable>: Sendable {
  private let result: Result<WeakBox, ResolutionError>

  /// Resolves now, from the current container or the one given, and holds the object weakly.
  public init(
    named name: Name? = nil, from resolver: (any Resolver & Sendable)? = nil, fileID: StaticString = #fileID, line: UInt32 = #line
  ) {
    let site = RegistrationSite(fileID, line)
    result = Current.fill(Key<Value>(named: name), from: resolver, at: site, mayBeMissing: true).map { WeakBox($0) }
  }

  /// The object, as long as other code holds it; nil when it is gone or could not be resolved.
  public var wrappedValue: Value? {
    guard case .success(let box) = result else { return nil }
    return box.object.map { unsafeDowncast($0, to: Value.self) }  // made from a Value
  }

  /// The wrapper itself, for `$delegate.get()`.
  public var projectedValue: WeakInjected<Value> { self }

  /// The object, nil when it is gone; throws when it could not be resolved.
  public func get() throws(ResolutionError) -> Value? {
    _ = try result.get()
    return wrappedValue
  }
}
