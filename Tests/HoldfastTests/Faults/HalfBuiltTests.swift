import Holdfast
import Testing

extension Faults {
  @Suite("Half-built objects")
  struct HalfBuiltTests {
    /// Filled by its factory in two steps, after it exists.
    private final class Halves: @unchecked Sendable {  // unchecked: written by its factory only, before any caller can have it
      var first = 0
      var second = 0

      var isWhole: Bool { first == 1 && second == 1 }
    }

    @Test("Case 08: no caller sees a half-built object", arguments: Form.allCases)
    func halfBuilt(_ form: Form) async throws {
      for _ in 0..<20 {
        let (container, name, half, seen) = (Container(), Name.fresh("halves"), Gate("half of it is built"), Countdown(4, "all looked"))
        try container.register(Halves.self, named: name, as: form) { _ in
          let halves = Halves()
          halves.first = 1
          half.open()
          try seen.block()
          halves.second = 1
          return halves
        } async: { _ in
          let halves = Halves()
          halves.first = 1
          half.open()
          try await seen.pass()
          halves.second = 1
          return halves
        }
        let callers = (0..<6).map { index in
          ask(container, Halves.self, named: name, as: form.caller(index)) { $0.isWhole }
        }
        try await half.pass()
        let peeks = (0..<4).map { index in
          ask(as: form.caller(index)) {
            defer { seen.arrive() }
            return container.peek(Halves.self, named: name) == nil
          }
        }
        for peek in peeks { #expect(try await peek.value()) }
        for caller in callers { #expect(try await caller.value()) }
      }
    }
  }
}
