public import OnceKernel

/// What a property of a composition refers to: the key of its registration in a container, once it has been composed.
///
/// Copies of the property share it. It keeps the container's core alive, but not the container: after the container's release a request throws.
@usableFromInline
package final class Handle: Sendable {
  /// Filled once, by the thread that took the definition.
  @usableFromInline let bound = AtomicReference<BoundHandle>()
  /// What the composing thread takes.
  private let definition = AtomicReference<AnyObject>()
  /// The type of the composition that has the property.
  package let owner: Any.Type

  package init(_ definition: AnyObject, of owner: Any.Type) {
    self.owner = owner
    self.definition.fill(definition)
  }

  deinit {
    _ = bound.exchange(nil)
    _ = definition.exchange(nil)
  }

  /// Takes the definition; nil if the property has been composed already.
  package func takeDefinition() -> AnyObject? { definition.exchange(nil) }

  /// Called once, by the thread that took the definition.
  ///
  /// - Parameters:
  ///   - type: the key's.
  ///   - number: one of `numbers(for:)`.
  package func bind(_ type: Any.Type, named name: Name, in container: Container, number: UInt) {
    bound.fill(BoundHandle(KeyedCell(AnyKey(type, named: name), name, in: container.core), container, number))
  }

  /// Numbers for so many handles, which no others have.
  package static func numbers(for count: Int) -> Range<UInt> {
    lastNumber.withLock { last in
      defer { last += UInt(count) }
      return last..<last + UInt(count)
    }
  }

  private static let lastNumber = Guarded<UInt>(0)

  /// The number that it was bound with; nil before the property has been composed.
  package var number: UInt? { bound.load()?._withUnsafeGuaranteedRef { $0.number } }

  /// The key; nil before the property has been composed.
  package var key: AnyKey? { bound.load()?._withUnsafeGuaranteedRef { $0.keyed.key } }

  /// What is registered; nil before that.
  package var registered: Registration? {
    bound.load()?._withUnsafeGuaranteedRef { $0.core.registration(for: $0.keyed.key) }
  }

  /// Remembers the cells of what was registered in a container that the handles are bound to.
  package static func find(_ handles: [Handle], in container: Container) {
    container.core.registry.enter(with: handles) { registry, handles in
      for handle in handles { handle.bound.load()?._withUnsafeGuaranteedRef { $0.keyed.find(in: registry.table) } }
    }
  }

  /// The handle as a need of what is registered in `container`; nil before the property has been composed.
  package func need<T>(of type: T.Type, in container: Container) -> KeyedNeed<T>? {
    guard let bound = bound.load()?.takeUnretainedValue() else { return nil }  // the handle keeps it
    return KeyedNeed(keyed: bound.keyed, other: bound.core === container.core ? nil : bound)
  }

  /// Whether it was composed in `container`.
  package func isBound(to container: Container) -> Bool {
    bound.load()?._withUnsafeGuaranteedRef { $0.core === container.core } ?? false
  }

  /// Whether it was composed in `container` or in a container that that one asks.
  package func isReachable(from container: Container) -> Bool {
    guard let core = bound.load()?._withUnsafeGuaranteedRef({ $0.core }) else { return false }
    return core === container.core || container.core.descends(from: core)
  }
}

/// Where a handle asks.
@usableFromInline
final class BoundHandle: Sendable {
  @usableFromInline let keyed: KeyedCell
  @usableFromInline let core: Core
  /// The container's own.
  @usableFromInline let requester: Requester

  let number: UInt

  init(_ keyed: KeyedCell, _ container: Container, _ number: UInt) {
    self.number = number
    self.keyed = keyed
    core = container.core
    requester = container.requester
  }
}

// MARK: Requests outside factories

extension Handle {
  /// The value of what callers share.
  @inlinable
  package func value<T>(_ type: T.Type) throws(ResolutionError) -> T {
    if let bound = bound.load() {
      let pinned = bound._withUnsafeGuaranteedRef { $0.keyed.pin(in: $0.core) }
      if let instance = pinned.instance {
        defer { pinned.unpin() }
        return Core.value(instance, as: type)
      }
      pinned.unpin()
    }
    return try missed(type)
  }

  /// The value of what callers share, for a task.
  @inlinable
  nonisolated(nonsending) package func value<T>(_ type: T.Type) async throws(ResolutionError) -> sending T {
    if let bound = bound.load() {
      let pinned = bound._withUnsafeGuaranteedRef { $0.keyed.pin(in: $0.core) }
      if let instance = pinned.instance {
        defer { pinned.unpin() }
        return sent(Core.value(instance, as: type))
      }
      pinned.unpin()
    }
    return try await missed(type, with: NoArguments())
  }

  /// A value of its caller's own.
  @inlinable
  package func make<T, each A>(_ type: T.Type, with arguments: repeat each A) throws(ResolutionError) -> sending T {
    if let bound = bound.load() {
      let pinned = bound._withUnsafeGuaranteedRef { $0.keyed.pin(in: $0.core) }
      if pinned.isTransient {
        // A result, as what keeps the bound handle without counting a reference knows no typed errors.
        let result = bound._withUnsafeGuaranteedRef { bound in
          Result { () throws(ResolutionError) in
            try bound.core.make(type, at: pinned, ArgumentPack<repeat each A>((repeat each arguments)), for: bound.requester)
          }
        }
        return sent(try result.get())
      }
      pinned.unpin()
    }
    return sent(try missed(type, with: ArgumentPack<repeat each A>((repeat each arguments))))
  }

