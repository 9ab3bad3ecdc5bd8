/// The override layers that were in force where it was made, to be carried into a task that does not inherit them.
///
/// ```swift
/// let layers = OverrideLayers.current
/// Task.detached { await layers.apply { await work() } }
/// ```
public struct OverrideLayers: Sendable {
  private let layers: Layers?

  /// The layers of the calling task.
  public static var current: OverrideLayers { OverrideLayers(layers: Layers.all) }

  /// Runs `body` with these layers in force.
  public func apply<Result: Sendable>(_ body: @Sendable () async throws -> Result) async rethrows -> Result {
    guard let layers else { return try await body() }
    return try await layers.run { () async throws in try await body() }
  }
}
