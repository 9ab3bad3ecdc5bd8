/// How one parameter of a wired initializer gets its value; decided once, at registration.
struct Slot<Value>: Sendable {
  let name: Name?
  /// Makes the parameters that are not simply resolved; see `WiredParameter`.
  let special: (@Sendable (Resolution) throws -> Value)?
  /// Nil for a parameter that is no dependency: the resolver itself.
  let dependency: DeclaredDependency?

  init() {
    self.init(Key())
  }

  init(_ key: Key<Value>) {
    name = key.name
    if Value.self == (any Resolver).self || Value.self == (any Resolver & Sendable).self {
      // `Value` is one of the two types just compared, which are laid out alike.
      special = { resolver in unsafeBitCast(CoreResolver(core: resolver.core) as any Resolver & Sendable, to: Value.self) }
      dependency = nil
    } else if Value.self == Resolution.self {
      special = { resolver in unsafeBitCast(resolver, to: Value.self) }  // compared just above
      dependency = nil
    } else if let parameter = Value.self as? any WiredParameter.Type {
      special = Self.maker(parameter, key.name)
      dependency = parameter.dependency(key.name)
    } else {
      special = nil
      dependency = DeclaredDependency(key.erased)
    }
  }

  private static func maker<P: WiredParameter>(_ parameter: P.Type, _ name: Name?) -> @Sendable (Resolution) throws -> Value {
    // `P` is `Value` itself, opened from its metatype.
    { resolver in unsafeBitCast(try P.wired(resolver, name), to: Value.self) }
  }

  nonisolated(nonsending) private static func wired<P: WiredParameter>(
    _ parameter: P.Type, _ resolver: Resolution, _ name: Name?
  ) async throws(ResolutionError) -> Value {
    // As above.
    unsafeBitCast(try await P.wiredInTask(resolver, name), to: Value.self)
  }

  @inline(__always)
  func value(_ resolver: Resolution) throws -> Value {
    if let special { return try special(resolver) }
    return try resolver.dependency(Value.self, named: name)
  }

  /// As above in a task: waits for asynchronous values.
  nonisolated(nonsending) func value(_ resolver: Resolution) async throws -> Value {
    guard let special else { return try await resolver.core.resolve(Value.self, name, for: resolver.requester) }
    guard let parameter = Value.self as? any WiredParameter.Type else { return try special(resolver) }
    return try await Self.wired(parameter, resolver, name)
  }
}
