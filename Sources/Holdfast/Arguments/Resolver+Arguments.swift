extension Container {
  /// Resolves what is made from run-time arguments. Throws `ResolutionError`.
  ///
  /// ```swift
  /// let details = try container.resolve(UserDetails.self, with: user)
  /// ```
  ///
  /// The arguments' static types, as they stand here, are part of the key: pass `any P` where `any P` was registered.
  @inlinable
  public func resolve<T, First, each Rest>(
    _ type: T.Type = T.self, named name: Name? = nil, with first: First, _ rest: repeat each Rest
  ) throws(ResolutionError) -> sending T {
    sent(try core.resolve(type, name, with: (first, repeat each rest), for: .nobody))
  }

  /// As above in a task: suspends while somebody else builds the same value.
  @inlinable
  nonisolated(nonsending) public func resolve<T, First, each Rest>(
    _ type: T.Type = T.self, named name: Name? = nil, with first: First, _ rest: repeat each Rest
  ) async throws(ResolutionError) -> sending T {
    try await core.resolve(type, name, with: (first, repeat each rest), for: .nobody)
  }

  /// A factory function for what is made from run-time arguments.
  public func factory<T, each A>(
    _ type: T.Type = T.self, named name: Name? = nil, taking arguments: repeat (each A).Type
  ) -> Factory<T, repeat each A> {
    Factory(core, name)
  }

  /// Forgets every value that was made from arguments of these types; answers whether that is registered.
  @discardableResult
  public func reset<T, each A>(
    _ type: T.Type, named name: Name? = nil, taking arguments: repeat (each A).Type
  ) throws(ResolutionError) -> Bool {
    try (Layers.current(of: core) ?? core).reset(AnyKey(Taking<T, (repeat each A)>.self, named: name))
  }
}

extension Resolution {
  /// Resolves a dependency that is made from run-time arguments, handing them on. Throws `ResolutionError`.
  @inlinable
  public func resolve<T, First, each Rest>(
    _ type: T.Type = T.self, named name: Name? = nil, with first: First, _ rest: repeat each Rest
  ) throws(ResolutionError) -> T {
    learn(Taking<T, (First, repeat each Rest)>.self, name)
    return try core.resolve(type, name, with: (first, repeat each rest), for: requester)
  }

  @inlinable
  nonisolated(nonsending) public func resolve<T, First, each Rest>(
    _ type: T.Type = T.self, named name: Name? = nil, with first: First, _ rest: repeat each Rest
  ) async throws(ResolutionError) -> sending T {
    learn(Taking<T, (First, repeat each Rest)>.self, name)
    return try await core.resolve(type, name, with: (first, repeat each rest), for: requester)
  }

  /// A factory function for what is made from run-time arguments; holding it builds nothing.
  public func factory<T, each A>(
    _ type: T.Type = T.self, named name: Name? = nil, taking arguments: repeat (each A).Type
  ) -> Factory<T, repeat each A> {
    Factory(core, name)
  }
}
