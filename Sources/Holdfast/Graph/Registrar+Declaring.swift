extension Registrar {
  /// Keeps what a closure needs, as it was declared, for `validate()` and for drawings.
  package func declare<T, each A>(
    _ type: T.Type, named name: Name?, taking arguments: repeat (each A).Type, needs dependencies: [Dependency],
    fileID: StaticString, line: UInt32
  ) throws(Failure) {
    let kept = AnyKey(Declared<WithArguments<T, ArgumentPack<repeat each A>>>.self, named: name)
    try add(Declaration(AnyKey(T.self, named: name, taking: repeat each arguments), kept, SourceSite(fileID, line), dependencies))
  }
}

/// The key under which the declared dependencies of another key are kept.
private enum Declared<Value> {}

/// What another registration needs.
final class Declaration: Registration, @unchecked Sendable {  // unchecked: constants only
  private let declared: AnyKey
  let stated: [Dependency]

  init(_ subject: AnyKey, _ key: AnyKey, _ site: SourceSite, _ dependencies: [Dependency]) {
    declared = subject
    stated = dependencies
    super.init(key, .singleton, site, .nothing)
  }

  /// Of what takes no arguments.
  convenience init<T>(of type: T.Type, named name: Name?, _ site: SourceSite, _ dependencies: [Dependency]) {
    self.init(
      AnyKey(T.self, named: name), AnyKey(Declared<WithArguments<T, ArgumentPack<>>>.self, named: name), site, dependencies)
  }

  override var subject: AnyKey { declared }

  override func refusal(after existing: Registration) -> ResolutionError {
    .duplicateDeclaration(declared, first: existing.site, second: site)
  }
}
