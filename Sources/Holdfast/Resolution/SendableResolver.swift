/// What a container, a scope or a build resolves with, for code that may keep it, or send it to another task, and may not register.
struct SendableResolver: ContainerResolver, Sendable {
  static var isOwn: Own<SendableResolver> { Own() }
  let requester: Requester
  /// What it stands for, kept as long as it; nil if it keeps no container alive.
  let origin: (any AnyObject & Sendable)?

  /// A build's. What it asks for is part of that build.
  init(_ requester: Requester) {
    self.requester = requester
    origin = nil
  }

  /// A container's, or that of a scope in it. What code of a run asks with it, it asks for that run.
  ///
  /// - Parameter scope: where `.scoped` values live.
  init(core: Core, scope: Run.Scope? = nil, keeping origin: (any AnyObject & Sendable)? = nil) {
    requester = Run(core, scope: scope, isContainersOwn: true).outermost
    self.origin = origin
  }

  func resolve<T>(_ request: ResolutionRequest<T>) throws(ResolutionError) -> sending T { try request(by: requester) }

  nonisolated(nonsending) func resolve<T>(_ request: ResolutionRequest<T>) async throws(ResolutionError) -> sending T {
    try await request(by: requester)
  }

  /// What is left of a run for code that may keep it longer: its container, and its scope if it has one.
  init(leftOf run: Run) {
    if run.isContainersOwn { self.init(run.outermost) } else { self.init(core: run.core, scope: run.scope) }
  }
}

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
    SendableResolver(requester.with(graph: nil, in: core))
  }
}
