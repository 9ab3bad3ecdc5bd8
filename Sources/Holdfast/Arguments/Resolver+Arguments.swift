extension Container {
  /// Resolves a value that is made from run-time arguments.
  ///
  /// ```swift
  /// let details = try container.resolve(UserDetails.self, with: user)
  /// ```
  ///
  /// The static types of the arguments are part of the key. If `any P` was registered, pass an `any P`.
  @_disfavoredOverload  // without arguments the plain form is meant
  @inlinable
  public func resolve<T, each A>(
    _ type: T.Type = T.self, named name: Name? = nil, with arguments: repeat each A
  ) throws(ResolutionError) -> T {
    try core.resolve(type, name, with: (repeat each arguments), for: requester)
  }

  /// Resolves a value made from run-time arguments, suspending while another caller builds the same value.
  @_disfavoredOverload  // without arguments the plain form is meant
  @inlinable
  nonisolated(nonsending) public func resolve<T, each A>(
    _ type: T.Type = T.self, named name: Name? = nil, with arguments: repeat each A
  ) async throws(ResolutionError) -> T {
    try await core.resolve(type, name, with: (repeat each arguments), for: requester)
  }

  /// A factory of values that are made from run-time arguments.
  public func factory<T, each A>(
    _ type: T.Type = T.self, named name: Name? = nil, taking arguments: repeat (each A).Type
  ) -> Factory<T, repeat each A> {
    Factory(core, name, for: requester)
  }

  /// Removes every value that was made from arguments of these types. Returns whether the key is registered.
  @discardableResult
  @_disfavoredOverload  // without arguments the plain form is meant
  public func reset<T, each A>(
    _ type: T.Type, named name: Name? = nil, taking arguments: repeat (each A).Type
  ) throws(ResolutionError) -> Bool {
    try core.innermost.reset(AnyKey(type, named: name, taking: repeat each arguments))
  }

  /// Removes the registration that takes arguments of these types, and all its values. Returns whether there was one.
  @discardableResult
  @_disfavoredOverload  // without arguments the plain form is meant
  public func unregister<T, each A>(
    _ type: T.Type, named name: Name? = nil, taking arguments: repeat (each A).Type
  ) throws(ResolutionError) -> Bool {
    try core.innermost.unregister(AnyKey(type, named: name, taking: repeat each arguments))
  }
}

extension Resolution {
  /// Resolves a dependency that is made from run-time arguments.
  @_disfavoredOverload  // without arguments the plain form is meant
  @inlinable
  public func resolve<T, each A>(
    _ type: T.Type = T.self, named name: Name? = nil, with arguments: repeat each A
  ) throws(ResolutionError) -> T {
    try resolve(type, name, key: Taking<T, (repeat each A)>.self, with: (repeat each arguments))
  }

  /// Resolves a value made from run-time arguments, as part of the build that this resolver serves, suspending while another caller builds
  /// it.
  @_disfavoredOverload  // without arguments the plain form is meant
  @inlinable
  nonisolated(nonsending) public func resolve<T, each A>(
    _ type: T.Type = T.self, named name: Name? = nil, with arguments: repeat each A
  ) async throws(ResolutionError) -> T {
    try await resolve(type, name, key: Taking<T, (repeat each A)>.self, with: (repeat each arguments))
  }

  // As `resolve(_:named:)`, compiled once for all types. Its caller unpacks the arguments and names the key's type, which it knows.
  @usableFromInline @inline(never)
  func resolve<T, Arguments>(
    _ type: T.Type, _ name: Name?, key: Any.Type, with arguments: Arguments
  ) throws(ResolutionError) -> T {
    learn(key, name)
    return try core.hit(type, name, key: key, with: arguments, for: requester) {
      $0
    } orElse: { () throws(ResolutionError) in
      try core.miss(type, name, with: arguments, for: requester)
    }
  }

