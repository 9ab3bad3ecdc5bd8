public import Holdfast

/// What a registration needs, and how it is handed over.
public struct DeclaredDependency: Sendable, Hashable, CustomStringConvertible {
  /// How a dependency reaches the value that needs it.
  public struct Kind: Sendable, Hashable, CustomStringConvertible {
    package let known: Dependency.Kind

    /// The value itself: it is there before the factory runs.
    public static let value = Kind(known: .value)
    /// The value or nil.
    public static let optional = Kind(known: .optional)
    /// Every registration of the type.
    public static let all = Kind(known: .all)
    /// The value itself, which `FactoryResolver.later` hands over when the object is built: it closes no cycle.
    public static let later = Kind(known: .later)
    /// A `Provider`, which resolves later: it closes no cycle.
    public static let provider = Kind(known: .provider)
    /// A `Lazy`, which resolves later: it closes no cycle.
    public static let lazy = Kind(known: .lazy)
    /// A `Factory`, which resolves later: it closes no cycle.
    public static let factory = Kind(known: .factory)
    /// What may be asked for later and need not be registered: what a `forward(_:toName:)` chose, or a lazy property whose type is an Optional.
    public static let possible = Kind(known: .possible)

    public var description: String { known.rawValue }
  }

  /// The dependency as the container knows it.
  let known: Dependency

  /// A dependency on a key whose type is known only at run time; otherwise `on(_:named:as:)` is shorter.
  public init(_ key: AnyKey, _ kind: Kind = .value) {
    known = Dependency(key, kind.known)
  }

  /// A dependency on a type, and a name if one is given. If the value is made from run-time arguments, name their types.
  public static func on<T, each A>(
    _ type: T.Type, named name: Name? = nil, taking arguments: repeat (each A).Type, as kind: Kind = .value
  ) -> DeclaredDependency {
    DeclaredDependency(AnyKey(T.self, named: name, taking: repeat each arguments), kind)
  }

  public var description: String { "\(known)" }
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
