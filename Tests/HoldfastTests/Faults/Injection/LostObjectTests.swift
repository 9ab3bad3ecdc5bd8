import Holdfast
import OnceKernel
import Testing

extension Faults {
  @Suite("Objects whose injector or decorator throws")
  struct LostObjectTests {
    private struct Mishap: Error {}

    private final class Left: Sendable {
      let number: Int

      init(_ number: Int) { self.number = number }
    }

    private final class Right: Sendable {
      let number: Int

      init(_ number: Int) { self.number = number }
    }

    private let container = Container()
    private let ledger = Ledger()
    private let name = Name.fresh("a")
    private let disposed = Guarded<[Int]>([])

    private func note(_ number: Int) { disposed.withLock { $0.append(number) } }

    /// Registers what notes the number of each build that is disposed of.
    private func register(as form: Form) throws {
      try container.register(Plan(name, ledger), dispose: { note($0.build) }, as: form)
    }

    @Test("Case 98: an injector throws, its object is disposed of", arguments: Form.allCases)
    func injector(_ form: Form) async throws {
      try register(as: form)
      try container.registerInjector(Part.self) { part, _ in if part.build == 1 { throw Mishap() } }
      try await expectDisposal(form)
    }

    @Test("Case 98: a decorator throws, what the factory made is disposed of", arguments: Form.allCases)
    func decorator(_ form: Form) async throws {
      try register(as: form)
      try container.decorate(Part.self) { part, _ in Part(part.name, build: part.build + 100) }
      try container.decorate(Part.self) { part, _ in
        if part.build == 101 { throw Mishap() }
        return Part(part.name, build: part.build - 100)
      }
      try await expectDisposal(form)
    }

    /// The first build fails and is disposed of, the second is kept until the shutdown.
    private func expectDisposal(_ form: Form) async throws {
      #expect(try await ask(container, name, as: form.caller(0)).error().underlying is Mishap)
      try await Timeout.until("the lost object is disposed of") { disposed.withLock { $0 == [1] } }
      #expect(try await ask(container, name, as: form.caller(1)).value().build == 2)
      #expect(disposed.withLock { $0 } == [1])
      #expect(try await container.shutdown(deadline: nil).isClean)
      #expect(disposed.withLock { $0 } == [1, 2])
    }

    /// ```
    ///   left                        right
    ///   is made, its injector needs the right one
    ///                               is made, its injector takes the left one early
    ///                               is injected, waits for the left one
    ///   its injector throws: both are disposed of
    /// ```
    @Test("Case 98: an injector throws, all objects of its circle are disposed of", arguments: Form.allCases)
    func circle(_ form: Form) async throws {
      for _ in 0..<20 {
        let (container, builds, disposed) = (Container(), Counter(), Guarded<[Int]>([]))
        let dispose: @Sendable (Int) -> Void = { number in disposed.withLock { $0.append(number) } }
        try container.register(Left.self, scope: .singleton(dispose: { dispose($0.number) })) { _ in Left(builds.add()) }
        try container.register(Right.self, scope: .singleton(dispose: { dispose($0.number) })) { _ in Right(builds.add()) }
        try container.registerInjector(Left.self) { left, r in
          _ = try r.resolve(Right.self)
          if left.number < 3 { throw Mishap() }
        }
        try container.registerInjector(Right.self) { _, r in _ = try r.resolve(Left.self) }
        let start = Gate("both at once")
        let left = ask(container, Left.self, as: form.blockingCaller(0), after: start)
        let right = ask(container, Right.self, as: form.blockingCaller(1), after: start)
        start.open()
        _ = try await left.result()
        _ = try await right.result()
        #expect(try await container.shutdown(deadline: nil).isClean)
        #expect(builds.value >= 2)
        #expect(disposed.withLock { $0.sorted() } == Array(1...builds.value), "each object was disposed of once")
      }
    }
  }
}
