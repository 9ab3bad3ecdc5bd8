import Holdfast

/// Contributed to a collection, and got with all of its type.
struct ContributedThing: Part {
  /// The identity under which it is contributed, if it has one.
  private let id: Name?

  init(hasIdentity: Bool) { id = hasIdentity ? "thing" : nil }

  var name: String { id == nil ? "contributed" : "contributed-as" }
  var summary: String { "contributed to a collection\(id == nil ? "" : " under an identity"), and got with all of its type" }
  /// What is contributed by an asynchronous factory is shared.
  func has(_ lifetime: Lifespan) -> Bool { lifetime.isDisposed }

  func install<P: Role>(_ stage: Stage<P>) {
    let scope: Lifetime<Item<P>> = stage.lifetime.known(dispose: stage.disposer)
    if stage.next?.isAsynchronous == true {
      stage.batch.contribute(
        Item<P>.self, id: id, scope: scope, .async { r in try await stage.makeLater(r, stage.lifetime) })
      stage.batch.register(
        Collected<P>.self, scope: .transient,
        .async { r in Collected<P>(items: try await r.resolveAll(Item<P>.self, includingParent: true)) })
    } else {
      stage.batch.contribute(Item<P>.self, id: id, scope: scope) { r in try stage.make(r, stage.lifetime) }
      stage.batch.register(Collected<P>.self, scope: .transient) { r in
        Collected<P>(items: try r.resolveAll(Item<P>.self, includingParent: true))
      }
    }
  }

  func access<P: Role>(_: P.Type, isOneForAll: Bool) -> any Access { Collective<P>(id: id, isOneForAll: isOneForAll) }
}

/// A collection, for callers that cannot ask for all of a type.
private struct Collected<P: Role>: Sendable {
  let items: [Item<P>]
}

/// The last of all of a type: what was contributed last, in a layer the override.
private struct Collective<P: Role>: Access {
  let id: Name?
  let isOneForAll: Bool

  func now(_ asker: Asker) throws -> Tracked { try last(all(asker)) }
  nonisolated(nonsending) func later(_ asker: Asker) async throws -> Tracked { try last(await allLater(asker)) }

  private func last(_ all: [Tracked]) throws -> Tracked {
    guard let last = all.last else { throw NotThere() }
    return last
  }

  func all(_ asker: Asker) throws -> [Tracked] {
    switch asker {
    case .container(let container), .runTimeKey(let container): try container.resolveAll(Item<P>.self, includingParent: true)
    case .scope(let scope): try scope.resolveAll(Item<P>.self, includingParent: true)
    case .run(let run): try run.resolveAll(Item<P>.self, includingParent: true)
    case .concurrent(let run): try run.resolve(Collected<P>.self).items
    case .other(let resolver): try resolver.resolve(Collected<P>.self).items
    }
  }

  nonisolated(nonsending) func allLater(_ asker: Asker) async throws -> [Tracked] {
    switch asker {
    case .container(let container), .runTimeKey(let container): try await container.resolveAll(Item<P>.self, includingParent: true)
    case .scope(let scope): try await scope.resolveAll(Item<P>.self, includingParent: true)
    case .run(let run): try await run.resolveAll(Item<P>.self, includingParent: true)
    case .concurrent(let run): try await run.resolve(Collected<P>.self).items
    case .other(let resolver): try await resolver.resolve(Collected<P>.self).items
    }
  }

  func provider(_ asker: Asker) -> Reference? { nil }
  func lazy(_ asker: Asker) -> Reference? { nil }
  func injected() -> Reference? { nil }
  func lazyInjected() -> Reference? { nil }
  func alias(in batch: Recorder) -> (any Access)? { nil }

  // Without an identity there is nothing to unregister it by.
  func unregister(from container: Container) throws -> Bool { try id.map { try container.unregister(Item<P>.self, id: $0) } ?? false }
  // It is reset with others only.
  func reset(in container: Container) throws -> Bool { false }

  func decorate(in container: Container, _ body: @escaping @Sendable () throws -> Void) throws {
    try ByType<P>(isOneForAll: isOneForAll).decorate(in: container, body)
  }

  func inject(in container: Container, _ body: @escaping @Sendable () throws -> Void) throws {
    try ByType<P>(isOneForAll: isOneForAll).inject(in: container, body)
  }
}
