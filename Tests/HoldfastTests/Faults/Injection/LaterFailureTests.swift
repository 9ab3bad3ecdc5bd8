import Holdfast
import Testing

extension Faults {
  /// What happens to a circle that is closed later when a part of it fails, or is taken away meanwhile.
  @Suite("Circles that fail before they are closed")
  struct LaterFailureTests {
    struct Refused: Error, Equatable {}

    /// Which code of a pair throws in the first build.
    enum Culprit: CaseIterable, Sendable { case constructor, injector, closure }

    @Test("Case 107: a constructor, an injector or a closure throws: nothing is published", arguments: Form.allCases, Culprit.allCases)
    func fails(_ form: Form, _ culprit: Culprit) async throws {
      for first in [0, 1] { try await fails(form, culprit, first) }
    }

    private func fails(_ form: Form, _ culprit: Culprit, _ first: Int) async throws {
      var knot = KnotShape.pair.knot
      let (closures, broken) = (Counter(), Counter(1))
      knot.made = { if culprit == .constructor, $0 == 0, broken.value == 1 { throw Refused() } }
      knot.injecting = { if culprit == .injector, $0.index == 1, broken.value == 1 { throw Refused() } }
      knot.closing = { _, _ in
        closures.add()
        if culprit == .closure, broken.value == 1 { throw Refused() }
      }
      try knot.register()
      let error = try await knot.ask(first, as: form.caller(0)).error()
      #expect(error.code == .factoryFailed)
      #expect(error.underlying as? Refused == Refused())
      #expect(error.path.first == AnyKey(Bead.self, named: knot.names[first]), "\(error)")
      #expect(knot.isEmpty)
      #expect(closures.value == (culprit == .closure ? 1 : 0))
      #expect(
        knot.ledger.builds(knot.names[0]) <= 1 && knot.ledger.builds(knot.names[1]) <= 1, "what failed in a call is not built again in it")
      knot.untie()
      try await Timeout.until("nothing holds what was made") { knot.ledger.alive.value == 0 }
      broken.set(0)
      let whole = try await knot.ask(first, as: form.caller(1)).value()
      #expect(whole.defect == nil && whole.beads.count == 2)
      knot.untie()
    }

    @Test("Case 107: code of a circle throws while callers come from every end", arguments: Form.allCases, KnotShape.allCases)
    func everyEnd(_ form: Form, _ shape: KnotShape) async throws {
      for culprit in Culprit.allCases { try await everyEnd(form, shape, culprit) }
    }

    /// A caller that needs what failed fails, none waits for ever, and the next one gets a whole circle.
    private func everyEnd(_ form: Form, _ shape: KnotShape, _ culprit: Culprit) async throws {
      for round in 0..<5 {
        var knot = shape.knot
        let (all, broken, isMended) = (Countdown(knot.names.count, "all factories run"), round % knot.names.count, Counter())
        knot.starting = { _ in
          if isMended.value == 1 { return }
          all.arrive()
          try all.block()
        }
        knot.made = { if culprit == .constructor, $0 == broken, isMended.value == 0 { throw Refused() } }
        knot.injecting = { if culprit == .injector, $0.index == broken, isMended.value == 0 { throw Refused() } }
        knot.closing = { bead, _ in if culprit == .closure, bead.index == broken, isMended.value == 0 { throw Refused() } }
        try knot.register()
        let callers = knot.names.indices.map { knot.ask($0, as: form.blockingCaller($0)) }
        for caller in callers {
          switch try await caller.result() {
          case .success(let sight): #expect(sight.defect == nil)
          case .failure(let error): #expect((error as? ResolutionError)?.underlying as? Refused == Refused(), "\(error)")
          }
        }
        isMended.set(1)
        var sights: [KnotSight] = []
        for index in knot.names.indices { sights.append(try await knot.ask(index, as: form.caller(index)).value()) }
        #expect(sights.allSatisfy { $0.defect == nil })
        knot.untie()
      }
    }

    enum Removal: CaseIterable, Sendable { case replace, reset, resetAll, unregister }

