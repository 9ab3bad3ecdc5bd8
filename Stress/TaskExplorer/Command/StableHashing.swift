import Foundation

/// Makes the order of dictionaries the same in every run, so that choices replay a schedule in another process too.
package enum StableHashing {
  private static let variable = "SWIFT_DETERMINISTIC_HASHING"

  /// Starts the program anew with the variable that Swift reads when it starts, unless it is set. Returns if that is not possible.
  package static func ensure() {
    #if os(Linux)
      guard ProcessInfo.processInfo.environment[variable] == nil else { return }
      setenv(variable, "1", 1)
      var arguments = CommandLine.arguments.map { strdup($0) } + [nil]
      execv("/proc/self/exe", &arguments)
      for argument in arguments { free(argument) }
    #endif
  }
}
