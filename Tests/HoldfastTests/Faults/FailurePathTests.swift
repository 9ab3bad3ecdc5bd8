import Holdfast
import Testing

extension Faults {
  @Suite("What a failure says and keeps")
  struct FailurePathTests {
    @Test("Case 15: the factory's own error stays reachable, with the path beside it", arguments: Form.allCases)
    func ownError(_ form: Form) async throws {
      let (container, ledger, names) = (Container(), Ledger(), Name.fresh(3))
      try container.register(Plan(names[0], ledger, needs: [names[1]]), as: form)
      try container.register(Plan(names[1], ledger, needs: [names[2]]), as: form)
      try container.register(Plan(names[2], ledger).checking { throw Broken(build: $0) }, as: form)
      for index in 0..<2 {
        let error = try await ask(container, names[0], as: form.caller(index)).error()
        #expect(error.code == .factoryFailed)
        #expect(error.underlying as? Broken == Broken(build: index + 1))
        #expect(error.path == keys(names[0], names[1], names[2]))
        #expect(error.key == AnyKey(Part.self, named: names[2]))
        #expect(error.site?.file.hasSuffix("Registering.swift") == true)
      }
    }

    @Test("Case 16: a failure in mid-graph keeps what was built and drops only its own key", arguments: Form.allCases)
    func keepsDependencies(_ form: Form) async throws {
      let (container, ledger, names) = (Container(), Ledger(), Name.fresh(3))
      try container.register(Plan(names[0], ledger, needs: [names[1], names[2]]), as: form)
      try container.register(Plan(names[1], ledger), as: form)
      try container.register(Plan(names[2], ledger).checking { if $0 == 1 { throw Broken(build: $0) } }, as: form)
      #expect(try await ask(container, names[0], as: form.caller(0)).error().path == keys(names[0], names[2]))
      let kept = try #require(container.peek(Part.self, named: names[1]))
      #expect(container.peek(Part.self, named: names[0]) == nil)
      #expect(container.peek(Part.self, named: names[2]) == nil)
      let part = try await ask(container, names[0], as: form.caller(1)).value()
      #expect(part.parts.first === kept)
      #expect(names.map { ledger.builds($0) } == [2, 1, 2])
    }

    @Test("Case 18: a CancellationError without a cancellation is an ordinary failure", arguments: Form.allCases)
    func cancellationError(_ form: Form) async throws {
      let (container, ledger, name) = (Container(), Ledger(), Name.fresh("a"))
      try container.register(Plan(name, ledger).checking { if $0 == 1 { throw CancellationError() } }, as: form)
      let error = try await ask(container, name, as: form.caller(0)).error()
      #expect(error.code == .factoryFailed)
      #expect(error.underlying is CancellationError)
      #expect(try await ask(container, name, as: form.caller(1)).value().build == 2)
    }

    private protocol Shape: Sendable {}
    private class Circle: Shape, @unchecked Sendable {}  // unchecked: no state
    private final class Disc: Circle, @unchecked Sendable {}  // unchecked: no state

    /// A key is its type, so a value of another type cannot be under it; asking for one is told apart from every near miss.
    @Test("Case 19: no key ever yields a value of another type", arguments: Form.allCases)
    func wrongType(_ form: Form) async throws {
      let container = Container()
      try container.register((any Shape).self, as: form) { _ in Disc() }
      for index in 0..<2 {
        #expect(try await ask(container, (any Shape).self, as: form.caller(index)).value() is Disc)
        let error = try await ask(container, Circle.self, as: form.caller(index)).error()
        #expect(error.code == .notRegistered)
        #expect(error.description.contains("Circle"))
      }
    }
  }
}
