import Holdfast
import Testing

extension Faults {
  @Suite("Re-entrancy")
  struct SelfCycleTests {
    @Test("Case 26: a factory resolves its own key", arguments: Form.allCases, [true, false])
    func ownKey(_ form: Form, _ throughResolver: Bool) async throws { try await ownKey(form, throughResolver, yields: 0) }

    @Test("Case 27 A: a factory resolves its own key in the same task across an await", arguments: [true, false])
    func acrossAwait(_ throughResolver: Bool) async throws { try await ownKey(.tasks, throughResolver, yields: 3) }

    /// - Parameter throughResolver: by the resolver it was given, else by the container that it captured.
    private func ownKey(_ form: Form, _ throughResolver: Bool, yields: Int) async throws {
      let (container, name) = (Container(), Name.fresh("a"))
      try container.register(Part.self, named: name, as: form) { [weak container] r in
        if throughResolver { return try r.resolve(Part.self, named: name) }
        return try Way.captured.part(name, container)
      } async: { [weak container] r in
        for _ in 0..<yields { await Task.yield() }
        if throughResolver { return try await r.resolve(Part.self, named: name) }
        return try await Way.captured.part(name, container)
      }
      for index in 0..<4 {
        let error = try await ask(container, name, as: form.caller(index)).error()
        #expect(error.code == .cycle)
        #expect(error.path == keys(name, name))
      }
      for result in try await herd(6, container, name, as: form) {
        let error = try failure { try result.get() }
        #expect(error.code == .cycle)
        #expect(error.path == keys(name, name))
      }
    }
  }
}