    /// A caller that asked before gets the old circle, and one that asks afterwards does not.
    @Test("Case 107: what a closure belongs to is replaced or reset while it runs", arguments: Form.allCases, Removal.allCases)
    func removed(_ form: Form, _ removal: Removal) async throws {
      for first in [0, 1] {
        var knot = KnotShape.pair.knot
        let (closes, go) = (Gate("a closure"), Gate("go"))
        knot.closing = { bead, _ in
          guard bead.build == 1 else { return }
          closes.open()
          try go.block()
        }
        try knot.register()
        let builder = knot.ask(first, as: form.blockingCaller(0))
        try await closes.pass()
        for name in knot.names {
          switch removal {
          case .replace: try knot.container.register(Bead.self, named: name, instance: Bead(0, 7, parts: [], knot.ledger))
          case .reset: try knot.container.reset(Bead.self, named: name)
          case .resetAll: try knot.container.resetAll()
          case .unregister: try knot.container.unregister(Bead.self, named: name)
          }
        }
        let after = knot.ask(first, as: form.caller(1))
        if removal != .reset && removal != .resetAll { _ = try await after.result() }
        go.open()
        let old = try await builder.value()
        #expect(old.defect == nil && old.beads.count == 2 && old.beads.allSatisfy { $0.build == 1 })
        switch try await after.result() {
        case .success(let sight): #expect(sight.beads.allSatisfy { $0.build == (removal == .replace ? 7 : 2) })
        case .failure(let error): #expect(removal == .unregister && (error as? ResolutionError)?.code == .notRegistered)
        }
        knot.untie()
      }
    }

    @Test("Case 107: the container is shut down while a closure waits", arguments: Form.allCases)
    func shutDown(_ form: Form) async throws {
      for first in [0, 1] {
        var knot = KnotShape.pair.knot
        let (made, go) = (Gate("the constructor of what is asked for later"), Gate("go"))
        knot.starting = {
          guard $0 == 0 else { return }
          made.open()
          try go.block()
        }
        try knot.register()
        let builder = knot.ask(first, as: form.blockingCaller(0))
        try await made.pass()
        let container = knot.container
        let ending = Pending.inTask { try await container.shutdown(deadline: nil) }
        try await Timeout.until("the container drains") { (try? container.resolveNow(Int.self)) == nil && container.isClosing }
        go.open()
        #expect(try await builder.value().defect == nil)
        #expect(try await ending.value().isClean)
        knot.untie()
      }
    }

    @Test("Case 107 A: a task that waits for a circle is cancelled before it is closed")
    func cancelledTasks() async throws {
      for first in [0, 1] {
        for isAsynchronous in [true, false] {
          var knot = KnotShape.pair.knot
          let (made, go) = (Gate("the constructor of what is asked for later"), Gate("go"))
          knot.starting = {
            guard $0 == 0 else { return }
            made.open()
            try go.block()
          }
          if isAsynchronous { knot.asynchronous = [0] }
          try knot.register()
          let builder = knot.ask(first, as: .ownTask)
          try await made.pass()
          let waiting = { @Sendable [knot] in knot.names.reduce(0) { $0 + max(0, knot.waiters(of: $1)) } }
          if isAsynchronous { try await Timeout.until("the first one waits") { waiting() > 0 } }
          let before = waiting()
          let other = knot.ask(1 - first, as: .ownTask)
          try await Timeout.until("the other waits") { waiting() > before }
          builder.cancel()
          go.open()
          // Who was not cancelled gets a whole circle.
          #expect(try await other.value().defect == nil)
          switch try await builder.result() {
          case .success(let sight): #expect(sight.defect == nil)
          case .failure(let error): #expect((error as? ResolutionError)?.code == .cancelled, "\(error)")
          }
          knot.untie()
        }
      }
    }
  }
}

/// A type that is registered nowhere.
private struct Unregistered: Sendable {}

extension Container {
  /// Whether it refuses requests because it is being shut down.
  fileprivate var isClosing: Bool {
    do { _ = try resolveNow(Unregistered.self) } catch { return error.code == .shutDown }
    return false
  }
}
