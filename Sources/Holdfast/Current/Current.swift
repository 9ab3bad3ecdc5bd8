import OnceKernel

/// Which container property wrappers and `Resolving` types ask.
enum Current {
  @TaskLocal private static var bound: (any Resolver & Sendable)?

  private static let fallback = Guarded<Container?>(nil)

  /// The owner of the factory that runs here, else what the task is bound to, else the process's default.
  static var resolver: (any Resolver & Sendable)? {
    // Only cores are owners.
    if let core = CurrentBuild.ownerOnThisThread { return CoreResolver(core: unsafeDowncast(core, to: Core.self)) }
    if let bound { return bound }
    if let core = BuildTask.core { return CoreResolver(core: core) }
    return fallback.withLock { $0 }
  }

  static func with<Result>(_ resolver: any Resolver & Sendable, _ body: () throws -> Result) rethrows -> Result {
    try $bound.withValue(resolver) { try body() }
  }

  static func with<Result>(
    _ resolver: any Resolver & Sendable, isolation: isolated (any Actor)? = #isolation,
    _ body: nonisolated(nonsending) () async throws -> Result
  ) async rethrows -> Result {
    try await $bound.withValue(resolver) {
      _ = isolation  // captured, so that the closure does not leave the caller's actor
      return try await body()
    }
  }

  /// Answers false when there is a default already.
  static func makeDefault(_ container: Container) -> Bool {
    fallback.withLock {
      guard $0 == nil else { return $0 === container }
      $0 = container
      return true
    }
  }
}

/// A core as a resolver, for code that runs while one of its factories does.
struct CoreResolver: Resolver, Sendable {
  let core: Core

  func resolve<T>(_ request: ResolutionRequest<T>) throws(ResolutionError) -> sending T {
    try request(in: core)
  }

  nonisolated(nonsending) func resolve<T>(_ request: ResolutionRequest<T>) async throws(ResolutionError) -> sending T {
    try await request(in: core)
  }

  func contains(_ key: AnyKey) -> Bool { core.contains(key) }
}
