import OnceKernel

/// What a registration needs, and how it is handed over.
package struct Dependency: Sendable, Hashable, CustomStringConvertible {
  /// How a dependency reaches the value that needs it. `DeclaredDependency.Kind` says it to users.
  package enum Kind: String, Sendable, Hashable, CaseIterable {
    /// The value itself: it is there before the factory runs.
    case value
    /// The value or nil.
    case optional
    /// Every registration of the type.
    case all
    /// The value itself, which `FactoryResolver.later` hands over once the object is built.
    case later
    /// A reference that resolves later: it closes no cycle.
    case provider, lazy, factory
    /// What may be asked for later, and need not be registered: what a forward by name chose, or a lazy property whose type is an Optional.
    case possible

    /// A number of its own.
    var number: UInt {
      switch self {
      case .value: 0
      case .optional: 1
      case .all: 2
      case .later: 3
      case .provider: 4
      case .lazy: 5
      case .factory: 6
      case .possible: 7
      }
    }

    /// True when the value is needed before the object is built.
    package var isImmediate: Bool {
      switch self {
      case .value, .optional, .all: true
      case .later, .provider, .lazy, .factory, .possible: Mutant.deferredIsCycle.isActive
      }
    }

    /// True when the object may keep the value itself, and not only a reference that can ask for it.
    package var isHeld: Bool {
      switch self {
      case .value, .optional, .all, .later: true
      case .provider, .lazy, .factory, .possible: isImmediate
      }
    }

    /// True when the object may come to keep the value itself, also if it is asked for later.
    var mayBeHeld: Bool {
      switch self {
      case .value, .optional, .all, .later, .possible: true
      case .provider, .lazy, .factory: isImmediate
      }
    }

    /// True when it is the value itself, before the object is built.
    package var isValue: Bool {
      switch self {
      case .value: true
      case .optional, .all, .later, .provider, .lazy, .factory, .possible: false
      }
    }

    /// True when nil is a value that does.
    package var isOptional: Bool {
      switch self {
      case .optional: true
      case .value, .all, .later, .provider, .lazy, .factory, .possible: false
      }
    }

    /// True when it says how the value itself is needed, and not what is needed of it.
    package var isManner: Bool {
      switch self {
      case .later, .possible: true
      case .value, .optional, .all, .provider, .lazy, .factory: false
      }
    }

    /// True when it is of every registration of the type.
    package var isOfCollection: Bool {
      switch self {
      case .all: true
      case .value, .optional, .later, .provider, .lazy, .factory, .possible: false
      }
    }
  }

  package let key: AnyKey
  package let kind: Kind
  /// Whether an injector asks for it. In a circle of injectors alone, each object is there before the next one needs it.
  package let isInjected: Bool

  package init(_ key: AnyKey, _ kind: Kind = .value, isInjected: Bool = false) {
    self.key = key
    self.kind = kind
    self.isInjected = isInjected
  }

  /// Distinguishes the dependencies of one key.
  var number: UInt { Self.number(of: kind, isInjected: isInjected) }

  static func number(of kind: Kind, isInjected: Bool) -> UInt { kind.number << 1 | (isInjected ? 1 : 0) }

  /// The dependency with another key or kind.
  package func with(_ key: AnyKey, _ kind: Kind) -> Dependency { Dependency(key, kind, isInjected: isInjected) }

  /// Of a parameter that is the resolver itself, which needs whatever the code asks it for.
  static let resolver = Dependency(AnyKey((any Resolver).self))

  /// Whether it is on something of the container's own, which is always there and holds no value.
  var isOnContainer: Bool {
    if self == .resolver { return true }
    guard case .reference(let reference) = RequestedType(key.unwrapped.type) else { return false }
    return reference.target(nil) == nil
  }

  package var description: String {
    switch kind {
    case .value, .possible: "\(key)"
    case .later: "\(key) later"
    case .optional, .all, .provider, .lazy, .factory: "\(kind.rawValue) of \(key)"
    }
  }
}
