import Foundation
import Holdfast

/// How the process of a command is to end.
package struct CommandEnding: Equatable, Sendable {
  package let status: Int32
  /// Whether threads were left behind, so that the process must end without waiting for anything.
  package let leavesThreads: Bool

  package init(_ status: Int32, leavesThreads: Bool = false) {
    self.status = status
    self.leavesThreads = leavesThreads
  }

  /// Runs a command with the arguments of the process, without the program's name, and ends the process as the command says.
  ///
  /// - Parameter failure: the exit status for an error that is no mistake on the command line, which has 2.
  package static func main(_ command: String, failure: Int32 = 2, _ run: (_ arguments: [String]) throws -> CommandEnding) -> Never {
    ProcessClock.own()
    do {
      let ending = try run(Array(CommandLine.arguments.dropFirst()))
      // Threads that hang would keep an orderly exit from ending; everything is written by now.
      if ending.leavesThreads { _exit(ending.status) }
      exit(ending.status)
    } catch {
      Console.error.line("\(command): \(error)")
      exit(error is UsageError ? 2 : failure)
    }
  }
}
