/// Marks tasks that run disposers, where a further shutdown of the same container returns at once.
final class Disposing: Sendable {
  private let core: Core
  private let outer: Disposing?

  private init(_ core: Core, outer: Disposing?) {
    self.core = core
    self.outer = outer
  }

  @TaskLocal private static var chain: Disposing?

  /// The containers whose disposers this task runs, to be carried into a task of its own.
  static var all: Disposing? { chain }

  static func isInside(_ core: Core) -> Bool {
    var next = chain
    while let link = next {
      if link.core === core { return true }
      next = link.outer
    }
    return false
  }

  static func run<Result>(_ core: Core, within outer: Disposing?, _ body: () async throws -> Result) async rethrows -> Result {
    try await $chain.withValue(Disposing(core, outer: outer)) { try await body() }
  }
}
