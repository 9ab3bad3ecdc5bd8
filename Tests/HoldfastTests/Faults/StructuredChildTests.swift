import Holdfast
import HoldfastDiagnostics
import OnceKernel
import Testing

extension Faults {
  @Suite("Child tasks that need what is being built")
  struct StructuredChildTests {
    typealias One = Regressions.One
    typealias Two = Regressions.Two

    private let container = Container()

    /// The first report of a circle through this test's keys.
    private func firstReport(of names: [Name], _ body: () async throws -> Void) async throws -> LongWaitReport? {
      let found = Guarded<LongWaitReport?>(nil)
      LongWaits.report(after: .seconds(3600)) { report in
        guard report.path.contains(where: { $0.name.map(names.contains) == true }) else { return }
        found.withLock { $0 = $0 ?? report }
      }
      defer { LongWaits.report(after: .seconds(10)) { _ in } }
      try await body()
      try await Timeout.until("a report") { found.withLock { $0 != nil } }
      return found.withLock { $0 }
    }

    @Test("Case 92 A: a child task that asks through `concurrent` for what needs its factory: an error")
    func concurrent() async throws {
      let names = Name.fresh(2)
      try container.register(
        Part.self, named: names[0],
        .async { [names] r in
          let r = r.concurrent
          async let part = r.resolve(Part.self, named: names[1])
          return Part(names[0], parts: [try await part])
        })
      try container.register(
        Part.self, named: names[1], .async { [names] r in Part(names[1], parts: [try await r.resolve(Part.self, named: names[0])]) })
      let caller = ask(container, names[0], as: .task)
      #expect(try await caller.error().code == .cycle)
    }

    /// How a child task comes to ask.
    enum Way: CaseIterable { case captured, provider, group, transient }

    /// ```
    ///   a's factory starts a child task and waits for it
    ///     the child asks for b: waits, its requester unknown
    ///       b's factory asks for a: here the circle is closed, and reported
    /// ```
    @Test("Case 92 A: a child task that asks otherwise is reported at once, with the whole path", arguments: Way.allCases)
    func reported(_ way: Way) async throws {
      let names = Name.fresh(3)
      let provider = container.provider(Part.self, named: names[1])
      try container.register(
        Part.self, named: names[0],
        .async { [names] _ in
          switch way {
          case .captured:
            async let part = container.resolve(Part.self, named: names[1])
            return Part(names[0], parts: [try await part])
          case .provider:
            async let part = provider()
            return Part(names[0], parts: [try await part])
          case .group:
            return try await withThrowingTaskGroup(of: Part.self) { group in
              group.addTask { try await container.resolve(Part.self, named: names[1]) }
              return Part(names[0], parts: try await group.reduce(into: []) { $0.append($1) })
            }
          case .transient:
            async let part = container.resolve(Part.self, named: names[2])
            return Part(names[0], parts: [try await part])
          }
        })
      try container.register(
        Part.self, named: names[1], .async { [names] r in Part(names[1], parts: [try await r.resolve(Part.self, named: names[0])]) })
      try container.register(
        Part.self, named: names[2], scope: .transient,
        .async { [names] r in Part(names[2], parts: [try await r.resolve(Part.self, named: names[1])]) })
      let pending = Guarded<Pending<Part>?>(nil)
      let report = try await firstReport(of: names) { pending.withLock { $0 = ask(container, names[0], as: .task) } }
      let caller = try #require(pending.withLock { $0 })
      let circle = way == .transient ? keys(names[1], names[0], names[2], names[1]) : keys(names[1], names[0], names[1])
      #expect(report?.path == circle)
      #expect(report?.description.contains("→") == true)
      caller.cancel()
      #expect(try await caller.error().code == .cancelled)
    }

    @Test("Case 92 A: a task that is not awaited, and comes back later, is no circle for long")
    func unawaited() async throws {
      let (names, done) = (Name.fresh(1), Gate("the task has its value"))
      try container.register(
        Part.self, named: names[0],
        .async { [names] _ in
          Task {
            _ = try await container.resolve(Part.self, named: names[0])
            done.open()
          }
          try await joined(2, on: names[0])
          return Part(names[0])
        })
      _ = try await container.resolve(Part.self, named: names[0])
      try await done.pass()
    }
  }
}
