import Holdfast
import HoldfastDefinitions

/// What the tests of SwiftInjections' rows define: ordinary classes with variable properties, and two assemblies of them. Every object
/// that is made is noted in the container's ledger, under the name of its definition.
enum Home {
  final class Service {
    let title: String
    let number: Int
    var partner: Service?

    init(_ title: String, number: Int) {
      self.title = title
      self.number = number
    }
  }

  final class Parent {
    let number: Int
    var child: Child?
    var service: Service?

    init(number: Int) { self.number = number }
  }

  final class Child {
    let number: Int
    weak var parent: Parent?
    var toy: Toy?

    init(number: Int) { self.number = number }
  }

  final class Toy {
    weak var owner: Child?
    weak var buyer: Parent?
  }

  struct FamilyAssembly: DefinitionAssembly {
    let definitions: Definitions

    var parent: Parent {
      get throws {
        try define {
          Parent(number: try begin("parent"))
        } configure: {
          $0.child = try child
          $0.service = try assembly(ServiceAssembly.self).first
        }
      }
    }

    var child: Child {
      get throws {
        try define {
          Child(number: try begin("child"))
        } configure: {
          $0.parent = try parent
          $0.toy = try assembly(ToyAssembly.self).toy
        }
      }
    }

    /// Both at once, as one graph.
    var pair: (Parent, Child) {
      get throws { try define { (try parent, try child) } }
    }
  }

  /// Its toy refers to objects of the first assembly.
  struct ToyAssembly: DefinitionAssembly {
    let definitions: Definitions

    var toy: Toy {
      get throws {
        try define {
          _ = try begin("toy")
          return Toy()
        } configure: {
          $0.owner = try assembly(FamilyAssembly.self).child
          $0.buyer = try existing()
        }
      }
    }
  }

  struct ServiceAssembly: DefinitionAssembly {
    let definitions: Definitions

    var first: Service { get throws { try define { Service("first", number: try begin("first")) } } }

    var second: Service { get throws { try define { Service("second", number: try begin("second")) } } }

    /// Two properties, one object.
    var main: Service { get throws { try define(key: "main") { Service("main", number: try begin("main")) } } }
    var alias: Service { get throws { try define(key: "main") { Service("alias", number: try begin("alias")) } } }

    var fresh: Service { get throws { try define(scope: .transient) { Service("fresh", number: try begin("fresh")) } } }

    /// Everything of one graph, twice.
    var all: [Service] {
      get throws { try define { [try first, try second, try main, try alias, try fresh, try first, try second, try fresh] } }
    }
  }
}

extension DefinitionAssembly {
  /// Notes that something is made; answers its number.
  func begin(_ name: Name) throws -> Int { try resolver.resolve(Ledger.self).begin(name) }
}
