import Holdfast
import HoldfastDiagnostics
import OnceKernel
import Testing

private struct Account: Sendable {
  let name: String
}

private struct View: Sendable {
  @Injected var account: Account
}

/// What a factory leaves behind: a task that asks on once it is told that the factory's task is over.
private struct Started: Sendable {
  private let isOver = Gate("the end of the factory's task")
  private let task: Task<[String], any Error>

  init(on executor: SteadyThread, _ serve: @escaping @Sendable () async throws -> [String]) {
    task = Task(executorPreference: executor) { [isOver] in
      try await isOver.pass()
      return try await serve()
    }
  }

  func served() async throws -> [String] {
    isOver.open()
    return try await task.value
  }
}

extension SteadyThread {
  /// Runs `body` in a task that is over when this returns. All of them are of one size, so that the next one lies where the last one lay.
  fileprivate func inTask<Value: Sendable>(_ body: @escaping @Sendable () async throws -> Value) async throws -> Value {
    try await Task(executorPreference: self) { try await body() }.value
  }
}

/// What a request answers, or the code of its error.
private func answer(_ body: () async throws -> String) async throws -> String {
  do {
    return try await body()
  } catch let error as ResolutionError {
    return "\(error.code)"
  }
}

extension Faults {
  /// What is over speaks for nothing, although what is allocated next lies at its address.
  @Suite("The identity of runs and tasks")
  struct IdentityTests {
    private static let rounds = 50
    private static let requests = 20

    @Test("Case 117: a task that a factory left behind is not in that factory's scope", arguments: Form.allCases)
    func tasks(_ form: Form) async throws {
      let (container, thread) = (Container(), SteadyThread())
      defer { thread.end() }
      try container.register(seeded: Account.self)
      // In the task of its caller, which is over soon.
      try container.register(Started.self, scope: .transient, as: form) { _ in
        Started(on: thread) {
          var answers: [String] = []
          for _ in 0..<Self.requests {
            answers.append(
              try await container.withScope(seeds: [.value(Account(name: "own"))]) { _ in
                try await thread.inTask { try await answer { try View().$account.get().name } }
              })
            answers.append(try await thread.inTask { try await answer { try await container.resolve(Account.self).name } })
          }
          return answers
        }
      }
      for _ in 0..<Self.rounds {
        let scope = try container.openScope(seeds: [.value(Account(name: "Alice"))])
        let started = try await thread.inTask {
          try form.buildsAsynchronously ? await scope.resolve(Started.self) : scope.resolveNow(Started.self)
        }
        #expect(Set(try await started.served()) == ["own", "\(ResolutionError.Code.outsideScope)"])
        await scope.end()
      }
    }

    @Test(
      "Case 118: what a task was bound to in a run that is over counts in no other run", arguments: Form.allCases, [false, true])
    func runs(_ form: Form, byScope: Bool) async throws {
      let (container, other, thread) = (Container(), Container(), SteadyThread())
      defer { thread.end() }
      try container.register(String.self) { _ in "container" }
      try other.register(String.self) { _ in "other" }
      // A run of its own for each, as its scope is new.
      try container.register([String].self, scope: .scoped, as: form) { _ in [try Container.currentResolver().resolve(String.self)] }
      let scopes = try (0..<Self.rounds * Self.requests).map { _ in try container.openScope() }
      let next = Counter()
      @Sendable func serve() async throws -> [String] {
        var answers: [String] = []
        for _ in 0..<Self.requests {
          let scope = scopes[next.add() - 1]
          // In this task, which is still bound.
          answers += try form.buildsAsynchronously ? await scope.resolve([String].self) : scope.resolveNow([String].self)
        }
        return answers
      }
      try container.register(Started.self, scope: .scoped, as: form) { _ in
        if byScope { other.withScope { _ in Started(on: thread, serve) } } else { other.withCurrent { Started(on: thread, serve) } }
      }
      for _ in 0..<Self.rounds {
        let scope = try container.openScope()
        let started = try await thread.inTask {
          try form.buildsAsynchronously ? await scope.resolve(Started.self) : scope.resolveNow(Started.self)
        }
        await scope.end()
        #expect(Set(try await started.served()) == ["container"])
      }
      for scope in scopes { await scope.end() }
    }

    @Test("Case 118: what a transient's factory binds counts in that factory, not in those of others", arguments: Form.allCases)
    func transients(_ form: Form) async throws {
      let (container, other) = (Container(), Container())
      try container.register(String.self) { _ in "container" }
      try other.register(String.self) { _ in "other" }
      @Sendable func current() throws -> String { try Container.currentResolver().resolve(String.self) }
      try container.register([String].self, scope: .transient) { _ in [try current()] }
      try container.register([[String]].self, scope: .transient, as: form) { _ in
        try other.withCurrent { [[try current()], try container.resolveNow()] }
      }
      for index in 0..<2 {
        #expect(try await ask(container, [[String]].self, as: form.caller(index)).value() == [["other"], ["container"]])
      }
    }

    @Test("Case 124: what a factory begins with Task.immediate may await that factory's value", arguments: Form.allCases)
    func immediate(_ form: Form) async throws {
      let (container, ledger, name) = (Container(), Ledger(), Name.fresh("begins"))
      let (begun, begunBlocking) = (Guarded<Task<Part, any Error>?>(nil), Guarded<Task<String, any Error>?>(nil))
      try container.register(Part.self, named: name, as: form) { _ in
        let task = Task.immediate { try await container.resolve(Part.self, named: name) }
        begun.withLock { $0 = task }
        // What would park the factory's thread is an error.
        let blocking = Task.immediate { try await answer { "\(try container.resolveNow(Part.self, named: name))" } }
        begunBlocking.withLock { $0 = blocking }
        return Part(name, build: ledger.begin(name))
      }
      let part = try await ask(container, name, as: form.caller(0)).value()
      let task = try #require(begun.withLock { $0 })
      #expect(try await task.value === part)
      let blocking = try #require(begunBlocking.withLock { $0 })
      #expect(try await blocking.value == (form.buildsAsynchronously ? "asyncOnly" : "cycle"))
    }

    @Test("Case 124: what a factory begins with Task.immediate is not in its scope and no need of it", arguments: Form.allCases)
    func immediateOutside(_ form: Form) async throws {
      let (container, name) = (Container(), Name.fresh("begins"))
      let begun = Guarded<Task<[String], any Error>?>(nil)
      try container.register(seeded: Account.self)
      try container.register(Part.self, named: name, scope: .scoped, as: form) { _ in
        let task = Task.immediate {
          [
            try await answer { try await container.resolve(Account.self).name },
            try await answer { try container.resolveNow(Account.self).name },
          ]
        }
        begun.withLock { $0 = task }
        return Part(name)
      }
      let scope = try container.openScope(seeds: [.value(Account(name: "Alice"))])
      _ = try await ask(as: form.caller(0)) {
        try scope.resolveNow(Part.self, named: name)
      } async: {
        try await scope.resolve(Part.self, named: name)
      }.value()
      let task = try #require(begun.withLock { $0 })
      #expect(try await task.value == ["outsideScope", "outsideScope"])
      #expect(container.graph().edges.isEmpty)
      await scope.end()
    }
  }
}
