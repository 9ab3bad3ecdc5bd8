import Holdfast

/// A type that is looked up as something else: an Optional.
///
/// `Holdfast` has a protocol like it, which it needs for resolving and does not share.
protocol KeyForm {
  /// What a key of this type asks for.
  static func dependency(_ name: Name?) -> Dependency
}

extension Optional: KeyForm {
  static func dependency(_ name: Name?) -> Dependency { Dependency(AnyKey(Wrapped.self, named: name), .optional) }
}

extension AnyKey {
  /// What this key asks for, if its type has a form of its own.
  var form: Dependency? { (type as? any KeyForm.Type)?.dependency(name) }

  /// The key of what an Optional wraps, because an Optional is never registered. Any other key is itself.
  var withoutOptional: AnyKey {
    guard let form, form.kind == .optional else { return self }
    return form.key.withoutOptional
  }
}

extension Dependency {
  /// The same, of what an Optional wraps.
  var withoutOptional: Dependency { Dependency(key.withoutOptional, kind) }
}
