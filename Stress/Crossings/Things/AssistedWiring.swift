import Holdfast

/// A wired initializer, one of whose parameters is given.
struct AssistedThing: Part {
  let name = "assisted"
  let summary = "made by a wired initializer that takes a run-time argument, its resolver, and what may be missing"
  func isAsynchronous(next: Need?) -> Bool { false }

  func install<P: Place>(_ stage: Stage<P>) {
    let lifetime = stage.lifetime
    let make: @Sendable (Item<Beside<P>>?, Int, Resolution) throws -> Item<P> = { _, _, r in try stage.make(r, lifetime) }
    switch lifetime {
    case .singleton, .cached, .scoped:
      let scope: SharedScope = lifetime == .singleton ? .singleton : lifetime == .cached ? .cached("crossings") : .scoped
      stage.batch.register(Item<P>.self, scope: scope, dispose: stage.disposer, taking: Int.self, wiring: make)
    case .weak: stage.batch.register(Item<P>.self, scope: .weakObject, taking: Int.self, wiring: make)
    case .graph: stage.batch.register(Item<P>.self, scope: .graph, taking: Int.self, wiring: make)
    case .transient: stage.batch.register(Item<P>.self, scope: .transient, taking: Int.self, wiring: make)
    }
  }

  func access<P: Place>(_: P.Type, isOneForAll: Bool) -> any Access { WithArgument<P>(isOneForAll: isOneForAll) }
}
