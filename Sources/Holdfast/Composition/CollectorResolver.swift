/// The resolver of a lazy property that has a registration's own type, which leaves that registration out of its collection.
struct CollectorResolver: Resolver, Sendable {
  let resolver: any Resolver & Sendable
  /// See `Run.copy(collectingFor:)`.
  let run: Run

  func resolve<T>(_ request: ResolutionRequest<T>) throws(ResolutionError) -> T { try resolver.resolve(request.asked(by: run)) }

  nonisolated(nonsending) func resolve<T>(_ request: ResolutionRequest<T>) async throws(ResolutionError) -> T {
    try await resolver.resolve(request.asked(by: run))
  }

  func contains(_ key: AnyKey) -> Bool { resolver.contains(key) }
}

extension CollectorResolver: CoreHolding {
  var standsFor: ContainerAccess? { (resolver as? any CoreHolding)?.standsFor }
  var cores: [Core] { Core.cores(of: resolver) }
}
