import Foundation
import TaskExplorer
import Testing

#if os(Linux)
  /// Each in a process of its own, which the command takes over.
  @Suite("The command", .enabled(if: ProgramExecutors.isSupported))
  struct TaskCommandTests {
    @Test("Scenarios of the container hold in every order")
    func holds() async throws {
      let result = try await #require(processExitsWith: .success, observing: [\.standardOutputContent]) {
        let arguments = ["--scenario", "herd,first-cancelled,shutdown-cancel,cycle-2", "--schedules", "400"]
        exit(try TaskCommand(arguments: arguments).run())
      }
      let output = String(decoding: result.standardOutputContent, as: UTF8.self)
      #expect(output.components(separatedBy: "every schedule").count == 5 && output.contains("all held"))
    }

    @Test("Choices are replayed with virtual time, and a trace")
    func replays() async throws {
      let result = try await #require(processExitsWith: .success, observing: [\.standardOutputContent]) {
        exit(try TaskCommand(arguments: ["--scenario", "shutdown-deadline", "--replay", "0.0.0.2"]).run())
      }
      let output = String(decoding: result.standardOutputContent, as: UTF8.self)
      #expect(
        output.contains("shutdown-deadline, choices") && output.contains("the factory of Alpha begins") && output.contains("all held"))
    }
  }
#endif
