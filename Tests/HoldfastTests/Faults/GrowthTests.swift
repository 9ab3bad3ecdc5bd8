import Holdfast
import OnceKernel
import Testing

extension Faults {
  /// What costs the same beside many others as beside few. Times are of whole rounds, so that what else the machine does weighs little; a test
  /// fails only where the cost grows with the number, not where it is high.
  @Suite("Growth")
  struct GrowthTests {
    /// How much longer `body` may take for eight times as many: eight for what is linear in all, and room for noise. What is quadratic takes 64 times.
    private func expectLinear(_ few: Int, _ what: String, _ body: (Int) async throws -> Duration) async throws {
      var ratios: [Double] = []
      for _ in 0..<3 {
        let (small, large) = (try await body(few), try await body(few * 8))
        ratios.append(large / max(small, .microseconds(50)))
        if let ratio = ratios.last, ratio < 24 { return }
      }
      Issue.record("\(what): eight times as many take \(ratios) times as long")
    }

    /// Expects that one step costs the same beside many others as beside few.
    private func expectConstant(_ few: Int, _ what: String, _ body: (Int) async throws -> Duration) async throws {
      var ratios: [Double] = []
      for _ in 0..<3 {
        let (small, large) = (try await body(few), try await body(few * 64))
        ratios.append(large / max(small, .microseconds(50)))
        if let ratio = ratios.last, ratio < 16 { return }
      }
      Issue.record("\(what): beside 64 times as many it takes \(ratios) times as long")
    }

    private func time(_ body: () throws -> Void) rethrows -> Duration { try ContinuousClock().measure(body) }

    private func names(_ count: Int) -> [Name] { (0..<count).map { Name("part \($0)") } }

    private func container(_ count: Int, _ scope: Lifetime<Part> = .transient) throws -> Container {
      let (container, names) = (Container(), names(count))
      try container.registerAll { batch in for name in names { batch.register(Part.self, named: name, scope: scope) { _ in Part(name) } } }
      return container
    }

    @Test("Case 141 S: injectors, decorators and seeds registered one by one")
    func oneByOne() async throws {
      try await expectLinear(500, "injectors") { count in
        let container = try container(count)
        return try time { for name in names(count) { try container.registerInjector(Part.self, named: name) { _, _ in } } }
      }
      try await expectLinear(500, "decorators") { count in
        let container = try container(count)
        return try time { for name in names(count) { try container.decorate(Part.self, named: name) { part, _ in part } } }
      }
      try await expectLinear(1_000, "seeds") { count in
        let container = Container()
        return try time { for name in names(count) { try container.register(seeded: Part.self, named: name) } }
      }
    }

    @Test("Case 141 S: a key that is missing, and the first question for all of a type, beside many keys")
    func beside() async throws {
      try await expectConstant(300, "a missing key") { count in
        let container = try container(count)
        var found = 0
        let duration = time { for _ in 0..<100 where (try? container.resolve(Int.self)) != nil { found += 1 } }
        #expect(found == 0)
        return duration
      }
      try await expectConstant(300, "all of a type") { count in
        let container = try container(count)
        try container.contribute(Int.self, instance: 1)
        var all: [Int] = []
        let duration = try time { all = try container.resolveAll(Int.self) }
        #expect(all == [1])
        return duration
      }
    }

    @Test("Case 141 S: a value that is disposed of is registered again, and reset, beside many registrations")
    func discarding() async throws {
      func beside(_ count: Int, _ step: (Container) throws -> Void) throws -> Duration {
        let container = try container(count, .singleton)
        try container.register(Int.self, scope: .singleton(dispose: { _ in })) { _ in 1 }
        try container.register(String.self) { r in "\(try r.resolve(Int.self))" }
        // What it costs first to know the registrations is not counted.
        _ = try container.resolve(String.self)
        try container.reset(Int.self)
        return try time {
          for _ in 0..<20 {
            _ = try container.resolve(String.self)
            try step(container)
            try container.reset(String.self)
          }
        }
      }
      try await expectConstant(300, "a registration") { count in
        try beside(count) { try $0.register(Int.self, scope: .singleton(dispose: { _ in })) { _ in 1 } }
      }
      try await expectConstant(300, "a reset") { count in
        try beside(count) { try $0.reset(Int.self) }
      }
    }

