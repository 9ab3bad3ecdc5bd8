import Holdfast
import Testing

extension Faults {
  /// Circles with a constructor in them, which an injector closes by asking for an object later.
  @Suite("Circles that are closed later")
  struct LaterTests {
    @Test("Case 107: a circle with a constructor is closed later, whichever end is first", arguments: Form.allCases, KnotShape.allCases)
    func eachEnd(_ form: Form, _ shape: KnotShape) async throws {
      for home in [Knot.Home.singleton, .cached] {
        for first in shape.knot.names.indices {
          let knot = shape.knot
          defer { knot.untie() }
          try knot.register(home)
          var sights = [try await knot.ask(first, as: form.caller(0)).value()]
          for index in knot.names.indices { sights.append(try await knot.ask(index, as: form.caller(1)).value()) }
          knot.expectOne(sights)
        }
      }
    }

    @Test("Case 107 A: asynchronous constructors, one of them or all, whichever end is first", arguments: KnotShape.allCases)
    func asynchronousTasks(_ shape: KnotShape) async throws {
      let count = shape.knot.names.count
      for chosen in [Array(0..<count)] + (0..<count).map({ [$0] }) {
        // An injector, and a synchronous constructor, cannot wait for an asynchronous one.
        let plain = shape.knot
        let isBound = (0..<count).contains { index in
          (plain.injects[index] + (chosen.contains(index) ? [] : plain.takes[index])).contains { chosen.contains($0) }
        }
        if isBound { continue }
        for first in 0..<count {
          var knot = shape.knot
          defer { knot.untie() }
          knot.asynchronous = Set(chosen)
          try knot.register()
          var sights = [try await knot.ask(first, as: .task).value()]
          for index in knot.names.indices { sights.append(try await knot.ask(index, as: .task).value()) }
          knot.expectOne(sights)
        }
      }
    }

    /// ```
    ///   caller 0                    caller 1                    …
    ///   factory of a                factory of b
    ///     all wait until all run
    ///     a takes b: waits            b …
    ///                               b's injector says later(a)
    ///   goes on with b              closes b when a is injected
    ///   a whole circle              the same
    /// ```
    @Test("Case 107: callers start from every end of a circle with a constructor", arguments: Form.allCases, KnotShape.allCases)
    func everyEnd(_ form: Form, _ shape: KnotShape) async throws {
      for _ in 0..<15 {
        var knot = shape.knot
        defer { knot.untie() }
        let all = Countdown(knot.names.count, "all factories run")
        knot.starting = { _ in
          all.arrive()
          try all.block()
        }
        try knot.register()
        let callers = knot.names.indices.map { knot.ask($0, as: form.blockingCaller($0)) }
        var sights: [KnotSight] = []
        for caller in callers { sights.append(try await caller.value()) }
        knot.expectOne(sights)
      }
    }

    @Test("Case 107: a herd at a cold circle with a constructor", arguments: Form.allCases, KnotShape.allCases)
    func herd(_ form: Form, _ shape: KnotShape) async throws {
      for _ in 0..<15 {
        let (knot, start) = (shape.knot, Gate("the start of a herd"))
        defer { knot.untie() }
        try knot.register()
        let callers = (0..<3 * knot.names.count).map { knot.ask(($0 / 2) % knot.names.count, as: form.caller($0), after: start) }
        start.open()
        var sights: [KnotSight] = []
        for caller in callers { sights.append(try await caller.value()) }
        knot.expectOne(sights)
      }
    }

    @Test("Case 107: in a scope and in a graph, whichever end is first", arguments: Form.allCases, KnotShape.allCases)
    func homes(_ form: Form, _ shape: KnotShape) async throws {
      for first in shape.knot.names.indices {
        let scoped = shape.knot
        defer { scoped.untie() }
        try scoped.register(.scoped)
        let sights = try await scoped.container.withScope { scope in
          var sights: [KnotSight] = []
          for (number, index) in ([first] + Array(scoped.names.indices)).enumerated() {
            sights.append(
              try await ask(as: form.caller(number)) {
                scoped.sight(from: try scope.resolveNow(Bead.self, named: scoped.names[index]))
              } async: {
                scoped.sight(from: try await scope.resolve(Bead.self, named: scoped.names[index]))
              }.value())
          }
          return sights
        }
        scoped.expectOne(sights)

        let graph = shape.knot
        defer { graph.untie() }
        try graph.register(.graph)
        graph.expectOne([try await graph.ask(first, as: form.caller(0)).value()])
        let two = try await graph.ask(first, as: form.caller(1)).value()
        #expect(two.defect == nil && two.beads.allSatisfy { $0.build == 2 })
      }
    }

    /// ```
    ///   builder                        others
    ///   parent: takes the child
    ///     child: injector says later
    ///   parent is there
    ///   the closure waits              a friend of the child takes it, and is not published; the others wait
    ///   the closure is done            all go on
    /// ```
    @Test("Case 107: callers outside wait until every closure has run, one in a constructor does not", arguments: Form.allCases)
    func outside(_ form: Form) async throws {
      for _ in 0..<5 {
        // 2 takes the child too, from outside the circle.
        var knot = Knot(3, takes: [0: [1], 2: [1]], later: [1: [0]])
        defer { knot.untie() }
        let (closes, friendMade, go) = (Gate("a closure"), Gate("the friend's factory"), Gate("go"))
        knot.closing = { _, _ in
          closes.open()
          try go.block()
        }
        knot.made = { if $0 == 2 { friendMade.open() } }
        try knot.register()
        let builder = knot.ask(0, as: form.blockingCaller(0))
        try await closes.pass()
        let friend = knot.ask(2, as: form.blockingCaller(1))
        try await friendMade.pass()
        let others = (0..<4).map { knot.ask($0 % 2, as: form.blockingCaller($0)) }
        try await Timeout.until("all wait") { knot.waiters(of: knot.names[0]) >= 2 && knot.waiters(of: knot.names[1]) >= 2 }
        #expect(([builder, friend] + others).allSatisfy { !$0.isSettled })
        #expect(knot.names.allSatisfy { knot.container.peek(Bead.self, named: $0) == nil })
        go.open()
        var sights: [KnotSight] = []
        for caller in [builder, friend] + others { sights.append(try await caller.value()) }
        knot.expectOne(sights)
      }
    }
  }
}
