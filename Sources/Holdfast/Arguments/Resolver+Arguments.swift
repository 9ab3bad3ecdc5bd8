extension Container {
  @_documentation(visibility: internal)  // replaces `Resolver.resolve(_:named:with:)`, and is faster
  @_disfavoredOverload  // without arguments the plain form is meant
  @inlinable
  public func resolve<T, each A>(
    _ type: T.Type = T.self, named name: Name? = nil, with arguments: repeat each A
  ) throws(ResolutionError) -> T {
    try core.resolve(type, name, with: ArgumentPack<repeat each A>((repeat each arguments)), for: requester)
  }

  @_documentation(visibility: internal)  // replaces `Resolver.resolve(_:named:with:)`, and is faster
  @_disfavoredOverload  // without arguments the plain form is meant
  @inlinable
  nonisolated(nonsending) public func resolve<T, each A>(
    _ type: T.Type = T.self, named name: Name? = nil, with arguments: repeat each A
  ) async throws(ResolutionError) -> T {
    try await core.resolve(type, name, with: ArgumentPack<repeat each A>((repeat each arguments)), for: requester)
  }
}

extension FactoryResolver {
  @_documentation(visibility: internal)  // replaces `Resolver.resolve(_:named:with:)`, and is faster
  @_disfavoredOverload  // without arguments the plain form is meant
  @inlinable
  public func resolve<T, each A>(
    _ type: T.Type = T.self, named name: Name? = nil, with arguments: repeat each A
  ) throws(ResolutionError) -> T {
    try resolve(
      type, name, key: WithArguments<T, ArgumentPack<repeat each A>>.key, with: ArgumentPack<repeat each A>((repeat each arguments)))
  }

  @_documentation(visibility: internal)  // replaces `Resolver.resolve(_:named:with:)`, and is faster
  @_disfavoredOverload  // without arguments the plain form is meant
  @inlinable
  nonisolated(nonsending) public func resolve<T, each A>(
    _ type: T.Type = T.self, named name: Name? = nil, with arguments: repeat each A
  ) async throws(ResolutionError) -> T {
    try await resolve(
      type, name, key: WithArguments<T, ArgumentPack<repeat each A>>.key, with: ArgumentPack<repeat each A>((repeat each arguments)))
  }

  // Compiled once for all types, not into each caller. Its caller unpacks the arguments and names the key's type, which it knows.
  @usableFromInline @inline(never)
  func resolve<T, Arguments>(
    _ type: T.Type, _ name: Name?, key: Any.Type, with arguments: Arguments
  ) throws(ResolutionError) -> T {
    learn(key, name)
    return try core.resolve(type, name, key: key, with: arguments, for: requester)
  }

  @usableFromInline
  nonisolated(nonsending) func resolve<T, Arguments>(
    _ type: T.Type, _ name: Name?, key: Any.Type, with arguments: Arguments
  ) async throws(ResolutionError) -> T {
    learn(key, name)
    return try await core.resolve(type, name, with: arguments, for: requester)
  }
}

extension Resolver {
  /// Resolves a value that is made from run-time arguments.
  ///
  /// ```swift
  /// let details = try container.resolve(UserDetails.self, with: user)
  /// ```
  ///
  /// The static types of the arguments are part of the key. If `any P` was registered, pass an `any P`.
  @_disfavoredOverload  // without arguments the plain form is meant
  public func resolve<T, each A>(
    _ type: T.Type = T.self, named name: Name? = nil, with arguments: repeat each A
  ) throws(ResolutionError) -> T {
    try resolve(request(type, name, ArgumentPack<repeat each A>((repeat each arguments))))
  }

  /// Resolves a value made from run-time arguments, suspending while another caller builds the same value.
  @_disfavoredOverload  // without arguments the plain form is meant
  nonisolated(nonsending) public func resolve<T, each A>(
    _ type: T.Type = T.self, named name: Name? = nil, with arguments: repeat each A
  ) async throws(ResolutionError) -> T {
    try await resolve(request(type, name, ArgumentPack<repeat each A>((repeat each arguments))))
  }

  /// Resolves synchronously, in `async` functions and autoclosures, where the compiler picks the asynchronous `resolve`.
  @_disfavoredOverload  // without arguments the form of a container, a scope or a factory's resolver is meant
  public func resolveNow<T, each A>(
    _ type: T.Type = T.self, named name: Name? = nil, with arguments: repeat each A
  ) throws(ResolutionError) -> T {
    try resolve(request(type, name, ArgumentPack<repeat each A>((repeat each arguments))))
  }

  /// Returns the value of a type, or nil if the type is not registered. All other errors are thrown, also if a dependency of the value is missing.
  public func resolveIfRegistered<T, each A>(
    _ type: T.Type = T.self, named name: Name? = nil, with arguments: repeat each A
  ) throws(ResolutionError) -> T? {
    try resolveIfRegistered(request(type, name, ArgumentPack<repeat each A>((repeat each arguments)), isNeeded: false))
  }

  /// Returns the value of a type, or nil if the type is not registered. Suspends while another caller builds the value.
  nonisolated(nonsending) public func resolveIfRegistered<T, each A>(
    _ type: T.Type = T.self, named name: Name? = nil, with arguments: repeat each A
  ) async throws(ResolutionError) -> T? {
    try await resolveIfRegistered(request(type, name, ArgumentPack<repeat each A>((repeat each arguments)), isNeeded: false))
  }

  /// Whether a type is registered, here or in a resolver that this one asks. Builds nothing. Name the types of its run-time arguments, if there are any.
  public func contains<T, each A>(_ type: T.Type, named name: Name? = nil, taking arguments: repeat (each A).Type) -> Bool {
    contains(AnyKey(T.self, named: name, taking: repeat each arguments))
  }

  private func request<T, Arguments>(
    _ type: T.Type, _ name: Name?, _ arguments: Arguments, isNeeded: Bool = true
  ) -> ResolutionRequest<T> {
    ResolutionRequest(AnyKey(T.self, named: name, madeFrom: Arguments.self), arguments, .anonymous, isNeeded: isNeeded)
  }
}
