import OnceKernel

/// Recognizes an Optional type at run time: it is never a key, what it wraps is.
protocol AnyOptional: DerivedType {
  static var wrapped: Any.Type { get }
  /// The key type of what it wraps, made from arguments.
  static func wrapped<Arguments>(taking arguments: Arguments.Type) -> Any.Type
  static var nothing: Self { get }
  static func peek(_ name: Name?, in core: Core) -> Self?
  static func resolve<Arguments>(
    _ name: Name?, with arguments: Arguments, in core: Core, for requester: Requester
  ) throws(ResolutionError) -> Self
  nonisolated(nonsending) static func resolve<Arguments>(
    _ name: Name?, with arguments: Arguments, in core: Core, for requester: Requester
  ) async throws(ResolutionError) -> Self
}

extension AnyOptional {
  static var meaning: RequestedType { .optional(Self.self) }
}

extension Optional: DerivedType, AnyOptional {
  static var wrapped: Any.Type { Wrapped.self }
  static func wrapped<Arguments>(taking arguments: Arguments.Type) -> Any.Type { WithArguments<Wrapped, Arguments>.self }
  static var nothing: Wrapped? { nil }
  static func peek(_ name: Name?, in core: Core) -> Wrapped?? { core.peek(Wrapped.self, name).map { $0 } }

  static func resolve<Arguments>(
    _ name: Name?, with arguments: Arguments, in core: Core, for requester: Requester
  ) throws(ResolutionError) -> Wrapped? {
    try core.resolveFurther(Wrapped.self, name, with: arguments, for: requester)
  }

  nonisolated(nonsending) static func resolve<Arguments>(
    _ name: Name?, with arguments: Arguments, in core: Core, for requester: Requester
  ) async throws(ResolutionError) -> Wrapped? {
    try await core.resolveFurther(Wrapped.self, name, with: arguments, for: requester)
  }
}

/// Which types are Optional.
enum OptionalTypes {
  /// Addresses of types that are not. Types are never freed.
  private static let others = RecentWords(count: 256)

  /// Whether a type is one itself. The type says so: a cast would look through all conformances of the process for each type.
  static func isOptional(_ type: Any.Type) -> Bool {
    func ask<T>(_ type: T.Type) -> Bool { _isOptional(type) }
    return ask(type)
  }

  /// Whether a type is one, or the key of what is made from arguments and is one.
  static func contain(_ type: Any.Type) -> Bool {
    if isOptional(type) { return true }
    let word = Word.of(type)
    if others.contains(word) { return false }
    if (type as? any AnyWithArguments.Type)?.unwrapped != nil { return true }
    others.insert(word)
    return false
  }
}

extension Resolver {
  /// Resolves a wrapper's value: an Optional type means "if it is registered", as it does in wiring.
  func resolveIfNeeded<T>(_ request: ResolutionRequest<T>) throws(ResolutionError) -> T {
    do throws(ResolutionError) {
      let value = try resolve(request)
      return leadsNowhere(request.key) ? request.nothing ?? value : value
    } catch {
      return try request.valueIfMissing(error)
    }
  }

  nonisolated(nonsending) func resolveIfNeeded<T>(_ request: ResolutionRequest<T>) async throws(ResolutionError) -> T {
    do throws(ResolutionError) {
      let value = try await resolve(request)
      return leadsNowhere(request.key) ? request.nothing ?? value : value
    } catch {
      return try request.valueIfMissing(error)
    }
  }

  /// Whether a key is an Optional of a reference whose value is not registered: the reference is made, but the Optional is nil.
  private func leadsNowhere(_ key: AnyKey) -> Bool {
    OptionalTypes.contain(key.type) && key.unwrapped.target != nil && !provides(key) && !isEnding
  }
}

extension ResolutionRequest {
  /// Nil if that is a value and `error` says that what it wraps is not registered.
  fileprivate func valueIfMissing(_ error: ResolutionError) throws(ResolutionError) -> Value {
    guard error.isMissing(key.unwrapped), let nothing else { throw error }
    return nothing
  }

  /// The value that is nil; nil itself if there is none.
  fileprivate var nothing: Value? { (Value.self as? any AnyOptional.Type).map { nothing($0) } }

  private func nothing<O: AnyOptional>(_ optional: O.Type) -> Value {
    // `O` is `Value` itself, opened from its metatype.
    unsafeBitCast(O.nothing, to: Value.self)
  }
}

extension Core {
  /// The instance of what an Optional wraps, if it is already built.
  func peekWrapped<O: AnyOptional, T>(_ optional: O.Type, _ name: Name?) -> T? {
    // `O` is `T` itself, opened from its metatype.
    unsafeBitCast(O.peek(name, in: self), to: T?.self)
  }

  /// Resolves what an Optional destination wraps; throws when that is missing.
  func resolveWrapped<O: AnyOptional, T, Arguments>(
    _ optional: O.Type, _ name: Name?, with arguments: Arguments, for requester: Requester
  ) throws(ResolutionError) -> T {
    // `O` is `T` itself, opened from its metatype.
    unsafeBitCast(try O.resolve(name, with: arguments, in: self, for: requester), to: T.self)
  }

  nonisolated(nonsending) func resolveWrapped<O: AnyOptional, T, Arguments>(
    _ optional: O.Type, _ name: Name?, with arguments: Arguments, for requester: Requester
  ) async throws(ResolutionError) -> T {
    // `O` is `T` itself, opened from its metatype.
    unsafeBitCast(try await O.resolve(name, with: arguments, in: self, for: requester), to: T.self)
  }
}
