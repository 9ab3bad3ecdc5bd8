import Holdfast
import Testing

extension Faults {
  /// A circle with a constructor in it that nothing closes, and what its error says.
  @Suite("Circles with a constructor that nothing closes")
  struct LaterRemedyTests {
    @Test("Case 107: without later, a circle with a constructor is an error from every end", arguments: Form.allCases)
    func everyEnd(_ form: Form) async throws {
      let shapes = [
        Knot(2, takes: [0: [1]], injects: [1: [0]]), Knot(3, takes: [0: [1]], injects: [1: [2], 2: [0]]),
        // A closure elsewhere does not help.
        Knot(3, takes: [0: [1]], injects: [1: [0]], later: [1: [2], 2: [0]]), Knot(2, takes: [0: [1], 1: [0]]),
      ]
      for shape in shapes {
        for first in shape.names.indices {
          var knot = shape
          knot.ledger = Ledger()
          knot.container = Container()
          try knot.register()
          for number in 0..<2 {
            let error = try await knot.ask(first, as: form.caller(number)).error()
            #expect(error.code == .cycle)
            #expect(error.remedy.contains("r.later(Bead.self, named: "), "\(error)")
          }
          #expect(knot.isEmpty)
          knot.untie()
        }
      }
    }

    final class Parent: Sendable {
      let child: Child

      init(_ child: Child) { self.child = child }
    }

    final class Child: @unchecked Sendable {  // unchecked: its parent is set before anything else sees it
      weak var parent: Parent?
    }

    @Test("Case 107: code that follows the remedy of the circle's error gets the circle, from either end", arguments: Form.allCases)
    func remedy(_ form: Form) async throws {
      let line = "registerInjector(Child.self) { child, r in r.later(Parent.self) { child.parent = $0 } }"
      for isChildFirst in [false, true] {
        let container = try Container { batch in
          batch.register { r in Parent(try r.resolve()) }.register { _ in Child() }
        }
        let ask = { @Sendable (number: Int) -> Pending<Bool> in
          HoldfastTests.ask(as: form.caller(number)) {
            let child = isChildFirst ? try container.resolveNow(Child.self) : try container.resolveNow(Parent.self).child
            return try container.resolveNow(Parent.self) === child.parent && child.parent?.child === child
          } async: {
            let child = isChildFirst ? try await container.resolve(Child.self) : try await container.resolve(Parent.self).child
            return try await container.resolve(Parent.self) === child.parent && child.parent?.child === child
          }
        }
        try container.registerInjector(Child.self) { child, r in child.parent = try r.resolve() }
        let error = try await ask(0).error()
        #expect(error.code == .cycle)
        #expect(error.remedy.contains(line), "\(error.remedy)")
        // The line, as it stands.
        try container.registerInjector(Child.self) { child, r in r.later(Parent.self) { child.parent = $0 } }
        #expect(try await ask(1).value())
      }
    }
  }
}