  /// A value of its caller's own, for a task.
  nonisolated(nonsending) package func make<T, each A>(
    _ type: T.Type, with arguments: repeat each A
  ) async throws(ResolutionError) -> sending T {
    try await missed(type, with: ArgumentPack<repeat each A>((repeat each arguments)))
  }

  @usableFromInline @inline(never)
  func missed<T>(_ type: T.Type) throws(ResolutionError) -> T { try ask(type, with: NoArguments()) }

  @usableFromInline @inline(never)
  func missed<T, Arguments>(_ type: T.Type, with arguments: Arguments) throws(ResolutionError) -> T { try ask(type, with: arguments) }

  @usableFromInline @inline(never)
  nonisolated(nonsending) func missed<T, Arguments>(
    _ type: T.Type, with arguments: Arguments
  ) async throws(ResolutionError) -> sending T {
    try await ask(type, with: arguments)
  }

  // Private, so that the compiler does not specialize them, with all of a miss, in each client.

  @inline(never)
  private func ask<T, Arguments>(_ type: T.Type, with arguments: Arguments) throws(ResolutionError) -> T {
    let bound = try boundOrThrow(type)
    return try bound.core.resolve(type, bound.keyed.name, with: arguments, for: bound.requester)
  }

  @inline(never)
  nonisolated(nonsending) private func ask<T, Arguments>(
    _ type: T.Type, with arguments: Arguments
  ) async throws(ResolutionError) -> sending T {
    let bound = try boundOrThrow(type)
    return try await bound.core.resolve(type, bound.keyed.name, with: arguments, for: bound.requester)
  }

  private func boundOrThrow(_ type: Any.Type) throws(ResolutionError) -> BoundHandle {
    guard let bound = bound.load()?.takeUnretainedValue() else { throw .notComposed(AnyKey(type)) }  // the handle keeps it
    return bound
  }
}

// MARK: Requests of factories

/// What a factory of a composition needs, found by its key.
@usableFromInline
package struct KeyedNeed<Value>: Sendable {
  @usableFromInline let keyed: KeyedCell
  /// Where it is, if that is not the container of the factory.
  @usableFromInline let other: BoundHandle?

  /// - Parameter resolution: the factory's.
  @inlinable
  package func value(_ resolution: FactoryResolver) throws(ResolutionError) -> Value {
    let core = resolution.core
    if other == nil, keyed.belongs(to: core) {
      let pinned = keyed.pin(in: core)
      if let instance = pinned.instance {
        defer { pinned.unpin() }
        return Core.value(instance, as: Value.self)
      }
      if pinned.isTransient { return try make(at: pinned, resolution) }
      pinned.unpin()
    }
    return try missed(resolution)
  }

  /// A value of the factory's own.
  ///
  /// Not inlined: the run would be retained for it even where it is not called.
  @inlinable @inline(never)
  func make(at pinned: PinnedCell, _ resolution: FactoryResolver) throws(ResolutionError) -> Value {
    try resolution.core.make(Value.self, at: pinned, NoArguments(), for: resolution.requester)
  }

  @inlinable
  nonisolated(nonsending) package func value(inTaskOf resolution: FactoryResolver) async throws(ResolutionError) -> Value {
    let core = resolution.core
    if other == nil, keyed.belongs(to: core) {
      let pinned = keyed.pin(in: core)
      if let instance = pinned.instance {
        defer { pinned.unpin() }
        return Core.value(instance, as: Value.self)
      }
      pinned.unpin()
    }
    return try await missed(resolution)
  }

  /// Asks after the current build, which the value may need; see `FactoryResolver.later`.
  package func later(_ resolution: FactoryResolver, _ body: @escaping (Value) throws -> Void) throws {
    // What another container has needs nothing of this one.
    if other != nil { return try body(value(resolution)) }
    resolution.later(Value.self, named: keyed.name, body)
  }

  /// A reference that asks later.
  package func provider(_ resolution: FactoryResolver) -> Provider<Value> {
    let (core, requester) = place(for: resolution)
    return Provider(core, Key(Value.self, named: keyed.name), for: requester)
  }

  /// A reference that makes values of arguments.
  package func factory<each A>(_ resolution: FactoryResolver, taking arguments: repeat (each A).Type) -> Factory<Value, repeat each A> {
    let (core, requester) = place(for: resolution)
    return Factory(core, keyed.name, for: requester)
  }

  private func place(for resolution: FactoryResolver) -> (Core, Requester) {
    guard let other else { return (resolution.core, resolution.requester) }
    return (other.core, other.requester.forRun(in: other.core))
  }

  @usableFromInline @inline(never)
  func missed(_ resolution: FactoryResolver) throws(ResolutionError) -> Value { try ask(resolution) }

  @usableFromInline @inline(never)
  nonisolated(nonsending) func missed(_ resolution: FactoryResolver) async throws(ResolutionError) -> Value { try await ask(resolution) }

  // Private, so that the compiler does not specialize them, with all of a miss, in each client.

  @inline(never)
  private func ask(_ resolution: FactoryResolver) throws(ResolutionError) -> Value {
    // A request through the other container finds the run that asks.
    if let other { return try other.core.resolve(Value.self, keyed.name, for: other.requester) }
    return try resolution.core.resolve(Value.self, keyed.name, for: resolution.requester)
  }

  @inline(never)
  nonisolated(nonsending) private func ask(_ resolution: FactoryResolver) async throws(ResolutionError) -> Value {
    if let other { return try await other.core.resolve(Value.self, keyed.name, for: other.requester) }
    return try await resolution.core.resolve(Value.self, keyed.name, for: resolution.requester)
  }
}
