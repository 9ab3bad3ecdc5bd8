/// A parameter type that wiring does not look up itself, but makes: a provider, a lazy reference, an optional, all of a type, a factory function.
protocol WiredParameter: SendableMetatype {
  static func dependency(_ name: Name?) -> Dependency
  static func wired(_ resolver: Resolution, _ name: Name?) throws(ResolutionError) -> Self
  /// As above in a task: waits for asynchronous values.
  nonisolated(nonsending) static func wiredInTask(_ resolver: Resolution, _ name: Name?) async throws(ResolutionError) -> Self
}

extension WiredParameter {
  nonisolated(nonsending) static func wiredInTask(_ resolver: Resolution, _ name: Name?) async throws(ResolutionError) -> Self {
    try wired(resolver, name)
  }
}

extension AnyKey {
  /// What a parameter of this key's type asks for, if wiring makes that: what an Optional wraps, or a reference leads to, or a collection has.
  package var parameter: Dependency? { (type as? any WiredParameter.Type)?.dependency(name) }

  /// What a key leads to whose type is made on request; see `MadeReference`.
  package var reference: Dependency? { (type as? any MadeReference.Type)?.dependency(name) }
}

extension Dependency {
  /// The same, of what an Optional wraps.
  package var unwrapped: Dependency { with(key.unwrapped, kind) }
}

/// A parameter type that is made on request too, where it is not registered itself: `resolve(Lazy<Printer>.self)` is `lazy(Printer.self)`.
protocol MadeReference: WiredParameter {}

extension Core {
  /// Makes what refers to something else; see `MadeReference`.
  func reference<R: MadeReference, T>(_ reference: R.Type, _ name: Name?, for requester: Requester) throws(ResolutionError) -> T {
    // `R` is `T` itself, opened from its metatype.
    unsafeBitCast(try R.wired(requester.resolution(in: self), name), to: T.self)
  }

  nonisolated(nonsending) func reference<R: MadeReference, T>(
    _ reference: R.Type, _ name: Name?, for requester: Requester
  ) async throws(ResolutionError) -> T {
    // As above.
    unsafeBitCast(try await R.wiredInTask(requester.resolution(in: self), name), to: T.self)
  }
}

extension Provider: MadeReference {
  static func dependency(_ name: Name?) -> Dependency { Dependency(AnyKey(Value.self, named: name), .provider) }
  static func wired(_ resolver: Resolution, _ name: Name?) -> Self { Self(resolver.core, Key(named: name), for: resolver.requester) }
}

extension Lazy: MadeReference {
  static func dependency(_ name: Name?) -> Dependency { Dependency(AnyKey(Value.self, named: name), .lazy) }
  static func wired(_ resolver: Resolution, _ name: Name?) -> Self { Self(resolver.core, Key(named: name), for: resolver.requester) }
}

extension Factory: MadeReference {
  static func dependency(_ name: Name?) -> Dependency {
    Dependency(AnyKey(Value.self, named: name, taking: repeat (each Argument).self), .factory)
  }
  static func wired(_ resolver: Resolution, _ name: Name?) -> Self { Self(resolver.core, name, for: resolver.requester) }
}

extension Optional: WiredParameter {
  static func dependency(_ name: Name?) -> Dependency {
    collection?.dependency(name) ?? Dependency(AnyKey(Wrapped.self, named: name), .optional)
  }
  static func wired(_ resolver: Resolution, _ name: Name?) throws(ResolutionError) -> Self {
    if let value = try resolver.resolveIfRegistered(Wrapped.self, named: name) { return value }
    guard let collection else { return nil }
    return try wrapping(collection, resolver, name)
  }
  nonisolated(nonsending) static func wiredInTask(_ resolver: Resolution, _ name: Name?) async throws(ResolutionError) -> Self {
    if let value = try await resolver.resolveIfRegistered(Wrapped.self, named: name) { return value }
    guard let collection else { return nil }
    return try await wrappingInTask(collection, resolver, name)
  }

  /// What it wraps, if that is a collection, which is always there.
  private static var collection: (any WiredParameter.Type)? {
    guard let parameter = Wrapped.self as? any WiredParameter.Type, parameter.dependency(nil).kind == .all else { return nil }
    return parameter
  }

  private static func wrapping<P: WiredParameter>(
    _ parameter: P.Type, _ resolver: Resolution, _ name: Name?
  ) throws(ResolutionError) -> Self {
    // `P` is `Wrapped` itself, opened from its metatype.
    unsafeBitCast(try P.wired(resolver, name), to: Wrapped.self)
  }

  nonisolated(nonsending) private static func wrappingInTask<P: WiredParameter>(
    _ parameter: P.Type, _ resolver: Resolution, _ name: Name?
  ) async throws(ResolutionError) -> Self {
    // As above.
    unsafeBitCast(try await P.wiredInTask(resolver, name), to: Wrapped.self)
  }
}

extension Dictionary: WiredParameter, MadeReference where Key == Name {
  static func dependency(_ name: Name?) -> Dependency { Dependency(AnyKey(Value.self, named: name), .all) }
  static func wired(_ resolver: Resolution, _ name: Name?) throws(ResolutionError) -> Self {
    // One that is registered itself is meant itself.
    if resolver.contains(Self.self, named: name) { return try resolver.resolve(Self.self, named: name) }
    return Self(named: try resolver.core.resolveEach(Value.self, true, except: [], for: resolver.requester))
  }
  nonisolated(nonsending) static func wiredInTask(_ resolver: Resolution, _ name: Name?) async throws(ResolutionError) -> Self {
    if resolver.contains(Self.self, named: name) { return try await resolver.resolve(Self.self, named: name) }
    return Self(named: try await resolver.core.resolveEachInTask(Value.self, true, except: [], for: resolver.requester))
  }
}

extension Array: WiredParameter {
  static func dependency(_ name: Name?) -> Dependency { Dependency(AnyKey(Element.self, named: name), .all) }
  static func wired(_ resolver: Resolution, _ name: Name?) throws(ResolutionError) -> Self {
    // An array that is registered itself is meant itself.
    if resolver.contains(Self.self, named: name) { return try resolver.resolve(Self.self, named: name) }
    return try resolver.resolveAll(Element.self, includingParent: true)
  }
  nonisolated(nonsending) static func wiredInTask(_ resolver: Resolution, _ name: Name?) async throws(ResolutionError) -> Self {
    if resolver.contains(Self.self, named: name) { return try await resolver.resolve(Self.self, named: name) }
    return try await resolver.core.resolveAllInTask(Element.self, true, except: [], for: resolver.requester)
  }
}
