/// The override layers of a task, to put in force in another task that does not inherit them.
///
/// ```swift
/// let layers = OverrideLayers.current
/// Task.detached { await layers.apply { await work() } }
/// ```
public struct OverrideLayers: Sendable {
  private let layers: Layers?

  /// The layers of the calling task.
  public static var current: OverrideLayers { OverrideLayers(layers: Layers.all) }

  /// Runs `body` with these layers in force, on the caller's actor. Throws what `body` throws.
  nonisolated(nonsending) public func apply<Result: ~Copyable, Failure: Error>(
    _ body: nonisolated(nonsending) () async throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    guard let layers else { return try await body() }
    return try await layers.run(body)
  }
}