  @usableFromInline
  nonisolated(nonsending) func resolve<T, Arguments>(
    _ type: T.Type, _ name: Name?, key: Any.Type, with arguments: Arguments
  ) async throws(ResolutionError) -> T {
    learn(key, name)
    return try await core.resolve(type, name, with: arguments, for: requester)
  }

  /// A factory of values that are made from run-time arguments. It builds nothing until you call it.
  public func factory<T, each A>(
    _ type: T.Type = T.self, named name: Name? = nil, taking arguments: repeat (each A).Type
  ) -> Factory<T, repeat each A> {
    Factory(core, name, for: requester)
  }
}

extension Resolver {
  /// Resolves a value that is made from run-time arguments.
  @_disfavoredOverload  // without arguments the plain form is meant
  public func resolve<T, each A>(
    _ type: T.Type = T.self, named name: Name? = nil, with arguments: repeat each A
  ) throws(ResolutionError) -> T {
    try resolve(request(type, name, (repeat each arguments)))
  }

  /// Resolves a value made from run-time arguments, suspending while another caller builds the same value.
  @_disfavoredOverload  // without arguments the plain form is meant
  nonisolated(nonsending) public func resolve<T, each A>(
    _ type: T.Type = T.self, named name: Name? = nil, with arguments: repeat each A
  ) async throws(ResolutionError) -> T {
    try await resolve(request(type, name, (repeat each arguments)))
  }

  /// Resolves synchronously, in `async` functions and autoclosures, where the compiler picks the asynchronous `resolve`.
  @_disfavoredOverload  // without arguments the plain form is meant
  public func resolveNow<T, each A>(
    _ type: T.Type = T.self, named name: Name? = nil, with arguments: repeat each A
  ) throws(ResolutionError) -> T {
    try resolve(request(type, name, (repeat each arguments)))
  }

  /// Resolves a value that is made from run-time arguments, or returns nil if it is not registered. All other errors are thrown.
  @_disfavoredOverload  // without arguments the plain form is meant
  public func resolveIfRegistered<T, each A>(
    _ type: T.Type = T.self, named name: Name? = nil, with arguments: repeat each A
  ) throws(ResolutionError) -> T? {
    try resolveIfRegistered(request(type, name, (repeat each arguments)))
  }

  /// Resolves a value that is made from run-time arguments, or returns nil if it is not registered. Suspends while another caller builds it.
  @_disfavoredOverload  // without arguments the plain form is meant
  nonisolated(nonsending) public func resolveIfRegistered<T, each A>(
    _ type: T.Type = T.self, named name: Name? = nil, with arguments: repeat each A
  ) async throws(ResolutionError) -> T? {
    try await resolveIfRegistered(request(type, name, (repeat each arguments)))
  }

  /// Whether a registration takes arguments of these types, here or in a resolver that this one asks. Builds nothing.
  @_disfavoredOverload  // without arguments the plain form is meant
  public func contains<T, each A>(_ type: T.Type, named name: Name? = nil, taking arguments: repeat (each A).Type) -> Bool {
    contains(AnyKey(type, named: name, taking: repeat each arguments))
  }

  private func request<T, Arguments>(_ type: T.Type, _ name: Name?, _ arguments: Arguments) -> ResolutionRequest<T> {
    ResolutionRequest(AnyKey(type, named: name, madeFrom: Arguments.self), arguments, .anonymous)
  }
}

extension Scope {
  /// A factory of values that are made from run-time arguments in this scope.
  public func factory<T, each A>(
    _ type: T.Type = T.self, named name: Name? = nil, taking arguments: repeat (each A).Type
  ) -> Factory<T, repeat each A> {
    Factory(core, name, for: requester)
  }

  /// A provider that resolves in this scope each time you call it.
  public func provider<T>(_ type: T.Type = T.self, named name: Name? = nil) -> Provider<T> {
    Provider(core, Key(type, named: name), for: requester)
  }

  /// A lazy reference that resolves in this scope at its first use.
  public func lazy<T: Sendable>(_ type: T.Type = T.self, named name: Name? = nil) -> Lazy<T> {
    Lazy(core, Key(type, named: name), for: requester)
  }
}
