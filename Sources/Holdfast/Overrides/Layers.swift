/// The override layers of the current task tree, as a chain from the innermost outwards.
@usableFromInline
final class Layers: Sendable {
  private let base: Core
  private let layer: Core
  private let outer: Layers?

  private init(base: Core, layer: Core, outer: Layers?) {
    self.base = base
    self.layer = layer
    self.outer = outer
  }

  @TaskLocal private static var chain: Layers?

  /// The innermost layer in front of `core` here, if there is one.
  static func current(of core: Core) -> Core? {
    guard core.isLayered else { return nil }
    var next = chain
    while let link = next {
      if link.base === core { return link.layer }
      next = link.outer
    }
    return nil
  }

  /// The innermost layer in front of `core` here, or in front of that one, and so on; `core` itself when there is none.
  @usableFromInline
  static func innermost(of core: Core) -> Core {
    var target = core
    while let layer = current(of: target) { target = layer }
    return target
  }

  static var all: Layers? { chain }

  static func run<Result, Failure: Error>(
    _ layers: Layers?, _ body: () async throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    guard let layers else { return try await body() }
    do {
      return try await $chain.withValue(layers) { try await body() }
    } catch let error as Failure {
      throw error
    } catch {
      preconditionFailure("the body throws nothing but Failure")
    }
  }

  static func with<Result>(_ layer: Core, inFrontOf base: Core, _ body: () throws -> Result) rethrows -> Result {
    try $chain.withValue(Layers(base: base, layer: layer, outer: chain)) { try body() }
  }

  nonisolated(nonsending) static func with<Result>(
    _ layer: Core, inFrontOf base: Core, _ body: () async throws -> Result
  ) async rethrows -> Result {
    try await $chain.withValue(Layers(base: base, layer: layer, outer: chain)) { try await body() }
  }
}
