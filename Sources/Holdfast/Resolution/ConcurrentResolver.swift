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
  public var concurrent: ConcurrentResolver {
    ConcurrentResolver(requester: requester.with(graph: nil, in: core))
  }
}

/// A `Sendable` resolver whose requests are part of the same build as those of the `FactoryResolver` it came from.
///
/// Each request opens an object graph of its own, so child tasks never share an object that is not `Sendable`.
public struct ConcurrentResolver: Resolver, Sendable {
  let requester: Requester

  var core: Core { requester.core }

  /// Resolves a request that another resolver passes on.
  public func resolve<T>(_ request: ResolutionRequest<T>) throws(ResolutionError) -> sending T {
    request.learn(for: requester, in: core)
    return try request(in: core, for: requester)
  }

  /// Resolves a request that another resolver passes on, and suspends while the value is being built.
  nonisolated(nonsending) public func resolve<T>(_ request: ResolutionRequest<T>) async throws(ResolutionError) -> sending T {
    request.learn(for: requester, in: core)
    return try await request(in: core, for: requester)
  }

  /// Whether `key` is registered, here or in a resolver that this one asks. Builds nothing.
  public func contains(_ key: AnyKey) -> Bool { core.contains(key) }
}
