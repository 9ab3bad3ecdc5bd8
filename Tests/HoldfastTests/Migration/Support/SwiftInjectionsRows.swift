import Holdfast
import HoldfastDefinitions
import Testing

/// What single rows of SwiftInjections need besides.
extension Home {
  final class Shared: Sendable {
    let number: Int

    init(number: Int) { self.number = number }
  }

  struct SharedAssembly: DefinitionAssembly {
    let definitions: Definitions

    var shared: Shared { get throws { try define(scope: .singleton) { Shared(number: try begin("shared")) } } }
    var pair: (Shared, Shared) { get throws { try define { (try shared, try shared) } } }
  }

  struct EndlessAssembly: DefinitionAssembly {
    let definitions: Definitions

    var left: Service {
      get throws {
        try define(scope: .transient) {
          Service("left", number: 0)
        } configure: {
          $0.partner = try right
        }
      }
    }

    var right: Service {
      get throws {
        try define(scope: .transient) {
          Service("right", number: 0)
        } configure: {
          $0.partner = try left
        }
      }
    }
  }

  @MainActor final class Screen {
    var presenter: Presenter?
    var details: ScreenDetails?
  }

  @MainActor final class Presenter {
    weak var screen: Screen?
  }

  @MainActor final class ScreenDetails {
    weak var screen: Screen?
  }

  @MainActor struct ScreenAssembly: @MainActor DefinitionAssembly {
    let definitions: Definitions

    var screen: Screen {
      get throws {
        try define(scope: .singleton) {
          _ = try begin("screen")
          return Screen()
        } configure: {
          $0.presenter = try presenter
          $0.details = try details
        }
      }
    }

    var presenter: Presenter {
      get throws {
        try define(scope: .singleton) {
          _ = try begin("presenter")
          return Presenter()
        } configure: {
          $0.screen = try screen
        }
      }
    }

    var details: ScreenDetails {
      get throws {
        try define {
          _ = try begin("details")
          return ScreenDetails()
        } configure: {
          $0.screen = try screen
        }
      }
    }
  }

  struct BrokenAssembly: DefinitionAssembly {
    struct Failure: Error, Equatable {}

    let definitions: Definitions

    var part: Service { get throws { try define { Service("part", number: try begin("part")) } } }

    var holder: Service {
      get throws {
        try define {
          Service("holder", number: 0)
        } configure: {
          $0.partner = try part
          throw Failure()
        }
      }
    }
  }

  final class LateList {
    var first: Service?
    var assembly: ServiceAssembly?
  }

  struct LateAssembly: DefinitionAssembly {
    let definitions: Definitions

    var list: LateList {
      get throws {
        try define {
          LateList()
        } configure: {
          $0.assembly = assembly()
          $0.first = try $0.assembly?.first
        }
      }
    }
  }

  final class Tracked {
    private let alive: Counter
    var part: Tracked?

    init(_ alive: Counter) {
      self.alive = alive
      alive.add()
    }

    deinit { alive.add(-1) }
  }

  struct ToyBoxAssembly: DefinitionAssembly {
    let definitions: Definitions

    var box: (Toy, Parent) {
      get throws {
        try define {
          let parent = try assembly(FamilyAssembly.self).parent
          return (try assembly(ToyAssembly.self).toy, parent)
        }
      }
    }
  }

  struct GuestAssembly: DefinitionAssembly {
    let definitions: Definitions

    var parent: Parent {
      get throws {
        try define {
          Parent(number: try begin("parent"))
        } configure: {
          $0.child = try child
        }
      }
    }

    var child: Child {
      get throws {
        try define {
          Child(number: try begin("child"))
        } configure: {
          $0.parent = try parent
        }
      }
    }

    func inject(into parent: Parent) throws {
      try inject(into: parent, key: "parent") { $0.child = try child }
    }
  }

  final class Holder {
    var byType: Holder?
    var byKey: [Service] = []
    var errors: [ResolutionError] = []
  }

  struct FinderAssembly: DefinitionAssembly {
    let definitions: Definitions

    var one: Service { get throws { try define { Service("one", number: 1) } } }
    var two: Service { get throws { try define { Service("two", number: 2) } } }

    var holder: Holder {
      get throws {
        try define {
          Holder()
        } configure: {
          $0.byType = try existing()
          $0.errors.append(try failure { try existing(Service.self) })
          _ = (try one, try two)
          $0.errors.append(try failure { try existing(Service.self) })
          $0.byKey = [try existing(key: "one"), try existing(key: "two")]
          $0.errors.append(try failure { try existing(Service.self, key: "three") })
        }
      }
    }

    func service(_ number: Int) throws -> Service {
      try define(with: number) { Service("service", number: number) }
    }

    func configured(_ number: Int) throws -> Service {
      try define(scope: .transient) {
        Service("configured", number: 0)
      } configure: {
        _ = try service(number)
        $0.partner = try existing(Service.self)
      }
    }
  }

  final class Input {
    var anotherObject: AnotherObject?
  }

  final class AnotherObject {
    weak var object: Input?
  }

  struct InputAssembly: DefinitionAssembly {
    let definitions: Definitions

    var foundByType: AnotherObject {
      get throws {
        try define {
          AnotherObject()
        } configure: {
          $0.object = try existing()
        }
      }
    }

    var foundByKey: AnotherObject {
      get throws {
        try define {
          AnotherObject()
        } configure: {
          $0.object = try existing(key: "input")
        }
      }
    }

    func inject(into input: Input) throws {
      try inject(into: input) { $0.anotherObject = try foundByType }
    }

    func injectByKey(into input: Input) throws {
      try inject(into: input, key: "input") { $0.anotherObject = try foundByKey }
    }
  }
}
