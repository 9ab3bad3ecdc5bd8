import Holdfast

/// What the tests build.
extension HIPInstanceLocatorTests {
  struct Color: Sendable, Equatable {
    let name: String
  }

  final class Engine: Sendable {
    let number: Int

    init(number: Int) { self.number = number }
  }

  final class Window: Sendable {}

  final class Car: Sendable {
    let window: Window

    init(window: Window) { self.window = window }
  }

  final class Dial {
    var value = 0
  }

  final class Controller {
    var color: Color?
    var engine: Engine?
    var dial: Dial?
  }

  final class Parent {
    let number: Int
    var child: Child?

    init(number: Int) { self.number = number }
  }

  final class Child {
    let number: Int
    weak var parent: Parent?

    init(number: Int) { self.number = number }
  }

  class Vehicle {
    let number: Int
    var notes: [String] = []

    init(number: Int) { self.number = number }
  }

  class Sedan: Vehicle {}
  final class Convertible: Sedan {}
  final class Van: Vehicle {}

  @MainActor final class Screen {
    let number: Int
    var presenter: Presenter?

    init(number: Int) { self.number = number }
  }

  @MainActor final class Presenter {
    let number: Int
    weak var screen: Screen?

    init(number: Int) { self.number = number }
  }

  @MainActor final class ViewController {
    var myColor: Color?
    var someDependency: Engine?
  }

  struct EngineAssembly: Assembly {
    let ledger: Ledger

    func register(in batch: Batch) {
      batch.register(Engine.self) { [ledger] _ in Engine(number: ledger.begin("engine")) }
      batch.register { _ in Window() }
    }
  }

  struct CarAssembly: Assembly {
    let ledger: Ledger
    var color = "white"

    func register(in batch: Batch) {
      batch.register(Color.self, instance: Color(name: color))
      batch.register { r in Car(window: try r.resolve()) }
    }
  }

  struct TwiceAssembly: Assembly {
    func register(in batch: Batch) {
      batch.register(Color.self, instance: Color(name: "one"))
      batch.register(Color.self, instance: Color(name: "two"))
    }
  }
}
