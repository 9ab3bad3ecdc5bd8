import Holdfast

/// An asynchronous factory with an argument.
struct AsynchronousArgumentsThing: Part {
  let name = "async-arguments"
  let summary = "a value made from a run-time argument by an asynchronous factory"
  func isAsynchronous(next: Need?) -> Bool { true }

  func install<P: Role>(_ stage: Stage<P>) {
    let lifetime = stage.lifetime
    let make: @Sendable (Resolution, Int) async throws -> Item<P> = { r, _ in try await stage.makeLater(r, lifetime) }
    switch lifetime {
    case .singleton, .cached, .scoped:
      stage.batch.register(Item<P>.self, scope: lifetime.shared, dispose: stage.disposer, taking: Int.self, async: make)
    case .weak: stage.batch.register(Item<P>.self, scope: .weak, taking: Int.self, async: make)
    case .graph: stage.batch.register(Item<P>.self, scope: .graph, taking: Int.self, async: make)
    case .transient: stage.batch.register(Item<P>.self, scope: .transient, taking: Int.self, async: make)
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
    let make: @CrossingsActor @Sendable (Resolution, Int) async throws -> Item<P> = { r, _ in
      if stage.next?.isAsynchronous == true { try await stage.makeLater(r, lifetime) } else { try stage.make(r, lifetime) }
    }
    switch lifetime {
    case .singleton, .cached, .scoped:
      stage.batch.register(Item<P>.self, scope: lifetime.shared, dispose: stage.disposer, taking: Int.self, isolated: make)
    case .weak: stage.batch.register(Item<P>.self, scope: .weak, taking: Int.self, isolated: make)
    case .graph: stage.batch.register(Item<P>.self, scope: .graph, taking: Int.self, isolated: make)
    case .transient: stage.batch.register(Item<P>.self, scope: .transient, taking: Int.self, isolated: make)
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
    let make: @MainActor @Sendable (Resolution, Int) throws -> Item<P> = { r, _ in try stage.make(r, lifetime) }
    switch lifetime {
    case .singleton, .cached, .scoped:
      stage.batch.register(Item<P>.self, scope: lifetime.shared, dispose: stage.disposer, taking: Int.self, mainActor: make)
    case .weak: stage.batch.register(Item<P>.self, scope: .weak, taking: Int.self, mainActor: make)
    case .graph: stage.batch.register(Item<P>.self, scope: .graph, taking: Int.self, mainActor: make)
    case .transient: stage.batch.register(Item<P>.self, scope: .transient, taking: Int.self, mainActor: make)
    }
  }

  func access<P: Role>(_: P.Type, isOneForAll: Bool) -> any Access { WithArgument<P>(isOneForAll: isOneForAll) }
}

extension Lifespan {
  /// The scope of what has a disposer.
  fileprivate var shared: SharedScope { self == .cached ? .cached("crossings") : self == .scoped ? .scoped : .singleton }
}
