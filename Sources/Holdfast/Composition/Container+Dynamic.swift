extension Container {
  /// Resolves a key whose type is known only at run time. Throws `.wrongType` if the value is not a `T`.
  package func resolveDynamically<T>(_ key: AnyKey, as type: T.Type) throws(ResolutionError) -> sending T {
    let key = key.unwrapped
    // What takes arguments is registered under another type, and no value is kept there.
    guard key.valueType == key.type else { throw core.refusal(of: key, for: requester) }
    let value = try resolveErased(key.type, key.name)
    guard let typed = value as? T else {
      throw .wrongType(key, wanted: T.self, found: Swift.type(of: value), site: core.cell(for: key)?.registration.site)
    }
    return sent(typed)
  }

  /// Not by a hit: a factory cannot ask for such a key otherwise, and a miss learns it as a need of the factory.
  private func resolveErased<Value>(_ type: Value.Type, _ name: Name?) throws(ResolutionError) -> Any {
    try core.miss(type, name, for: requester)
  }

  /// A resolver of this container that cannot register, for code that may only resolve. It does not keep the container alive.
  package var withoutRegistering: any Resolver & Sendable { SendableResolver(requester) }
}

extension Core {
  /// Why a key that is not to be had is refused here: it is not registered, or comes too late.
  func refusal(of key: AnyKey, for requester: Requester) -> ResolutionError {
    let core = innermost
    do throws(ResolutionError) {
      try core.checkPhase(key, for: requester.forRun(asking: Dependency(key), in: core))
      return core.notRegistered(key)
    } catch {
      return error
    }
  }
}
