import Holdfast

/// What a command of the harness is about.
package struct StressProgram: Sendable {
  /// Its name, as the user calls it.
  package let name: String
  /// What it does, in one sentence, for the help.
  package let summary: String
  /// The workloads that can be chosen.
  package let menu: [(name: String, summary: String)]
  /// Whether a run has a start-up to draw.
  package let hasStartUp: Bool
  /// Makes the run that the options ask for.
  package let run: @Sendable (Options, Flag) -> StressRun
  /// Checks the harness itself; nil if the command has no such option.
  package let selfTest: (@Sendable (Options, Console) -> StressCommand.Ending)?

  package init(
    name: String, summary: String, menu: [(name: String, summary: String)], hasStartUp: Bool = false,
    run: @escaping @Sendable (Options, Flag) -> StressRun, selfTest: (@Sendable (Options, Console) -> StressCommand.Ending)? = nil
  ) {
    self.name = name
    self.summary = summary
    self.menu = menu
    self.hasStartUp = hasStartUp
    self.run = run
    self.selfTest = selfTest
  }
}
