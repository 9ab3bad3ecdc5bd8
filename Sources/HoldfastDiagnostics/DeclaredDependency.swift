public import Holdfast

/// What a registration needs, and how it is handed over.
public struct DeclaredDependency: Sendable, Hashable, CustomStringConvertible {
  /// How a dependency reaches the value that needs it.
  public enum Kind: String, Sendable, Hashable {
    /// The value itself: it is there before the factory runs.
    case value
    /// The value or nil.
    case optional
    /// Every registration of the type.
    case all
    /// The value itself, which `FactoryResolver.later` hands over when the object is built: it closes no cycle.
    case later
    /// A reference that resolves later: it closes no cycle.
    case provider, lazy, factory
    /// What may be asked for later and need not be registered: what a `forward(_:toName:)` chose, or a lazy property whose type is an Optional.
    case possible
  }

  private let key: AnyKey
  private let kind: Kind

  /// A dependency on a key whose type is known only at run time; otherwise `on(_:named:as:)` is shorter.
  public init(_ key: AnyKey, _ kind: Kind = .value) {
    self.key = key
    self.kind = kind
  }

  /// A dependency on a type, and a name if one is given. If the value is made from run-time arguments, name their types.
  public static func on<T, each A>(
    _ type: T.Type, named name: Name? = nil, taking arguments: repeat (each A).Type, as kind: Kind = .value
  ) -> DeclaredDependency {
    DeclaredDependency(AnyKey(T.self, named: name, taking: repeat each arguments), kind)
  }

  public var description: String { "\(known)" }

  /// The dependency as the container knows it.
  var known: Dependency { Dependency(key, kind.known) }
}

extension Registrar {
  /// Declares what a closure needs, for `validate()` and for drawings. Register the closure itself as usual.
  ///
  /// ```swift
  /// try container
  ///   .register(Report.self) { r in try Report(store: r.resolve(), printer: r.lazy(Printer.self)) }
  ///   .declare(Report.self, needs: .on((any Store).self), .on(Printer.self, as: .lazy))
  /// ```
  ///
  /// Without a declaration, the container learns the needs of a closure when the closure runs. A declaration lasts until its key is registered at
  /// another place, overridden or unregistered. In one batch the declaration may stand before or after the registration.
  ///
  /// If the closure takes run-time arguments, name their types.
  @discardableResult
  public func declare<T, each A>(
    _ type: T.Type, named name: Name? = nil, taking arguments: repeat (each A).Type, needs dependencies: DeclaredDependency...,
    fileID: StaticString = #fileID, line: UInt32 = #line
  ) throws(Failure) -> Self {
    let needs = dependencies.map(\.known)
    try declare(type, named: name, taking: repeat each arguments, needs: needs, fileID: fileID, line: line)
    return self
  }
}

extension DeclaredDependency.Kind {
  init(_ kind: Dependency.Kind) {
    self =
      switch kind {
      case .value: .value
      case .optional: .optional
      case .all: .all
      case .provider: .provider
      case .lazy: .lazy
      case .factory: .factory
      case .later: .later
      case .possible: .possible
      }
  }

  package var known: Dependency.Kind {
    switch self {
    case .value: .value
    case .optional: .optional
    case .all: .all
    case .provider: .provider
    case .lazy: .lazy
    case .factory: .factory
    case .later: .later
    case .possible: .possible
    }
  }
}
