/// Recognizes an Optional type at run time: it is never a key, what it wraps is.
protocol AnyOptional {
  static var wrapped: Any.Type { get }
  static func resolve<Arguments>(
    _ name: Name?, with arguments: Arguments, in core: Core, for requester: Requester
  ) throws(ResolutionError) -> Self
  static func resolve(_ name: Name?, in core: Core, for requester: Requester) throws(ResolutionError) -> sending Self
  nonisolated(nonsending) static func resolve(
    _ name: Name?, in core: Core, for requester: Requester
  ) async throws(ResolutionError) -> sending Self
}

extension Optional: AnyOptional {
  static var wrapped: Any.Type { Wrapped.self }

  static func resolve<Arguments>(
    _ name: Name?, with arguments: Arguments, in core: Core, for requester: Requester
  ) throws(ResolutionError) -> Wrapped? {
    try core.resolve(Wrapped.self, name, with: arguments, for: requester)
  }

  static func resolve(_ name: Name?, in core: Core, for requester: Requester) throws(ResolutionError) -> sending Wrapped? {
    sent(.some(try core.resolve(Wrapped.self, name, for: requester)))
  }

  nonisolated(nonsending) static func resolve(
    _ name: Name?, in core: Core, for requester: Requester
  ) async throws(ResolutionError) -> sending Wrapped? {
    sent(.some(try await core.resolve(Wrapped.self, name, for: requester)))
  }
}

extension Core {
  /// Resolves what an Optional destination wraps, made from arguments; throws when that is missing.
  func resolveWrapped<O: AnyOptional, T, Arguments>(
    _ optional: O.Type, _ name: Name?, with arguments: Arguments, for requester: Requester
  ) throws(ResolutionError) -> T {
    // `O` is `T` itself, opened from its metatype.
    unsafeBitCast(try O.resolve(name, with: arguments, in: self, for: requester), to: T.self)
  }

  /// Resolves what an Optional destination wraps; throws when that is missing.
  func resolveWrapped<O: AnyOptional, T>(_ optional: O.Type, _ name: Name?, for requester: Requester) throws(ResolutionError) -> T {
    // `O` is `T` itself, opened from its metatype.
    unsafeBitCast(try O.resolve(name, in: self, for: requester), to: T.self)
  }

  nonisolated(nonsending) func resolveWrapped<O: AnyOptional, T>(
    _ optional: O.Type, _ name: Name?, for requester: Requester
  ) async throws(ResolutionError) -> sending T {
    // `O` is `T` itself, opened from its metatype.
    sent(unsafeBitCast(try await O.resolve(name, in: self, for: requester), to: T.self))
  }
}
