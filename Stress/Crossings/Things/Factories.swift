import Holdfast

/// A synchronous factory of a singleton.
struct SynchronousThing: Part {
  let name = "sync"
  let summary = "a synchronous factory of a singleton"
  var ownLifetime: Lifespan? { .singleton }
}

/// An asynchronous factory of a singleton.
struct AsynchronousThing: Part {
  let name = "async"
  let summary = "an asynchronous factory of a singleton"
  var ownLifetime: Lifespan? { .singleton }
  func isAsynchronous(next: Need?) -> Bool { true }

  func install<P: Role>(_ stage: Stage<P>) {
    stage.registerLater(.singleton) { r in try await stage.makeLater(r, .singleton) }
  }
}

/// A factory on the main actor.
struct MainActorThing: Part {
  let name = "main-actor"
  let summary = "a factory on the main actor"
  var ownLifetime: Lifespan? { .singleton }
  func isAsynchronous(next: Need?) -> Bool { true }
  func codes(next: Need?) -> Set<ResolutionError.Code> { next?.isAsynchronous == true ? [.asyncOnly, .mainActorOnly] : [] }

  func install<P: Role>(_ stage: Stage<P>) {
    stage.batch.register(Item<P>.self, scope: .singleton(dispose: stage.disposer), .mainActor { r in try stage.make(r, .singleton) })
  }
}

/// The actor of isolated factories.
@globalActor
actor CrossingsActor {
  static let shared = CrossingsActor()
}

/// A factory on an actor.
struct IsolatedThing: Part {
  let name = "isolated"
  let summary = "a factory on an actor of its own"
  var ownLifetime: Lifespan? { .singleton }
  func isAsynchronous(next: Need?) -> Bool { true }

  func install<P: Role>(_ stage: Stage<P>) {
    stage.batch.register(
      Item<P>.self, scope: .singleton(dispose: stage.disposer),
      .isolated { @CrossingsActor r in
        if stage.next?.isAsynchronous == true { try await stage.makeLater(r, .singleton) } else { try stage.make(r, .singleton) }
      })
  }
}

/// A factory with an argument.
struct ArgumentsThing: Part {
  let name = "arguments"
  let summary = "a value made from a run-time argument"
  func isAsynchronous(next: Need?) -> Bool { false }

  func install<P: Role>(_ stage: Stage<P>) {
    let lifetime = stage.lifetime
    stage.batch.register(
      Item<P>.self, scope: lifetime.known(dispose: stage.disposer), .factory(taking: Argument.self) { r, _ in try stage.make(r, lifetime) })
  }

  func access<P: Role>(_: P.Type, isOneForAll: Bool) -> any Access { WithArgument<P>(isOneForAll: isOneForAll) }
}

/// An Optional that is asked for with an argument.
struct OptionalThing: Part {
  let name = "optional"
  let summary = "an Optional that is asked for with an argument, and has no disposer"
  func isAsynchronous(next: Need?) -> Bool { false }

  func install<P: Role>(_ stage: Stage<P>) {
    var stage = stage
    stage.hasDisposer = false
    ArgumentsThing().install(stage)
  }

  func access<P: Role>(_: P.Type, isOneForAll: Bool) -> any Access { WithArgument<P>(asOptional: true, isOneForAll: isOneForAll) }
}

/// A lifetime other than a singleton's.
struct LifetimeThing: Part {
  let lifetime: Lifespan
  var name: String { lifetime.rawValue }
  var summary: String { "a \(lifetime.rawValue) value" }
  var ownLifetime: Lifespan? { lifetime }

  init(_ lifetime: Lifespan) {
    self.lifetime = lifetime
  }

  func isAsynchronous(next: Need?) -> Bool { next?.isAsynchronous == true && lifetime.awaits }
}

/// A wired initializer, one of whose parameters is given.
struct AssistedThing: Part {
  let name = "assisted"
  let summary = "made by a wired initializer that takes a run-time argument, its resolver, and what may be missing"
  func isAsynchronous(next: Need?) -> Bool { false }

  func install<P: Role>(_ stage: Stage<P>) {
    let lifetime = stage.lifetime
    let make: @Sendable (Item<Beside<P>>?, Argument, FactoryResolver) throws -> Item<P> = { _, _, r in try stage.make(r, lifetime) }
    stage.batch.register(
      Item<P>.self, scope: lifetime.known(asProtocol: true, dispose: stage.disposer), .wired(make, taking: Argument.self))
  }

  func access<P: Role>(_: P.Type, isOneForAll: Bool) -> any Access { WithArgument<P>(isOneForAll: isOneForAll) }
}

struct WiredThing: Part {
  let name = "wired"
  let summary = "made by a wired initializer from what it needs; its injector needs something else"

  func has(_ lifetime: Lifespan) -> Bool { lifetime.isDisposed }
  func isAsynchronous(next: Need?) -> Bool { false }

  func install<P: Role>(_ stage: Stage<P>) {
    let mate = stage.beside(Beside<P>.self, needs: nil)
    mate.register(.singleton) { r in try mate.make(r, .singleton) }
    switch stage.next?.access {
    case is ByType<Inner>: wire(stage, Item<Inner>.self)
    case is ByType<Leaf>: wire(stage, Item<Leaf>.self)
    // No initializer can be wired to what takes arguments or is one of several.
    default: stage.register(stage.lifetime) { r in try stage.make(r, stage.lifetime) }
    }
    stage.batch.registerInjector(Item<P>.self) { item, r in
      try stage.scene.pass(.injector, P.role)
      stage.scene.book.asks(P.role, for: Beside<P>.role)
      stage.scene.book.injected(try r.resolve(Item<Beside<P>>.self).number, into: item.number)
    }
  }

  private func wire<P: Role, N: Role>(_ stage: Stage<P>, _ next: Item<N>.Type) {
    let (scope, lifetime): (Lifetime<Item<P>>, Lifespan) = (stage.lifetime.known(dispose: stage.disposer), stage.lifetime)
    let make: @Sendable (Item<N>) throws -> Item<P> = { next in try stage.make(from: next, lifetime) }
    stage.batch.register(Item<P>.self, scope: scope, .wired(make))
  }
}
