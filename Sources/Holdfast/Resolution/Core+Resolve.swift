extension Core {
  /// A hit does not suspend and stays on the caller's actor.
  @inlinable @inline(__always)
  nonisolated(nonsending) func resolve<T>(
    _ type: T.Type, _ name: Name?, for requester: Requester
  ) async throws(ResolutionError) -> sending T {
    if let value = try fastPath(type, name, for: requester) { return sent(value) }
    return try await resolveSlowly(type, name, with: (), for: requester)
  }
}
