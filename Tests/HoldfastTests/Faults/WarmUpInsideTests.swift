import Holdfast
import OnceKernel
import Testing

extension Faults {
  /// Warming up from inside what the container runs: it comes to an end everywhere.
  @Suite("Warming up from inside")
  struct WarmUpInsideTests {
    private let container = Container()
    private let ledger = Ledger()
    private let names = Name.fresh(3)
    private let codes = Guarded<[AnyKey: ResolutionError.Code]>([:])

    /// Warms up, and notes which keys failed.
    @Sendable private func warmUp() async {
      let steps = Guarded<[WarmUpStep]>([])
      _ = try? await container.warmUp { step in steps.withLock { $0.append(step) } }
      for step in steps.withLock({ $0 }) {
        guard let error = step.error else { continue }
        codes.withLock { $0[step.key] = error.code }
      }
    }

    @Test("Case 123 A: in a factory, only what needs its value fails, as a cycle")
    func factory() async throws {
      let (warming, plain, needing) = (names[0], names[1], names[2])
      try container.register(
        Part.self, named: warming,
        .async { _ in
          await warmUp()
          return Part(warming, build: ledger.begin(warming))
        })
      try container.register(Plan(plain, ledger), as: .tasks)
      try container.register(Plan(needing, ledger, needs: [warming]), as: .tasks)
      let part = try await ask(container, warming, as: .task).value()
      let found = codes.withLock { $0 }
      #expect(found == [AnyKey(Part.self, named: warming): .cycle, AnyKey(Part.self, named: needing): .cycle])
      #expect(ledger.builds(warming) == 1 && ledger.builds(plain) == 1)
      #expect(try await ask(container, needing, as: .task).value().parts.first === part)
    }

    @Test("Case 123 A: in a factory of another container, which the values here need, that is a cycle too")
    func stranger() async throws {
      let (other, warming, needing) = (Container(), names[0], names[1])
      try other.register(
        Part.self, named: warming,
        .async { _ in
          await warmUp()
          return Part(warming)
        })
      try container.register(
        Part.self, named: needing,
        .async { _ in
          Part(needing, parts: [try await other.resolve(Part.self, named: warming)])
        })
      _ = try await ask(other, warming, as: .task).value()
      #expect(codes.withLock { $0 } == [AnyKey(Part.self, named: needing): .cycle])
    }

    @Test("Case 123 A: what an injector left behind warms up after the build")
    func injector() async throws {
      let begun = Guarded<Task<Void, Never>?>(nil)
      try container.register(Plan(names[0], ledger), as: .tasks)
      try container.registerInjector(Part.self) { _, _ in
        let task = Task { await warmUp() }
        begun.withLock { $0 = task }
      }
      _ = try await ask(container, names[0], as: .task).value()
      let task = try #require(begun.withLock { $0 })
      try await ask(as: .task) {
      } async: {
        await task.value
      }.value()
      #expect(codes.withLock { $0 }.isEmpty)
    }

    @Test("Case 123 A: a disposer warms up while the container runs, and is refused once that has ended")
    func disposer() async throws {
      try container.register(Part.self, named: names[0], scope: .scoped(dispose: { _ in await warmUp() })) { [names] _ in Part(names[0]) }
      try container.register(Plan(names[1], ledger), as: .tasks)
      try await ask(as: .task) {
      } async: { [container, names] in
        try await container.withScope { _ = try await $0.resolve(Part.self, named: names[0]) }
      }.value()
      #expect(ledger.builds(names[1]) == 1)
      #expect(codes.withLock { $0 }.isEmpty)
      try container.register(Part.self, named: names[2], scope: .singleton(dispose: { _ in await warmUp() })) { [names] _ in
        Part(names[2])
      }
      _ = try await ask(container, names[2], as: .task).value()
      try await ask(as: .task) {
      } async: { [container] in
        _ = try await container.shutdown()
      }.value()
    }

    @Test("Case 123 A: in a cancelled task, each key that is not built says so")
    func cancelled() async throws {
      try container.register(Plan(names[0], ledger), as: .tasks)
      try await ask(as: .task) {
      } async: {
        withUnsafeCurrentTask { $0?.cancel() }
        await warmUp()
      }.value()
      #expect(codes.withLock { $0 } == [AnyKey(Part.self, named: names[0]): .cancelled])
    }
  }
}
