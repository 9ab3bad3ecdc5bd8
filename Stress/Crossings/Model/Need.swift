import Holdfast
import HoldfastCompatibility
import HoldfastStress

/// The resolver that is asked.
enum Asker {
  case container(Container)
  case scope(Scope)
  case run(FactoryResolver)
  case concurrent(any Resolver & Sendable)
  case other(any Resolver & Sendable)
  /// A container, by a key whose type only the run knows.
  case runTimeKey(Container)
}

/// How to get the thing at one place, in every way that there is; made by the thing itself, as only it knows whether it wants arguments.
protocol Access: Sendable {
  func now(_ asker: Asker) throws -> Tracked
  nonisolated(nonsending) func later(_ asker: Asker) async throws -> Tracked
  func provider(_ asker: Asker) -> Reference?
  func lazy(_ asker: Asker) -> Reference?
  func injected() -> Reference?
  func lazyInjected() -> Reference?
  /// What refers to it, asked for by the reference's type.
  func references(_ asker: Asker) throws -> [Reference]
  /// Whether it is made from arguments.
  var takesArguments: Bool { get }
  /// Every registration of its type, in order.
  func all(_ asker: Asker) throws -> [Tracked]
  nonisolated(nonsending) func allLater(_ asker: Asker) async throws -> [Tracked]
  /// Registers another key for it; answers how to ask for that.
  func alias(in batch: Recorder) -> (any Access)?
  func unregister(from container: Container) throws -> Bool
  func reset(in container: Container) throws -> Bool
  /// Adds a decorator that runs `body` first, once.
  func decorate(in container: Container, _ body: @escaping @Sendable () throws -> Void) throws
  /// Adds an injector that runs `body` first, once.
  func inject(in container: Container, _ body: @escaping @Sendable () throws -> Void) throws
}

extension Access {
  var takesArguments: Bool { false }
  func references(_ asker: Asker) throws -> [Reference] { [] }
}

/// A body that runs once.
private func once(_ body: @escaping @Sendable () throws -> Void) -> @Sendable () throws -> Void {
  let ran = Flag()
  return { if ran.setFirst() { try body() } }
}

/// What a thing needs of the next one.
struct Need: Sendable {
  let role: Int
  let key: AnyKey
  let lifetime: Lifespan
  /// Cold, it has to be awaited.
  let isAsynchronous: Bool
  /// It exists in a scope only.
  let needsScope: Bool
  let access: any Access
}

/// By type, with a name perhaps.
struct ByType<P: Role>: Access {
  var name: Name?
  var isOneForAll: Bool

  func now(_ asker: Asker) throws -> Tracked {
    switch asker {
    case .container(let container): try container.resolve(Item<P>.self, named: name)
    case .scope(let scope): try scope.resolve(Item<P>.self, named: name)
    case .run(let run): try run.resolve(Item<P>.self, named: name)
    case .concurrent(let run): try run.resolve(Item<P>.self, named: name)
    case .other(let resolver): try resolver.resolve(Item<P>.self, named: name)
    case .runTimeKey(let container): try container.resolve(AnyKey(Item<P>.self, named: name), as: Item<P>.self)
    }
  }

  nonisolated(nonsending) func later(_ asker: Asker) async throws -> Tracked {
    switch asker {
    case .container(let container): try await container.resolve(Item<P>.self, named: name)
    case .scope(let scope): try await scope.resolve(Item<P>.self, named: name)
    case .run(let run): try await run.resolve(Item<P>.self, named: name)
    case .concurrent(let run): try await run.resolve(Item<P>.self, named: name)
    case .other(let resolver): try await resolver.resolve(Item<P>.self, named: name)
    case .runTimeKey(let container): try await later(by: container)
    }
  }

  /// There is no asynchronous form, and a task must not block the pool's thread: what is not there yet is awaited by its type.
  nonisolated(nonsending) private func later(by container: Container) async throws -> Tracked {
    if container.peek(Item<P>.self, named: name) == nil { return try await container.resolve(Item<P>.self, named: name) }
    return try now(.runTimeKey(container))
  }

