import Holdfast
import Testing

extension Faults {
  @Suite("One registration for two containers")
  struct SharedRegistrationTests {
    /// While one container takes registrations that the other one was handed before, the other one's order is looked at.
    @Test("Case 88: a registration that two containers were handed keeps its place in each", arguments: Form.allCases)
    func order(_ form: Form) async throws {
      for _ in 0..<20 {
        let (first, second) = (Container(), Container())
        let names = Name.fresh(8)
        for name in names[..<4] { try first.register(Part.self, named: name) { _ in Part(name) } }
        let handed = Collector()
        for name in names[4...] { handed.register(Part.self, named: name) { _ in Part(name) } }
        for registration in handed.registrations { try first.add(registration) }
        let expected = names.map { AnyKey(Part.self, named: $0) }
        #expect(first.keys() == expected)

        let start = Gate("the start")
        let adding = ask(as: form.caller(0), after: start) {
          for registration in handed.registrations.reversed() { try second.add(registration) }
        }
        let looking = ask(as: form.caller(1), after: start) {
          for _ in 0..<50 {
            #expect(first.keys() == expected)
            try first.reset(Part.self, named: names[5])
          }
        }
        start.open()
        try await adding.value()
        try await looking.value()
        #expect(first.keys() == expected)
        #expect(try first.resolveAllNames() == names)
        #expect(second.keys() == expected[4...].reversed())
        try first.resetAll()
        #expect(first.keys() == expected)
      }
    }

  }

  @Suite("The order of what is registered")
  struct OrderTests {
    @Test("All of a type come in the order of registration inside a layer too, whatever was asked for there before")
    func layer() throws {
      let container = Container()
      let names: [Name?] = ["c", nil, "a", "b"]
      for name in names { try container.register(Part.self, named: name) { _ in Part(name ?? "none") } }
      let expected: [Name] = ["c", "none", "a", "b"]
      try container.withOverrides({ $0.register(Int.self, instance: 1) }) {
        _ = try container.resolve(Part.self, named: "b")
        #expect(try container.resolveAllNames() == expected)
        #expect(try container.resolveAllNames() == expected)
      }
      try container.withOverrides({ $0.register(Part.self, named: "new") { _ in Part("new") } }) {
        _ = try container.resolve(Part.self, named: "a")
        #expect(try container.resolveAllNames() == expected + ["new"])
      }
    }
  }
}

extension Container {
  /// The names of all parts, in order.
  fileprivate func resolveAllNames() throws -> [Name] {
    let parts: () throws -> [Part] = { try self.resolveAll(Part.self) }
    return try parts().map(\.name)
  }
}

/// A registrar that hands on nothing: what it was given can be added to any number of containers.
private final class Collector: Registrar, @unchecked Sendable {  // unchecked: filled before it is shared
  private(set) var registrations: [Registration] = []

  func add(_ registration: Registration) { registrations.append(registration) }
}
