import Holdfast

/// A type that is looked up as something else: an Optional, a reference, or a collection of all values of a type.
///
/// `Holdfast` has a protocol like it, which it needs for resolving and does not share.
protocol KeyForm {
  /// What a key of this type asks for.
  static func dependency(_ name: Name?) -> Dependency
}

extension Optional: KeyForm {
  static func dependency(_ name: Name?) -> Dependency { Dependency(AnyKey(Wrapped.self, named: name), .optional) }
}

extension Provider: KeyForm {
  static func dependency(_ name: Name?) -> Dependency { Dependency(AnyKey(Value.self, named: name), .provider) }
}

extension Lazy: KeyForm {
  static func dependency(_ name: Name?) -> Dependency { Dependency(AnyKey(Value.self, named: name), .lazy) }
}

extension Factory: KeyForm {
  static func dependency(_ name: Name?) -> Dependency {
    Dependency(AnyKey(Value.self, named: name, taking: repeat (each Argument).self), .factory)
  }
}

extension Array: KeyForm {
  static func dependency(_ name: Name?) -> Dependency { Dependency(AnyKey(Element.self, named: name), .all) }
}

extension Dictionary: KeyForm where Key == Name {
  static func dependency(_ name: Name?) -> Dependency { Dependency(AnyKey(Value.self, named: name), .all) }
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
