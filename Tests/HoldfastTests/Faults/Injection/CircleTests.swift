import Holdfast
import Testing

extension Faults {
  /// Objects that refer to each other through injectors. Tasks build them with synchronous factories, because an injector cannot suspend.
  @Suite("Circles of injectors")
  struct CircleTests {
    /// ```
    ///   caller 0                    caller 1                    …
    ///   factory of a                factory of b
    ///     all wait until all run
    ///   injector of a asks for b    injector of b asks for …    the caller that closes the circle gets what is not injected yet
    ///   a circle, injected          the same                    the same
    /// ```
    @Test("Case 79: callers that start from both ends get one circle", arguments: Form.allCases, [2, 3])
    func bothEnds(_ form: Form, _ length: Int) async throws {
      for _ in 0..<20 {
        var ring = Ring(length)
        let all = Countdown(length, "all factories run")
        ring.made = { _ in
          all.arrive()
          try all.block()
        }
        try ring.register()
        let callers = (0..<length).map { ring.ask(ring.names[$0], as: form.blockingCaller($0)) }
        var circles: [RingSight] = []
        for caller in callers { circles.append(try await caller.value()) }
        circles.append(try await ring.ask(ring.names[1], as: form.caller(0)).value())
        ring.expectOne(circles)
      }
    }

    @Test("Case 79: a herd at a cold circle gets one circle", arguments: Form.allCases, [2, 5])
    func herd(_ form: Form, _ length: Int) async throws {
      for _ in 0..<30 {
        let (ring, start) = (Ring(length), Gate("the start of a herd"))
        try ring.register()
        let callers = (0..<4 * length).map { ring.ask(ring.names[($0 / 2) % length], as: form.caller($0), after: start) }
        start.open()
        var circles: [RingSight] = []
        for caller in callers { circles.append(try await caller.value()) }
        ring.expectOne(circles)
      }
    }

    /// ```
    ///   builder                              others
    ///   a made, its injector asks for b
    ///     b made, its injector gets a
    ///     b is injected
    ///   a's injector waits                   ask for a, ask for b: b is done, but its a is not: they wait
    ///   a is injected                        all get both
    /// ```
    @Test("Case 79: callers outside the circle wait until all of it is injected", arguments: Form.allCases)
    func outside(_ form: Form) async throws {
      for _ in 0..<10 {
        var ring = Ring(2)
        let (first, waits, go) = (ring.names[0], Gate("an injector"), Gate("go"))
        ring.injecting = { link, next in
          guard link.name == first else { return #expect(next.injections == 0) }
          #expect(next.injections == 1)
          waits.open()
          try go.block()
        }
        try ring.register()
        let builder = ring.ask(first, as: form.blockingCaller(0))
        try await waits.pass()
        let others = (1...6).map { ring.ask(ring.names[$0 % 2], as: form.blockingCaller($0)) }
        try await Timeout.until("all wait") { ring.waiters(of: ring.names[0]) >= 3 && ring.waiters(of: ring.names[1]) >= 3 }
        #expect(others.allSatisfy { !$0.isSettled })
        #expect(ring.names.allSatisfy { ring.container.peek(Link.self, named: $0) == nil })
        go.open()
        var circles = [try await builder.value()]
        for other in others { circles.append(try await other.value()) }
        ring.expectOne(circles)
      }
    }

    @Test("Case 79 A: tasks that start from both ends of a circle on the main actor get one circle")
    func mainActorTasks() async throws { try await mainActor(withMain: false) }

    @Test("Case 79 M: tasks and the main actor itself get one circle on the main actor")
    func mainActorBoth() async throws { try await mainActor(withMain: true) }

    private func mainActor(withMain: Bool) async throws {
      for _ in 0..<30 {
        let (container, builds) = (Container(), Counter())
        try container
          .register(Left.self, .mainActor { _ in Left(number: builds.add()) })
          .register(Right.self, .mainActor { _ in Right(number: builds.add()) })
          .registerInjector(Left.self, mainActor: { left, r in left.right = try r.resolve() })
          .registerInjector(Right.self, mainActor: { right, r in right.left = try r.resolve() })
        let start = Gate("the start of a herd")
        let lefts = (0..<4).map { _ in
          Pending.inTask {
            try await start.pass()
            return try await container.resolve(Left.self)
          }
        }
        let rights = (0..<4).map { _ in
          Pending.inTask {
            try await start.pass()
            return try await container.resolve(Right.self)
          }
        }
        start.open()
        var (left, right): (Set<ObjectIdentifier>, Set<ObjectIdentifier>) = ([], [])
        if withMain {
          let found = try await MainActor.run { try container.resolve(Right.self) }
          right.insert(ObjectIdentifier(found))
          #expect(await found.left?.right === found)
        }
        for caller in lefts {
          let found = try await caller.value()
          left.insert(ObjectIdentifier(found))
          #expect(await found.right?.left === found)
        }
        for caller in rights {
          let found = try await caller.value()
          right.insert(ObjectIdentifier(found))
          #expect(await found.left?.right === found)
        }
        #expect(left.count == 1 && right.count == 1)
        #expect(builds.value == 2)
      }
    }
  }
}

@MainActor private final class Left {
  let number: Int
  weak var right: Right?

  init(number: Int) { self.number = number }
}

@MainActor private final class Right {
  let number: Int
  weak var left: Left?

  init(number: Int) { self.number = number }
}
