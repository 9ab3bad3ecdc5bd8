/// The registry that people write with an actor: every resolve is awaited.
actor ActorRegistry {
  private var table = Table()

  // MARK: Registering

  func register<T: Sendable>(_ type: T.Type, instance: T) {
    table.instances[ObjectIdentifier(type)] = InstanceBox(instance)
  }

  func register<T: Sendable>(_ key: NamedKey, instance: T) {
    table.named[key] = InstanceBox(instance)
  }

  func register<T: Sendable>(_ key: NamedKey, factory: @escaping @Sendable (isolated ActorRegistry) -> T) {
    table.namedFactories[key] = ActorFactoryBox(factory)
  }

  /// Registers so many named items in one hop.
  func furnish(items: Int) {
    for number in 0..<items { register(NamedKey.items[number], instance: Item.pool[number]) }
  }

  /// What a batch is here: one hop.
  func fill() {
    table.namedFactories.reserveCapacity(RegistrationWork.keys)
    for number in 0..<RegistrationWork.keys { register(NamedKey.items[number]) { _ in Item(number) } }
  }

  // MARK: Resolving

  func resolve<T: Sendable>(_ type: T.Type) -> T {
    guard let box = table.instances[ObjectIdentifier(type)] else { fatalError("\(type) is not registered") }
    return unsafeDowncast(box, to: InstanceBox<T>.self).value  // Only boxes of T are stored under T.
  }

  func resolve<T: Sendable>(_ type: T.Type, _ key: NamedKey) -> T {
    if let box = table.named[key] { return unsafeDowncast(box, to: InstanceBox<T>.self).value }  // Only boxes of T under T's keys.
    guard let factory = table.namedFactories[key] else { fatalError("\(type) is not registered") }
    let value = unsafeDowncast(factory, to: ActorFactoryBox<T>.self).make(self)  // Only factories of T under T's keys.
    table.named[key] = InstanceBox(value)
    return value
  }
}

/// A factory that runs on the actor.
final class ActorFactoryBox<T: Sendable>: Sendable {
  let make: @Sendable (isolated ActorRegistry) -> T

  init(_ make: @escaping @Sendable (isolated ActorRegistry) -> T) { self.make = make }
}
