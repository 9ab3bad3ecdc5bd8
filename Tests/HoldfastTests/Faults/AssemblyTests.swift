import Holdfast
import Testing

extension Faults {
  @Suite("Assemblies given and depended on")
  struct AssemblyTests {
    @Test("Case 108 S: two values of one assembly type are both applied, in order")
    func twoValues() throws {
      let container = try Container(Env("a", registers: "first"), Env("b", registers: "second"))
      #expect(try container.resolve(String.self, named: "first") == "a")
      #expect(try container.resolve(String.self, named: "second") == "b")
      #expect(try container.resolve(String.self) == "b", "the later one replaces what both register")
      try container.apply(Env("c", registers: "third"), Env("d", registers: "third"))
      #expect(try container.resolve(String.self, named: "third") == "d")
      let error = try failure { () throws(ResolutionError) in
        try Container(Env("a", registers: "first"), Env("b", registers: "second"), duplicates: .reject)
      }
      #expect(error.code == .duplicate && error.key == AnyKey(String.self), "and so both are seen where duplicates are refused")
    }

    @Test("What several depend on is applied once, also for two values of one type")
    func dependencies() throws {
      let counter = Counter()
      let base = Base(counter, "default")
      _ = try Container(Feature("a", needs: [base]), Feature("b", needs: [base]), Middle(needs: [Feature("c", needs: [base])]))
      #expect(counter.value == 1)
    }

    @Test("An assembly that was given takes the place of a dependency of its type")
    func given() throws {
      for isFirst in [true, false] {
        let counter = Counter()
        let feature = Feature("a", needs: [Base(counter, "default")])
        let mine = Base(counter, "mine")
        let container = isFirst ? try Container(mine, feature) : try Container(feature, mine)
        #expect(counter.value == 1)
        #expect(try container.resolve(String.self, named: "base") == "mine")
      }
    }

    @Test("Assemblies that depend on each other are each applied once")
    func circle() throws {
      let counter = Counter()
      _ = try Container(Left(counter))
      #expect(counter.value == 2)
    }
  }
}

private struct Env: Assembly {
  let text: String
  let name: Name

  init(_ text: String, registers name: Name) {
    self.text = text
    self.name = name
  }

  func register(in batch: Batch) {
    let text = text
    batch.register(String.self, instance: text).register(String.self, named: name) { _ in text }
  }
}

private struct Base: Assembly {
  let counter: Counter
  let text: String

  init(_ counter: Counter, _ text: String) {
    self.counter = counter
    self.text = text
  }

  func register(in batch: Batch) {
    counter.add()
    batch.register(String.self, named: "base", instance: text)
  }
}

private struct Feature: Assembly {
  let name: Name
  let dependencies: [any Assembly]

  init(_ name: Name, needs dependencies: [any Assembly]) {
    self.name = name
    self.dependencies = dependencies
  }

  func register(in batch: Batch) { batch.register(Int.self, named: name, instance: 1) }
}

private struct Middle: Assembly {
  let dependencies: [any Assembly]

  init(needs dependencies: [any Assembly]) { self.dependencies = dependencies }

  func register(in batch: Batch) {}
}

private struct Left: Assembly {
  let counter: Counter
  var dependencies: [any Assembly] { [Right(counter: counter)] }

  init(_ counter: Counter) { self.counter = counter }

  func register(in batch: Batch) { counter.add() }
}

private struct Right: Assembly {
  let counter: Counter
  var dependencies: [any Assembly] { [Left(counter)] }

  func register(in batch: Batch) { counter.add() }
}