  func provider(_ asker: Asker) -> Reference? {
    let provider: Provider<Item<P>>
    switch asker {
    case .container(let container): provider = container.provider(Item<P>.self, named: name)
    case .scope(let scope): provider = scope.provider(Item<P>.self, named: name)
    case .run(let run): provider = run.provider(Item<P>.self, named: name)
    case .concurrent, .other, .runTimeKey: return nil
    }
    return reference(provider)
  }

  private func reference(_ provider: Provider<Item<P>>) -> Reference {
    @Sendable func later() async throws -> Tracked { try await provider() }
    return Reference(
      name: "provider", isOneForAll: isOneForAll, mustWork: false, keepsContainer: true, now: { try provider() }, later: later)
  }

  func lazy(_ asker: Asker) -> Reference? {
    let lazy: Lazy<Item<P>>
    switch asker {
    case .container(let container): lazy = container.lazy(Item<P>.self, named: name)
    case .scope(let scope): lazy = scope.lazy(Item<P>.self, named: name)
    case .run(let run): lazy = run.lazy(Item<P>.self, named: name)
    case .concurrent, .other, .runTimeKey: return nil
    }
    return reference(lazy)
  }

  private func reference(_ lazy: Lazy<Item<P>>) -> Reference {
    Reference(
      name: "lazy", isOneForAll: true, mustWork: false, keepsContainer: true, now: { try lazy.value() }, later: { try await lazy.value() })
  }

  func references(_ asker: Asker) throws -> [Reference] {
    switch asker {
    case .container(let container):
      try [reference(container.resolve(Provider.self, named: name)), reference(container.resolve(Lazy.self, named: name))]
    case .scope(let scope): try [reference(scope.resolve(Provider.self, named: name)), reference(scope.resolve(Lazy.self, named: name))]
    case .run(let run): try [reference(run.resolve(Provider.self, named: name)), reference(run.resolve(Lazy.self, named: name))]
    case .concurrent, .other, .runTimeKey: []
    }
  }

  func injected() -> Reference? {
    let filled = Injected<Item<P>>(named: name)
    return Reference(name: "@Injected", isOneForAll: true, mustWork: true, now: { try filled.get() }, later: { try filled.get() })
  }

  func lazyInjected() -> Reference? {
    let filled = LazyInjected<Item<P>>(named: name)
    return Reference(
      name: "@LazyInjected", isOneForAll: true, mustWork: false, keepsContainer: true, now: { try filled.get() },
      later: { try await filled.get() })
  }

  func all(_ asker: Asker) throws -> [Tracked] {
    switch asker {
    case .container(let container): try container.resolveAll(Item<P>.self)
    case .scope(let scope): try scope.resolveAll(Item<P>.self)
    case .run(let run): try run.resolveAll(Item<P>.self)
    case .concurrent, .other, .runTimeKey: []
    }
  }

  // Not written twice for nothing: where the container has an asynchronous form, `await` chooses it.
  nonisolated(nonsending) func allLater(_ asker: Asker) async throws -> [Tracked] {
    switch asker {
    case .container(let container): try await container.resolveAll(Item<P>.self)
    case .scope(let scope): try await scope.resolveAll(Item<P>.self)
    case .run(let run): try await run.resolveAll(Item<P>.self)
    case .concurrent, .other, .runTimeKey: []
    }
  }

  func alias(in batch: Recorder) -> (any Access)? {
    batch.forward(Item<P>.self, named: "alias", to: Item<P>.self, targetNamed: name) { $0 }
    return ByType(name: "alias", isOneForAll: isOneForAll)
  }

  func unregister(from container: Container) throws -> Bool { try container.unregister(Item<P>.self, named: name) }
  func reset(in container: Container) throws -> Bool { try container.reset(Item<P>.self, named: name) }

  func decorate(in container: Container, _ body: @escaping @Sendable () throws -> Void) throws {
    let body = once(body)
    try container.decorate(Item<P>.self) { item, _ in
      try body()
      return item
    }
  }

  func inject(in container: Container, _ body: @escaping @Sendable () throws -> Void) throws {
    let body = once(body)
    try container.registerInjector(Item<P>.self) { _, _ in try body() }
  }
}

