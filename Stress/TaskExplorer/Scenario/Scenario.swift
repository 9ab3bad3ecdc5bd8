/// A small asynchronous program with promises, to be run in every order.
package struct Scenario: Sendable {
  /// What is checked when every task of the schedule is over and no job is left; may resolve and shut down, in one order only.
  package typealias Closing = @Sendable () async -> Void

  package let name: String
  package let summary: String
  /// How often a schedule of the exhaustive search may run another job than the first that is ready; nil for any number of times.
  package let bound: Int?
  /// What some schedule must come to, or the scenario shows nothing; told by `World.reach(_:)`.
  package let goals: [String]
  /// Sets up, starts the tasks, and answers what is checked at the end.
  package let play: @Sendable (World) throws -> Closing

  package init(
    _ name: String, _ summary: String, bound: Int? = nil, goals: [String] = [], play: @escaping @Sendable (World) throws -> Closing
  ) {
    self.name = name
    self.summary = summary
    self.bound = bound
    self.goals = goals
    self.play = play
  }
}

extension Scenario {
  /// Every scenario of the container.
  package static let all: [Scenario] =
    [
      herds, cancellations, changes, shutdowns, scopes, cycles, injections, failures, overrides, identities, owners, needs, collections,
      told, others,
    ].flatMap { $0 }
}
