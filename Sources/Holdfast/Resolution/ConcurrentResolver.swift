extension FactoryResolver {
  /// A `Sendable` form of this resolver, for the child tasks of an asynchronous factory.
  ///
  /// ```swift
  /// try container.register(Home.self, .async { resolver in
  ///   let resolver = resolver.concurrent
  ///   async let feed = resolver.resolve(Feed.self)
  ///   async let user = resolver.resolve(User.self)
  ///   return try await Home(feed: feed, user: user)
  /// })
  /// ```
  ///
  /// Its requests are part of the same build as those of this resolver. Each opens an object graph of its own, so child tasks never share an object
  /// that is not `Sendable`. To keep it in a property, write `any Resolver & Sendable`.
  public var concurrent: some Resolver & Sendable {
    ConcurrentResolver(requester: requester.with(graph: nil, in: core))
  }
}

/// The resolver of child tasks, whose requests are part of the build that has them.
struct ConcurrentResolver: ContainerResolver, Sendable {
  let requester: Requester

  func resolve<T>(_ request: ResolutionRequest<T>) throws(ResolutionError) -> sending T {
    request.learn(for: requester, in: core)
    return try request(in: core, for: requester)
  }

  nonisolated(nonsending) func resolve<T>(_ request: ResolutionRequest<T>) async throws(ResolutionError) -> sending T {
    request.learn(for: requester, in: core)
    return try await request(in: core, for: requester)
  }

  func contains(_ key: AnyKey) -> Bool { core.contains(key) }
}
