import Holdfast

// One loop for each form, so that the compiler knows in each what is registered.

extension Construction {
  /// Registers so many keys one by one, a thousand in each container.
  func register(_ turns: Int) throws {
    let item = Item(0)
    for first in stride(from: 0, to: turns, by: RegistrationWork.keys) {
      let names = HoldfastKeys.names.prefix(min(RegistrationWork.keys, turns - first))
      let container = Container()
      switch self {
      case .registerTransient: for name in names { try container.register(Item.self, named: name, scope: .transient) { _ in Item(0) } }
      case .registerInstance: for name in names { try container.register(Item.self, named: name, instance: item) }
      case .registerAsync: for name in names { try container.register(Item.self, named: name, .async { _ in Item(0) }) }
      case .registerMainActor: for name in names { try container.register(Item.self, named: name, .mainActor { _ in Item(0) }) }
      case .registerWired: for name in names { try container.register(Wired.self, named: name, .wired(Wired.init)) }
      case .registerWiredTransient:
        for name in names { try container.register(Wired.self, named: name, scope: .transient, .wired(Wired.init)) }
      case .registerArgument: for name in names { try container.register(Item.self, named: name, .factory(taking: Int.self) { Item($1) }) }
      case .registerArgumentTransient:
        for name in names { try container.register(Item.self, named: name, scope: .transient, .factory(taking: Int.self) { Item($1) }) }
      case .registerBatch:
        try container.registerAll { batch in for name in names { batch.register(Item.self, named: name) { _ in Item(0) } } }
      default: for name in names { try container.register(Item.self, named: name) { _ in Item(0) } }
      }
    }
  }
}

/// What an initializer of one parameter makes.
private final class Wired: Sendable {
  let item: Item
  init(item: Item) { self.item = item }
}
