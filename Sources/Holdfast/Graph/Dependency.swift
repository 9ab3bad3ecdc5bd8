/// What a registration needs, and how it is handed over.
package struct Dependency: Sendable, Hashable, CustomStringConvertible {
  /// How a dependency reaches the value that needs it. `DeclaredDependency.Kind` says it to users.
  package enum Kind: String, Sendable, Hashable {
    /// The value itself: it is there before the factory runs.
    case value
    /// The value or nil.
    case optional
    /// Every registration of the type.
    case all
    /// A reference that resolves later: it closes no cycle.
    case provider, lazy, factory

    /// True when the value is needed before the factory can return.
    package var isImmediate: Bool {
      switch self {
      case .value, .optional, .all: true
      case .provider, .lazy, .factory: false
      }
    }
  }

  package let key: AnyKey
  package let kind: Kind

  package init(_ key: AnyKey, _ kind: Kind = .value) {
    self.key = key
    self.kind = kind
  }

  /// What a factory was seen to resolve: of a reference, what it refers to.
  init(learned key: AnyKey) {
    self = key.reference ?? Dependency(key)
  }

  package var description: String { kind == .value ? "\(key)" : "\(kind.rawValue) of \(key)" }
}