    @Test("Case 141 S: one is reset in overrides, and another replaced, beside many registrations")
    func replacing() async throws {
      func registered(_ count: Int) throws -> Container {
        let container = try container(count, .singleton)
        return try container.register(Int.self, scope: .singleton(dispose: { _ in })) { _ in 1 }
          .register(String.self) { r in "\(try r.resolve(Int.self))" }
      }
      func rounds(_ container: Container) throws {
        for _ in 0..<20 {
          _ = try container.resolve(String.self)
          try container.reset(Int.self)
          try container.reset(String.self)
        }
      }
      try await expectConstant(300, "a reset in overrides") { count in
        let container = try registered(count)
        return try container.withOverrides({ $0.register(Bool.self, instance: true) }) {
          try rounds(container)
          return try time { try rounds(container) }
        }
      }
      try await expectConstant(300, "a reset in a container of overrides") { count in
        let container = try Container(overriding: registered(count)) { $0.register(Bool.self, instance: true) }
        try rounds(container)
        return try time { try rounds(container) }
      }
      // Of one key: several are put in place by copying the table.
      try await expectConstant(300, "a replacement") { count in
        let container = try registered(count)
        _ = try await container.resolve(Int.self)
        func replace() async throws {
          try await container.replace { $0.register(Int.self, scope: .singleton(dispose: { _ in })) { _ in 1 } }
        }
        // What it costs first to know the registrations is not counted.
        try await replace()
        return try await ContinuousClock().measure { for _ in 0..<20 { try await replace() } }
      }
    }

    @Test("Case 141 S: the words of an error are found when they are read, and stay")
    func words() throws {
      let container = Container()
      try container.register(Part.self, named: "one") { _ in Part("one") }
      let error = try failure { try container.resolve(Part.self) }
      try container.register(Part.self, named: "two") { _ in Part("two") }
      let remedy = error.remedy
      #expect(remedy.contains("\"one\"") && remedy.contains("\"two\""))
      try container.unregister(Part.self, named: "two")
      #expect(error.remedy == remedy)
    }

    @Test("Case 141 S: children of one parent are released one by one, and a layer is put in front of it")
    func children() async throws {
      try await expectLinear(500, "releasing children") { count in
        let parent = Container()
        var children = (0..<count).map { _ in Container?.some(Container(parent: parent)) }
        return time { for index in children.indices { children[index] = nil } }
      }
      try await expectLinear(500, "a layer") { count in
        let parent = Container()
        let children = (0..<count).map { _ in Container(parent: parent) }
        return withExtendedLifetime(children) {
          time {
            parent.withOverrides { _ in
            } operation: {
            }
          }
        }
      }
    }

    @Test("Case 141 A: child tasks of a factory that wait for one value")
    func childTasks() async throws {
      try await expectLinear(1_000, "waking child tasks") { count in
        let (container, ledger, names, go) = (Container(), Ledger(), Name.fresh(2), Gate("go"))
        try container.register(Plan(names[0], ledger).gated(go: go), as: .tasks)
        try container.register(
          Part.self, named: names[1],
          .async { r in
            let resolver = r.concurrent
            try await withThrowingTaskGroup(of: Void.self) { group in
              for _ in 0..<count { group.addTask { _ = try await resolver.resolve(Part.self, named: names[0]) } }
              try await group.waitForAll()
            }
            return Part(names[1])
          })
        let caller = ask(container, names[1], as: .task)
        try await joined(count, on: names[0])
        let clock = ContinuousClock()
        let start = clock.now
        go.open()
        _ = try await caller.value()
        return start.duration(to: clock.now)
      }
    }
  }
}
