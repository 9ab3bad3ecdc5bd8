extension Resolution {
  /// This resolver for child tasks of an asynchronous factory.
  ///
  /// ```swift
  /// try container.register(Home.self, async: { resolver in
  ///   let resolver = resolver.concurrent
  ///   async let feed = resolver.resolve(Feed.self)
  ///   async let user = resolver.resolve(User.self)
  ///   return try await Home(feed: feed, user: user)
  /// })
  /// ```
  public var concurrent: ConcurrentResolution { ConcurrentResolution(core: core, requester: requester.with(graph: nil, in: core)) }
}

/// A `Sendable` resolver that serves the same build as the `Resolution` it came from.
///
/// Each of its requests opens an object graph of its own, so that child tasks share no object that is not `Sendable`.
public struct ConcurrentResolution: Resolver, Sendable {
  let core: Core
  let requester: Requester

  /// Resolves what a request asks for. Throws `ResolutionError`.
  public func resolve<T>(_ request: ResolutionRequest<T>) throws(ResolutionError) -> sending T {
    try request(in: core, for: requester)
  }

  /// Resolves what a request asks for, suspending while another caller builds it. Throws `ResolutionError`.
  nonisolated(nonsending) public func resolve<T>(_ request: ResolutionRequest<T>) async throws(ResolutionError) -> sending T {
    try await request(in: core, for: requester)
  }

  /// Whether something is registered under `key`, here or in a resolver behind this one. Builds nothing.
  public func contains(_ key: AnyKey) -> Bool { core.contains(key) }
}