/// With an argument; by type, or as an Optional of it.
struct WithArgument<P: Role>: Access {
  var takesArguments: Bool { true }
  var asOptional = false
  let isOneForAll: Bool

  func now(_ asker: Asker) throws -> Tracked {
    switch asker {
    case .container(let container), .runTimeKey(let container):
      try found(asOptional ? container.resolve(with: Argument()) : .some(container.resolve(with: Argument())))
    case .scope(let scope): try found(asOptional ? scope.resolve(with: Argument()) : .some(scope.resolve(with: Argument())))
    case .run(let run): try found(asOptional ? run.resolve(with: Argument()) : .some(run.resolve(with: Argument())))
    case .concurrent(let run): try found(asOptional ? run.resolve(with: Argument()) : .some(run.resolve(with: Argument())))
    case .other(let resolver): try found(asOptional ? resolver.resolve(with: Argument()) : .some(resolver.resolve(with: Argument())))
    }
  }

  nonisolated(nonsending) func later(_ asker: Asker) async throws -> Tracked {
    if asOptional { return try await laterAsOptional(asker) }
    switch asker {
    case .container(let container), .runTimeKey(let container): return try await container.resolve(Item<P>.self, with: Argument())
    case .scope(let scope): return try await scope.resolve(Item<P>.self, with: Argument())
    case .run(let run): return try await run.resolve(Item<P>.self, with: Argument())
    case .concurrent(let run): return try await run.resolve(Item<P>.self, with: Argument())
    case .other(let resolver): return try await resolver.resolve(Item<P>.self, with: Argument())
    }
  }

  nonisolated(nonsending) private func laterAsOptional(_ asker: Asker) async throws -> Tracked {
    switch asker {
    case .container(let container), .runTimeKey(let container): try found(await container.resolve(Item<P>?.self, with: Argument()))
    case .scope(let scope): try found(await scope.resolve(Item<P>?.self, with: Argument()))
    case .run(let run): try found(await run.resolve(Item<P>?.self, with: Argument()))
    case .concurrent(let run): try found(await run.resolve(Item<P>?.self, with: Argument()))
    case .other(let resolver): try found(await resolver.resolve(Item<P>?.self, with: Argument()))
    }
  }

  private func found(_ item: Item<P>?) throws -> Tracked {
    guard let item else { throw NotThere() }
    return item
  }

  func provider(_ asker: Asker) -> Reference? {
    let factory: Factory<Item<P>, Argument>
    switch asker {
    case .container(let container): factory = container.factory(Item<P>.self, taking: Argument.self)
    case .scope(let scope): factory = scope.factory(Item<P>.self, taking: Argument.self)
    case .run(let run): factory = run.factory(Item<P>.self, taking: Argument.self)
    case .concurrent, .other, .runTimeKey: return nil
    }
    @Sendable func later() async throws -> Tracked { try await factory(Argument()) }
    return Reference(
      name: "factory", isOneForAll: isOneForAll, mustWork: false, keepsContainer: true, now: { try factory(Argument()) }, later: later)
  }

  func lazy(_ asker: Asker) -> Reference? { nil }
  func injected() -> Reference? { nil }
  func lazyInjected() -> Reference? { nil }
  func all(_ asker: Asker) throws -> [Tracked] { [] }
  nonisolated(nonsending) func allLater(_ asker: Asker) async throws -> [Tracked] { [] }
  func alias(in batch: Recorder) -> (any Access)? { nil }

  func unregister(from container: Container) throws -> Bool { try container.unregister(Item<P>.self) }
  func reset(in container: Container) throws -> Bool { try container.reset(Item<P>.self) }

  func decorate(in container: Container, _ body: @escaping @Sendable () throws -> Void) throws {
    try ByType<P>(isOneForAll: isOneForAll).decorate(in: container, body)
  }

  func inject(in container: Container, _ body: @escaping @Sendable () throws -> Void) throws {
    try ByType<P>(isOneForAll: isOneForAll).inject(in: container, body)
  }
}

/// An Optional was nil: nothing is registered.
struct NotThere: Error {}
