import Foundation
import Holdfast
import TestSupport
import Testing

extension Regressions {
  @Suite("Looking up what another thread removes", .load)
  struct LookupRegressions {
    @Test("What may be missing is a value or nil while another thread unregisters it")
    func maybe() async throws {
      let container = Container()
      let failures = try await whileChanging(container) { _ = try container.resolveIfRegistered(One.self) }
      #expect(failures.isEmpty)
    }

    @Test("What may be missing is a value or nil in a task too")
    func maybeInTask() async throws {
      let container = Container()
      let failures = try await whileChanging(container) { _ = try await container.resolveIfRegistered(One.self) }
      #expect(failures.isEmpty)
    }

    @Test("All registrations of a type resolve, without those that another thread unregisters meanwhile")
    func all() async throws {
      let container = Container()
      let failures = try await whileChanging(container) { _ = try { try container.resolveAll(One.self) }() }
      #expect(failures.isEmpty)
    }

    /// The codes of what `look` threw while another thread registers and unregisters.
    private func whileChanging(_ container: Container, _ look: @Sendable () async throws -> Void) async throws -> [ResolutionError.Code] {
      let stop = Gate("the changes stop")
      let changes = Task(executorPreference: OwnThread()) {
        while !stop.isOpen {
          try container.register(One.self) { _ in One() }
          try container.unregister(One.self)
        }
      }
      var failures: [ResolutionError.Code] = []
      for _ in 0..<20_000 {
        if let code = await code({ try await look() }) { failures.append(code) }
      }
      stop.open()
      try await changes.value
      return failures
    }
  }
}
