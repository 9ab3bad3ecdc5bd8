import Holdfast
import HoldfastDiagnostics
import Testing

extension Regressions {
  @Suite("A closure that follows register")
  struct TrailingClosureRegressions {
    private struct A: Sendable {}
    private struct B: Sendable {}

    private struct Two: Sendable {
      let a: A
      let b: B
    }

    @Test("A wired closure makes the value, its parameters are the dependencies, and it is no value itself")
    func parameters() async throws {
      let container = Container()
      try container.register(A.self) { _ in A() }.register(B.self) { _ in B() }
      try container.register(Two.self, .wired { @Sendable (a: A, b: B) in Two(a: a, b: b) })
      _ = try container.resolveNow(Two.self)
      #expect(container.graph().nodes.map(\.key.short) == ["A", "B", "Two"])
      #expect(container.graph().edges.count == 2)

      try container.register(named: "one", .wired { @Sendable (a: A) in Two(a: a, b: B()) })
      _ = try container.resolveNow(Two.self, named: "one")
      try container.register(named: "typed", .wired { @Sendable (a: A, b: B) throws -> Two in Two(a: a, b: b) })
      _ = try container.resolveNow(Two.self, named: "typed")
      try container.register(named: "transient", scope: .transient, .wired { @Sendable (a: A, b: B) in Two(a: a, b: b) })
      _ = try container.resolveNow(Two.self, named: "transient")
      try container.register(named: "asynchronous", .asyncWired { @Sendable (a: A, b: B) async in Two(a: a, b: b) })
      _ = try await container.resolve(Two.self, named: "asynchronous")
      let types = Set(container.keys().map { AnyKey($0.type) })
      #expect(types == [AnyKey(A.self), AnyKey(B.self), AnyKey(Two.self)])
    }

    private static func makeA() throws -> A { A() }

    @Test("A wired closure without parameters makes the value, and needs nothing")
    func withoutParameters() async throws {
      let container = Container()
      try container.register(A.self, .wired { A() })
      try container.register(named: "throwing", .wired { try Self.makeA() })
      try container.register(B.self, .wired { B() })
      try container.register(B.self, named: "transient", scope: .transient, .wired { B() })
      try container.register(named: "scoped", scope: .scoped, .wired { B() })
      try container.register(
        named: "statements",
        .wired {
          let a = A()
          return Two(a: a, b: B())
        })
      try container.contribute(Two.self, .wired { Two(a: A(), b: B()) })
      _ = (try container.resolveNow(A.self), try container.resolveNow(A.self, named: "throwing"), try container.resolveNow(B.self))
      _ = try container.resolveNow(B.self, named: "transient")
      _ = try container.withScope { scope in try scope.resolveNow(B.self, named: "scoped") }
      #expect(try { try container.resolveAll(Two.self) }().count == 2)
      #expect(container.graph().edges.isEmpty)
    }

    @Test("A closure that takes the resolver is a factory as ever, and a function is still a value")
    func others() throws {
      typealias Roll = @Sendable () -> Int
      let container = Container()
      try container.register(A.self) { _ in A() }.register { _ in B() }
        .register { r in try Two(a: r.resolve(), b: r.resolve()) }
        .register(Roll.self, instance: { 4 })
        .register(Roll.self, named: "other") { _ in { 5 } }
      _ = try container.resolve(Two.self)
      let (roll, other) = (try container.resolve(Roll.self), try container.resolve(Roll.self, named: "other"))
      #expect([roll(), other()] == [4, 5])
    }
  }
}
