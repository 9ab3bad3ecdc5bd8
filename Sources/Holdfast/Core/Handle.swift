public import OnceKernel

/// What a property of a composition refers to: the key of its registration in a container, once it has been composed.
///
/// ```
///    property ─► handle ─► keyed cell     the key and its cell: of this handle alone
///                   └────► run            the container's own: of all handles that were composed with it
/// ```
///
/// Copies of the property share it. It keeps the container's core alive, but not the container: after the container's release a request throws.
@usableFromInline
package final class Handle: @unchecked Sendable {  // unchecked: constants, atomics, and `maker`
  /// Makes what is to be registered of the place of the composition that has the property, of the property's name, and of what gathers needs.
  package struct Maker {
    package let make: (UnsafeRawPointer, Name, AnyObject) -> Registration
  }

  /// Filled once, by the thread that claimed it, after `run`.
  @usableFromInline let keyed = AtomicReference<KeyedCell>()
  /// The container's own, for which the handle asks. Filled once, by that thread.
  @usableFromInline let run = AtomicReference<Run>()
  /// The type of the composition that has the property.
  package let owner: Any.Type

  package let site: SourceSite
  /// The type that the key has.
  package let keyType: Any.Type
  /// The type of the kind of scope that it is of.
  package let scope: Any.Type?
  /// How often it was claimed.
  private let claims = AtomicWord(0)
  /// Guard: only the thread whose `claim()` succeeded touches it.
  @exclusivity(unchecked)  // as one thread touches it, never inside an access of its own
  private var maker: Maker?  // no closure: an Optional would wrap it in another one

  /// - Parameter maker: is passed the place of a composition of the type `owner`.
  package init(of owner: Any.Type, _ keyType: Any.Type, _ site: SourceSite, scope: Any.Type?, _ maker: Maker) {
    self.owner = owner
    self.keyType = keyType
    self.site = site
    self.scope = scope
    self.maker = maker
  }

  deinit {
    _ = keyed.exchange(nil)
    _ = run.exchange(nil)
  }

  /// True for the first caller, which composes the property.
  package func claim() -> Bool { claims.next() == 0 }

  /// Called once, by the thread that claimed it.
  ///
  /// - Parameter number: one of `numbers(for:)`.
  package func bind(to name: Name, in container: Container, number: UInt) {
    run.fill(container.run)
    keyed.fill(KeyedCell(AnyKey(keyType, named: name), name, in: container.core, number: number))
  }

  /// What to register. Called once, by the thread that claimed and bound it.
  package func registration(of owner: UnsafeRawPointer, gathering: AnyObject) -> Registration {
    guard let maker, let name else { preconditionFailure("it is made once, of a handle that is bound") }
    self.maker = nil
    return maker.make(owner, name, gathering)
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
  package var number: UInt? { keyed.load()?._withUnsafeGuaranteedRef { $0.number } }

  /// The key; nil before the property has been composed.
  package var key: AnyKey? { keyed.load()?._withUnsafeGuaranteedRef { $0.key } }

  /// The name of that key.
  package var name: Name? { keyed.load()?._withUnsafeGuaranteedRef { $0.name } }

  /// What is registered; nil before that.
  package var registered: Registration? { bound.flatMap { $0.run.core.registration(for: $0.keyed.key) } }

  /// The handle as a need of what is registered in `container`; nil before the property has been composed.
  package func need(in container: Container) -> KeyedNeed<Never>? {
    guard let bound else { return nil }
    return KeyedNeed(keyed: bound.keyed, other: bound.run.core === container.core ? nil : bound.run)
  }

  /// Whether it was composed in `container`.
  package func isBound(to container: Container) -> Bool { bound.map { $0.run.core === container.core } ?? false }

  /// Whether it was composed in `container` or in one that this asks.
  package func isReachable(from container: Container) -> Bool {
    guard let core = bound?.run.core else { return false }
    return core === container.core || container.core.descends(from: core)
  }

  /// What it asks; nil before the property has been composed.
  private var bound: (keyed: KeyedCell, run: Run)? {
    guard let keyed = keyed.load(), let run = run.load() else { return nil }
    return (keyed.takeUnretainedValue(), run.takeUnretainedValue())  // the handle keeps them
  }
}

// MARK: Requests outside factories

extension Handle {
  /// Finds the instance or the cell, during a visit of the calling thread; none if the property has not been composed.
  ///
  /// Not inlined: a client has a call of this for each use of a property.
  @usableFromInline @inline(never)
  func find() -> FoundCell {
    guard let keyed = keyed.load() else { return .none }
    // The handle keeps it, and with the run, which it was given before, the core.
    return KeyedCell.find(keyed, skipsLayers: Mutant.propertySkipsLayers.isActive)
  }

  /// The value of what callers share.
  @inlinable
  package func value<T>(_ type: T.Type) throws(ResolutionError) -> T {
    let found = find()
    if found.isInstance {
      defer { found.leave() }
      return found.value(as: type)
    }
    return try finish(found, type)
  }

  /// The value of what callers share, for a task.
  @inlinable
  nonisolated(nonsending) package func value<T>(_ type: T.Type) async throws(ResolutionError) -> sending T {
    let found = find()
    if found.isInstance {
      defer { found.leave() }
      return sent(found.value(as: type))
    }
    if let held = held(in: found, T.self) { return sent(held.take(as: type)) }
    return try await missed(type)
  }

  /// A value of its caller's own.
  @inlinable
  package func make<T, each A>(_ type: T.Type, with arguments: repeat each A) throws(ResolutionError) -> sending T {
    let found = find()
    if found.isTransient, let run = run.load() {
      // A result, as what keeps the run without counting a reference knows no typed errors.
      let result = run._withUnsafeGuaranteedRef { run in
        Result { () throws(ResolutionError) in
          try run.core.make(type, at: found.cell, ArgumentPack<repeat each A>((repeat each arguments)), for: run.outermost)
        }
      }
      return sent(try result.get())
    }
    if ArgumentPack<repeat each A>.self == NoArguments.self { return sent(try finish(found, type)) }
    let arguments = ArgumentPack<repeat each A>((repeat each arguments))
    if let held = withUnsafePointer(to: arguments, { held(in: found, madeFrom: $0) }) { return sent(held.take(as: type)) }
    return sent(try missed(type, with: arguments))
  }

  /// A value of its caller's own, for a task.
  nonisolated(nonsending) package func make<T, each A>(
    _ type: T.Type, with arguments: repeat each A
  ) async throws(ResolutionError) -> sending T {
    try await asked(type, with: ArgumentPack<repeat each A>((repeat each arguments)))
  }

  /// The instance that exists apart, or in a layer, if there is one. Leaves what was found.
  @usableFromInline @inline(never)
  func held(in found: FoundCell, _ type: Any.Type) -> HeldInstance? {
    guard let keyed = keyed.load(), let run = run.load() else { return nil }
    return keyed._withUnsafeGuaranteedRef { keyed in
      run._withUnsafeGuaranteedRef { $0.core.held(in: found, type, keyed.name, for: $0.outermost) }
    }
  }

  /// The instance that is kept for arguments, if there is one. Leaves what was found.
  @usableFromInline @inline(never)
  func held(in found: FoundCell, madeFrom arguments: UnsafeRawPointer) -> HeldInstance? {
    guard let run = run.load() else { return nil }
    return run._withUnsafeGuaranteedRef { $0.core.held(in: found, madeFrom: arguments, for: $0.outermost) }
  }

  // Each calls a private function, so that the compiler does not specialize that, with all of a miss, in each client.

  @usableFromInline @inline(never)
  func finish<T>(_ found: FoundCell, _ type: T.Type) throws(ResolutionError) -> T { try finished(found, type) }

  @usableFromInline @inline(never)
  func missed<T, Arguments>(_ type: T.Type, with arguments: Arguments) throws(ResolutionError) -> T { try ask(type, with: arguments) }

  @usableFromInline @inline(never)
  nonisolated(nonsending) func missed<T>(_ type: T.Type) async throws(ResolutionError) -> sending T { try await ask(type) }

  @inline(never)
  private func finished<T>(_ found: FoundCell, _ type: T.Type) throws(ResolutionError) -> T {
    guard let keyed = keyed.load(), let run = run.load() else { throw .notComposed(AnyKey(type)) }
    do {
      // No reference is counted: the handle keeps both.
      return try keyed._withUnsafeGuaranteedRef { keyed in
        try run._withUnsafeGuaranteedRef { try $0.core.finish(found, type, keyed.name, for: $0.outermost) }
      }
    } catch let error as ResolutionError {
      throw error
    } catch {
      preconditionFailure("only what the core throws: \(error)")
    }
  }

  @inline(never)
  private func ask<T, Arguments>(_ type: T.Type, with arguments: Arguments) throws(ResolutionError) -> T {
    let (keyed, run) = try boundOrThrow(type)
    return try run.core.miss(type, keyed.name, with: arguments, for: run.outermost)
  }

  @inline(never)
  nonisolated(nonsending) private func ask<T>(_ type: T.Type) async throws(ResolutionError) -> sending T {
    let (keyed, run) = try boundOrThrow(type)
    return try await run.core.miss(type, keyed.name, for: run.outermost)
  }

  @inline(never)
  nonisolated(nonsending) private func asked<T, Arguments>(
    _ type: T.Type, with arguments: Arguments
  ) async throws(ResolutionError) -> sending T {
    let (keyed, run) = try boundOrThrow(type)
    return try await run.core.resolve(type, keyed.name, with: arguments, for: run.outermost)
  }

  private func boundOrThrow(_ type: Any.Type) throws(ResolutionError) -> (keyed: KeyedCell, run: Run) {
    guard let bound else { throw .notComposed(AnyKey(type)) }
    return bound
  }
}

// MARK: Requests of factories

/// What a factory of a composition needs, found by its key.
@usableFromInline
package struct KeyedNeed<Value>: Sendable {
  @usableFromInline package let keyed: KeyedCell
  /// The own run of the container that has it, if that is not the container of the factory.
  @usableFromInline let other: Run?

  @inlinable
  init(keyed: KeyedCell, other: Run?) {
    self.keyed = keyed
    self.other = other
  }

  /// What is in the container of the factory.
  package init(keyed: KeyedCell) { self.init(keyed: keyed, other: nil) }

  package var key: AnyKey { keyed.key }

  /// The number of the handle.
  package var number: UInt { keyed.number }

  /// Whether it is in the container of the factory.
  package var isOwn: Bool { other == nil }

  /// This need as one of the type `Other`, which the caller knows to be its own.
  @inlinable
  package func of<Other>(_ type: Other.Type) -> KeyedNeed<Other> { KeyedNeed<Other>(keyed: keyed, other: other) }

  /// - Parameter resolution: the factory's.
  @inlinable
  package func value(_ resolution: FactoryResolver) throws(ResolutionError) -> Value {
    let found = find(for: resolution)
    if found.isInstance {
      defer { found.leave() }
      return found.value(as: Value.self)
    }
    if found.isTransient { return try make(at: found, resolution) }
    return try finish(found, resolution)
  }

  /// Finds the instance or the cell, during a visit of the calling thread; none if it is another container's.
  @usableFromInline @inline(never)
  func find(for resolution: FactoryResolver) -> FoundCell {
    let core = resolution.core
    if other != nil { return .none }
    if !keyed.belongs(to: core) { return core.find(keyed.key.type, named: keyed.name) }
    return KeyedCell.find(.passUnretained(keyed), skipsLayers: Mutant.needSkipsLayers.isActive)  // the caller keeps it and the core
  }

  /// A value of the factory's own.
  ///
  /// Not inlined: the run would be retained for it even where it is not called.
  @inlinable @inline(never)
  func make(at found: FoundCell, _ resolution: FactoryResolver) throws(ResolutionError) -> Value {
    try resolution.core.make(Value.self, at: found.cell, NoArguments(), for: resolution.requester)
  }

  @inlinable
  nonisolated(nonsending) package func value(inTaskOf resolution: FactoryResolver) async throws(ResolutionError) -> Value {
    let found = find(for: resolution)
    if found.isInstance {
      defer { found.leave() }
      return found.value(as: Value.self)
    }
    if let value = try finishIfHit(found, resolution) { return value }
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

  /// The requester for another container: the run's, as for a parent; or one of that container, if the run's container does not ask it.
  private func requester(of resolution: FactoryResolver, in other: Run) -> Requester {
    guard let run = resolution.run, run.speaks(for: other.core, in: nil) else { return other.outermost }
    let requester = resolution.requester
    return requester.inGraph(of: resolution.core).passed(to: other.outermost, isThroughHandle: requester.isHandles)
  }

  private func place(for resolution: FactoryResolver) -> (Core, Requester) {
    guard let other else { return (resolution.core, resolution.requester) }
    return (other.core, other.outermost.forRun(in: other.core))
  }

  @usableFromInline @inline(never)
  func finish(_ found: FoundCell, _ resolution: FactoryResolver) throws(ResolutionError) -> Value { try finished(found, resolution) }

  @usableFromInline @inline(never)
  func finishIfHit(_ found: FoundCell, _ resolution: FactoryResolver) throws(ResolutionError) -> Value? {
    try finishedIfHit(found, resolution)
  }

  @usableFromInline @inline(never)
  nonisolated(nonsending) func missed(_ resolution: FactoryResolver) async throws(ResolutionError) -> Value { try await ask(resolution) }

  // Private, so that the compiler does not specialize them, with all of a miss, in each client.

  @inline(never)
  private func finished(_ found: FoundCell, _ resolution: FactoryResolver) throws(ResolutionError) -> Value {
    if let other { return try other.core.resolve(Value.self, keyed.name, for: requester(of: resolution, in: other)) }
    return try resolution.core.finish(found, Value.self, keyed.name, for: resolution.requester)
  }

  @inline(never)
  private func finishedIfHit(_ found: FoundCell, _ resolution: FactoryResolver) throws(ResolutionError) -> Value? {
    if other != nil { return nil }
    return try resolution.core.finishIfHit(found, Value.self, keyed.name, for: resolution.requester)
  }

  @inline(never)
  nonisolated(nonsending) private func ask(_ resolution: FactoryResolver) async throws(ResolutionError) -> Value {
    if let other { return try await other.core.resolve(Value.self, keyed.name, for: requester(of: resolution, in: other)) }
    return try await resolution.core.resolve(Value.self, keyed.name, for: resolution.requester)
  }
}
