import Holdfast

/// An asynchronous factory with an argument.
struct AsynchronousArgumentsThing: Part {
  let name = "async-arguments"
  let summary = "a value made from a run-time argument by an asynchronous factory"
  func isAsynchronous(next: Need?) -> Bool { true }

  func install<P: Role>(_ stage: Stage<P>) {
    let lifetime = stage.lifetime
    let make: @Sendable (FactoryResolver, Int) async throws -> Item<P> = { r, _ in try await stage.makeLater(r, lifetime) }
    switch lifetime {
    case .singleton, .cached, .scoped:
      stage.batch.register(Item<P>.self, scope: lifetime.shared(dispose: stage.disposer), .async(taking: Int.self, by: make))
    case .weak: stage.batch.register(Item<P>.self, scope: .weak, .async(taking: Int.self, by: make))
    case .graph: stage.batch.register(Item<P>.self, scope: .graph, .async(taking: Int.self, by: make))
    case .transient: stage.batch.register(Item<P>.self, scope: .transient, .async(taking: Int.self, by: make))
    }
  }

  func access<P: Role>(_: P.Type, isOneForAll: Bool) -> any Access { WithArgument<P>(isOneForAll: isOneForAll) }
}

/// A factory on an actor with an argument.
struct IsolatedArgumentsThing: Part {
  let name = "isolated-arguments"
  let summary = "a value made from a run-time argument on an actor"
  func isAsynchronous(next: Need?) -> Bool { true }

  func install<P: Role>(_ stage: Stage<P>) {
    let lifetime = stage.lifetime
    let make: @CrossingsActor @Sendable (FactoryResolver, Int) async throws -> Item<P> = { r, _ in
      if stage.next?.isAsynchronous == true { try await stage.makeLater(r, lifetime) } else { try stage.make(r, lifetime) }
    }
    switch lifetime {
    case .singleton, .cached, .scoped:
      stage.batch.register(Item<P>.self, scope: lifetime.shared(dispose: stage.disposer), .isolated(taking: Int.self, by: make))
    case .weak: stage.batch.register(Item<P>.self, scope: .weak, .isolated(taking: Int.self, by: make))
    case .graph: stage.batch.register(Item<P>.self, scope: .graph, .isolated(taking: Int.self, by: make))
    case .transient: stage.batch.register(Item<P>.self, scope: .transient, .isolated(taking: Int.self, by: make))
    }
  }

  func access<P: Role>(_: P.Type, isOneForAll: Bool) -> any Access { WithArgument<P>(isOneForAll: isOneForAll) }
}

/// A factory on the main actor with an argument.
struct MainActorArgumentsThing: Part {
  let name = "main-arguments"
  let summary = "a value made from a run-time argument on the main actor"
  func isAsynchronous(next: Need?) -> Bool { true }
  func codes(next: Need?) -> Set<ResolutionError.Code> { next?.isAsynchronous == true ? [.asyncOnly, .mainActorOnly] : [] }

  func install<P: Role>(_ stage: Stage<P>) {
    let lifetime = stage.lifetime
    let make: @MainActor @Sendable (FactoryResolver, Int) throws -> Item<P> = { r, _ in try stage.make(r, lifetime) }
    switch lifetime {
    case .singleton, .cached, .scoped:
      stage.batch.register(Item<P>.self, scope: lifetime.shared(dispose: stage.disposer), .mainActor(taking: Int.self, by: make))
    case .weak: stage.batch.register(Item<P>.self, scope: .weak, .mainActor(taking: Int.self, by: make))
    case .graph: stage.batch.register(Item<P>.self, scope: .graph, .mainActor(taking: Int.self, by: make))
    case .transient: stage.batch.register(Item<P>.self, scope: .transient, .mainActor(taking: Int.self, by: make))
    }
  }

  func access<P: Role>(_: P.Type, isOneForAll: Bool) -> any Access { WithArgument<P>(isOneForAll: isOneForAll) }
}

extension Lifespan {
  /// The lifetime of what has a disposer.
  func shared<Value: Sendable, each A: Hashable & Sendable>(
    dispose: @escaping @Sendable (Value) async throws -> Void
  ) -> Lifetime<Value, repeat each A> {
    switch self {
    case .cached: .cached("crossings", dispose: dispose)
    case .scoped: .scoped(dispose: dispose)
    case .singleton, .weak, .graph, .transient: .singleton(dispose: dispose)
    }
  }
}
