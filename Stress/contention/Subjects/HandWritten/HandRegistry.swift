/// The registry that people write by hand, over one of the locks: singletons are built under the lock, the rest outside it.
final class HandRegistry<G: GuardedTable>: Sendable {
  let guarded = G()

  // MARK: Registering

  func register<T: Sendable>(_ type: T.Type, instance: T) {
    let box = InstanceBox(instance)
    guarded.write { $0.pointee.instances[ObjectIdentifier(type)] = box }
  }

  func register<T: Sendable>(_ type: T.Type, factory: @escaping @Sendable (HandRegistry<G>) -> T) {
    let box = FactoryBox(factory)
    guarded.write { $0.pointee.factories[ObjectIdentifier(type)] = box }
  }

  func registerTwoArguments<T: Sendable>(_ type: T.Type, factory: @escaping @Sendable ((Int, Int)) -> T) {
    let box = FactoryBox(factory)
    guarded.write { $0.pointee.factories[ObjectIdentifier(type)] = box }
  }

  @inline(__always)
  func register<T: Sendable>(_ key: NamedKey, instance: T) {
    let box = InstanceBox(instance)
    // The old box is released after the lock is.
    _ = guarded.write { $0.pointee.named.updateValue(box, forKey: key) }
  }

  @inline(__always)
  func register<T: Sendable>(_ key: NamedKey, factory: @escaping @Sendable (HandRegistry<G>) -> T) {
    let box = FactoryBox(factory)
    guarded.write { $0.pointee.namedFactories[key] = box }
  }

  /// Replaces what is there; the next caller builds it anew.
  @inline(__always)
  func replace<T: Sendable>(_ key: NamedKey, factory: @escaping @Sendable (HandRegistry<G>) -> T) {
    let box = FactoryBox(factory)
    // The old boxes are released after the lock is.
    _ = guarded.write { table in
      [table.pointee.namedFactories.updateValue(box, forKey: key), table.pointee.named.removeValue(forKey: key)]
    }
  }

  // MARK: Resolving

  /// A singleton by type.
  @inline(__always)
  func resolve<T: Sendable>(_ type: T.Type) -> T {
    guard let box = guarded.read({ $0.pointee.instances[ObjectIdentifier(type)] }) else { missing(type) }
    return unsafeDowncast(box, to: InstanceBox<T>.self).value  // Only boxes of T are stored under T.
  }

  /// A singleton by type and name, built under the lock when it is not there.
  @inline(__always)
  func resolve<T: Sendable>(_ type: T.Type, _ key: NamedKey) -> T {
    let box = guarded.read({ $0.pointee.named[key] }) ?? build(type, key)
    return unsafeDowncast(box, to: InstanceBox<T>.self).value  // Only boxes of T are stored under T's keys.
  }

  /// A transient: its factory runs outside the lock.
  @inline(__always)
  func make<T: Sendable>(_ type: T.Type) -> T {
    guard let box = guarded.read({ $0.pointee.factories[ObjectIdentifier(type)] }) else { missing(type) }
    return unsafeDowncast(box, to: FactoryBox<HandRegistry<G>, T>.self).make(self)  // Only factories of T are stored under T.
  }

  /// A transient with two arguments.
  @inline(__always)
  func make<T: Sendable>(_ type: T.Type, _ first: Int, _ second: Int) -> T {
    guard let box = guarded.read({ $0.pointee.factories[ObjectIdentifier(type)] }) else { missing(type) }
    return unsafeDowncast(box, to: FactoryBox<(Int, Int), T>.self).make((first, second))  // Registered with two arguments.
  }

  @inline(never)
  private func build<T: Sendable>(_ type: T.Type, _ key: NamedKey) -> any Table.Held {
    guarded.write { table in
      if let box = table.pointee.named[key] { return box }
      guard let factory = table.pointee.namedFactories[key] else { missing(type) }
      let box = InstanceBox(unsafeDowncast(factory, to: FactoryBox<HandRegistry<G>, T>.self).make(self))  // Stored under T's keys.
      table.pointee.named[key] = box
      return box
    }
  }

  @inline(never)
  private func missing<T>(_ type: T.Type) -> Never {
    fatalError("\(type) is not registered")
  }
}
