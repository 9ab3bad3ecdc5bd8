/// A type and an optional name in one typed constant.
///
/// ```swift
/// extension Key { static var primary: Key<any Database> { Key<any Database>(named: "primary") } }
/// let database = try container.resolve(Key<any Database>.primary)
/// ```
public struct Key<Value>: Sendable, Hashable, CustomStringConvertible {
  /// The name, if there is one.
  @usableFromInline package let name: Name?

  /// The key of a type and an optional name.
  public init(_ type: Value.Type = Value.self, named name: Name? = nil) {
    self.name = name
  }

  /// The key without its static type.
  package var erased: AnyKey { AnyKey(Value.self, named: name) }

  public var description: String { erased.description }
}
