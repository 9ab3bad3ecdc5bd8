/// What a registration needs, and how it is handed over.
public struct DeclaredDependency: Sendable, Hashable, CustomStringConvertible {
  /// How a dependency reaches who needs it.
  public enum Kind: String, Sendable, Hashable {
    /// The value itself: it is there before the factory runs.
    case value
    /// The value or nil.
    case optional
    /// Every registration of the type.
    case all
    /// Something that resolves later: it closes no cycle.
    case provider, lazy, factory
  }

  /// What is needed.
  public let key: AnyKey
  /// In which form.
  public let kind: Kind

  /// A dependency on a key whose type is known only at run time; otherwise `on(_:named:as:)` is shorter.
  public init(_ key: AnyKey, _ kind: Kind = .value) {
    self.key = key
    self.kind = kind
  }

  /// What a factory was seen to resolve: of a reference, what it refers to.
  init(learned key: AnyKey) {
    self = (key.type as? any MadeReference.Type)?.dependency(key.name) ?? DeclaredDependency(key)
  }

  /// A dependency on a type, and a name if one is given. Of what is made from run-time arguments, name their types.
  public static func on<T, each A>(
    _ type: T.Type, named name: Name? = nil, taking arguments: repeat (each A).Type, as kind: Kind = .value
  ) -> DeclaredDependency {
    DeclaredDependency(AnyKey(type, named: name, taking: repeat each arguments), kind)
  }

  /// True when the value is needed before the factory can return.
  package var isImmediate: Bool {
    switch kind {
    case .value, .optional, .all: true
    case .provider, .lazy, .factory: false
    }
  }

  public var description: String { kind == .value ? "\(key)" : "\(kind.rawValue) of \(key)" }
}
