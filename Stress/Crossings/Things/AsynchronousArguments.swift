import Holdfast

/// An asynchronous factory with an argument.
struct AsynchronousArgumentsThing: Part {
  let name = "async-arguments"
  let summary = "a value made from a run-time argument by an asynchronous factory"
  func isAsynchronous(next: Need?) -> Bool { true }

  func install<P: Role>(_ stage: Stage<P>) {
    let lifetime = stage.lifetime
    let make: @Sendable (FactoryResolver, Argument) async throws -> Item<P> = { r, _ in try await stage.makeLater(r, lifetime) }
    stage.batch.register(Item<P>.self, scope: lifetime.known(dispose: stage.disposer), .async(taking: Argument.self, by: make))
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
    let make: @CrossingsActor @Sendable (FactoryResolver, Argument) async throws -> Item<P> = { r, _ in
      if stage.next?.isAsynchronous == true { try await stage.makeLater(r, lifetime) } else { try stage.make(r, lifetime) }
    }
    stage.batch.register(Item<P>.self, scope: lifetime.known(dispose: stage.disposer), .isolated(taking: Argument.self, by: make))
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
    let make: @MainActor @Sendable (FactoryResolver, Argument) throws -> Item<P> = { r, _ in try stage.make(r, lifetime) }
    stage.batch.register(Item<P>.self, scope: lifetime.known(dispose: stage.disposer), .mainActor(taking: Argument.self, by: make))
  }

  func access<P: Role>(_: P.Type, isOneForAll: Bool) -> any Access { WithArgument<P>(isOneForAll: isOneForAll) }
}
