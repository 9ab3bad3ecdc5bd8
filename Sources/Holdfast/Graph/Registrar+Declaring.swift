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
  /// Of a closure with run-time arguments, name their types.
  @discardableResult
  public func declare<T, each A>(
    _ type: T.Type, named name: Name? = nil, taking arguments: repeat (each A).Type, needs dependencies: DeclaredDependency...,
    fileID: StaticString = #fileID, line: UInt32 = #line
  ) throws(Failure) -> Self {
    let key = AnyKey(type, named: name, taking: repeat each arguments)
    let kept = AnyKey(Declared<Taking<T, (repeat each A)>>.self, named: name)
    try add(Declaration(key, kept, RegistrationSite(fileID, line), dependencies))
    return self
  }
}

/// The key under which the declared dependencies of another key are kept.
private enum Declared<Value> {}

/// What another registration needs.
final class Declaration: Registration, @unchecked Sendable {  // unchecked: constants only
  private let declared: AnyKey
  private let needs: [DeclaredDependency]

  init(_ subject: AnyKey, _ key: AnyKey, _ site: RegistrationSite, _ dependencies: [DeclaredDependency]) {
    declared = subject
    needs = dependencies
    super.init(key, .singleton, site, .nothing)
  }

  override var subject: AnyKey { declared }

  override var dependencies: [DeclaredDependency]? { needs }

  override func refusal(after existing: Registration) -> ResolutionError {
    .duplicateDeclaration(declared, first: existing.site, second: site)
  }
}
