import Holdfast
import HoldfastComposition
import Testing

@Suite("What the compiler cannot see, and Composed refuses")
struct RefusalTests {
  @Test("A circle among properties whose types are written")
  func circle() throws {
    struct Annotated: Composition {
      let a: Shared<Int> = Shared(\.b) { $0 + 1 }
      let b: Shared<Int> = Shared(\.a) { $0 + 1 }
      let c = Shared(\.a) { $0 + 1 }
    }
    let error = #expect(throws: CompositionError.self) { try Composed(Annotated.init) }
    let (a, b) = (AnyKey(Int.self, named: "a"), AnyKey(Int.self, named: "b"))
    #expect(error?.problems.map(\.kind) == [.cycle([a, b, a])])
    #expect("\(error.map { "\($0)" } ?? "")".contains("deferred"))
  }

  @Test("A circle across modules whose types are written")
  func circleOfModules() throws {
    struct First: Composition {
      let b: Need<Int>
      let a = Shared(\.b) { $0 + 1 }
    }
    struct Second: Composition {
      let a: Need<Int>
      let b = Shared(\.a) { $0 + 1 }
    }
    struct Both: Composition {
      let first: First
      let second: Second
      init() {
        first = First(b: Need(\Both.second.b))
        second = Second(a: Need(\Both.first.a))
      }
    }
    let error = #expect(throws: CompositionError.self) { try Composed(Both.init) }
    guard case .cycle(let path) = error?.problems.first?.kind else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(path.count == 3)
  }

  @Test("Requirements that lead to each other")
  func requirements() throws {
    struct First: Composition {
      let need: Need<Int>
      let use = Shared { 1 }
    }
    struct Second: Composition {
      let need: Need<Int>
      let use = Shared(\.need) { $0 }
    }
    struct Both: Composition {
      let first: First
      let second: Second
      init() {
        first = First(need: Need(\Both.second.need))
        second = Second(need: Need(\Both.first.need))
      }
    }
    let error = #expect(throws: CompositionError.self) { try Composed(Both.init) }
    #expect(error?.problems.map(\.kind) == [.requirementsInACircle(AnyKey(Int.self))])
  }

  @Test("A requirement whose key path begins elsewhere")
  func notAround() throws {
    struct Other: Composition { let number = Shared { 1 } }
    struct Module: Composition {
      let need: Need<Int>
      let use = Shared(\.need) { $0 }
    }
    struct Around: Composition { let module = Module(need: Need(\Other.number)) }
    let error = #expect(throws: CompositionError.self) { try Composed(Around.init) }
    guard case .notAround = error?.problems.first?.kind else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(error?.problems.first?.property == "module.use")
  }

  @Test("An object that is no property")
  func noProperty() throws {
    struct Module: Composition {
      let need: Need<Int>
      let use = Shared(\.need) { $0 }
    }
    let loose = AppObjects.Shared { 1 }
    let error = #expect(throws: CompositionError.self) { try Composed { Module(need: Need(loose)) } }
    #expect(error?.problems.map(\.kind) == [.notComposed(AnyKey(Int.self))])
  }

  @Test("A composition whose properties the runtime does not know, as an enumeration's, and those of a module without reflection metadata")
  func hidden() throws {
    enum Choice: Composition {
      case storage(StorageObjects)
    }
    struct Choosing: Composition {
      let choice: Choice
      let number = Shared { 1 }
    }
    let error = #expect(throws: CompositionError.self) { try Composed { Choosing(choice: .storage(StorageObjects(log: Log()))) } }
    #expect(error?.problems.map(\.property) == ["Choosing"])
    guard case .notReflected(let type) = error?.problems.first?.kind else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(type.contains("Choice") && error?.description.contains("-disable-reflection-metadata") == true)
  }

  @Test("A list of properties that lacks one, or has one that is not stored")
  func unlisted() throws {
    struct Module: Composition {
      let first = Shared { 1 }
      let second = Shared(\.first) { $0 + 1 }
      let text = "no object"
      static var properties: KeyValuePairs<String, PartialKeyPath<Self>> { ["first": \.first] }
    }
    struct Around: Composition {
      let module = Module()
      var computed: Int { 1 }
      static var properties: KeyValuePairs<String, PartialKeyPath<Self>> { ["module": \.module, "computed": \.computed] }
    }
    let error = #expect(throws: CompositionError.self) { try Composed(Around.init) }
    #expect(error?.problems.map(\.kind) == [.notListed, .notListed])
    #expect(error.map { Set($0.problems.map(\.property)) } == ["computed", "module.second"])
  }

  @Test("A composition that was not made with Composed throws when it is asked")
  func notComposed() throws {
    let error = #expect(throws: ResolutionError.self) { try AppObjects().storage.store() }
    #expect(error?.code == .notComposed)
  }

  @Test("A value of a composition can be composed once")
  func twice() throws {
    let objects = AppObjects()
    let app = try Composed { objects }
    let error = #expect(throws: CompositionError.self) { try Composed { objects } }
    #expect(error?.problems.contains { $0.kind == .composedTwice } == true)
    #expect(try app.payments().pay(1) == "paid 1 at 12")
  }

  @Test("Nothing has been registered when a composition is refused")
  func nothing() throws {
    struct Wrong: Composition {
      let right = Shared { 1 }
      let wrong = Registered<String>()
      let use = Shared(\.wrong) { $0.count }
    }
    let container = Container()
    #expect(throws: CompositionError.self) { try Composed(Wrong.init, in: container) }
    #expect(container.keys().isEmpty)
  }
}
