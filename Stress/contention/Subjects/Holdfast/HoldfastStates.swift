import Holdfast
import HoldfastDefinitions

/// The rows about what is asked for otherwise than as a hot singleton.
struct HoldfastStates {
  let sealed: Bool

  func work(_ id: CaseID) -> Work {
    let container = container(id)
    func body<O: Operation>(_ operation: O) -> Work { .threads(1, Body(operation, keeping: container)) }
    return switch id {
    case .cached: body(HoldfastCached(container: container))
    case .weak: body(HoldfastWeak(container: container))
    case .byArgument: body(HoldfastSameArgument(container: container))
    case .lazy: body(HoldfastLazy(lazy: container.lazy()))
    case .definition: .threads(1, definitions(of: container))
    case .optional: body(HoldfastOptional(container: container))
    case .missing: body(HoldfastMissing(container: container))
    case .all10: body(HoldfastAll(container: container))
    case .besideGraph: body(HoldfastTransient(container: container))
    default: body(HoldfastScopeWithValue(container: container))
    }
  }

  /// Scopes of one container, opened by several threads at once.
  func scopes(threads: Int) -> Work {
    let container = container(.scopeWithValue)
    return .threads(threads, Body(HoldfastScopeWithValue(container: container), keeping: container))
  }

  private func container(_ id: CaseID) -> Container {
    let container = Container()
    do {
      try container.registerAll { batch in
        batch.register(Engine.self) { _ in Engine() }
        batch.register(LiveStore.self, scope: .cached("stores")) { _ in LiveStore() }
        batch.register(Watched.self, scope: .weak) { _ in Watched.kept }
        batch.register(Item.self, .factory(taking: Int.self) { _, number in Item(number) })
        batch.register(Request.self, scope: .transient) { _ in Request() }
        batch.register(LiveTenant.self, scope: .scoped) { _ in LiveTenant() }
        for name in HoldfastKeys.names.prefix(10) { batch.register(Item.self, named: name) { _ in Item(1) } }
        if id == .besideGraph { batch.register(LiveClock.self, scope: .graph) { _ in LiveClock() } }
      }
    } catch { fatalError("the benchmark's registrations were refused: \(error)") }
    if sealed { container.seal() }
    return container
  }

  /// An assembly belongs to one isolation domain: each loop asks for its own.
  private func definitions(of container: Container) -> Body {
    Body { turns in
      let parts = container.assembly(Parts.self)
      do {
        for _ in 0..<turns { BlackHole.swallow(try parts.engine) }
      } catch { fatalError("a definition failed while it was measured: \(error)") }
    }
  }

  private struct Parts: DefinitionAssembly {
    let definitions: Definitions

    var engine: Engine { get throws { try define(scope: .singleton) { Engine() } } }
  }
}

/// What a container watches.
final class Watched: Sendable {
  static let kept = Watched()
}

/// A cached value.
struct HoldfastCached: Operation {
  let container: Container

  @inline(never) func perform(_ turn: Int) throws { BlackHole.swallow(try container.resolve(LiveStore.self)) }
}

/// A watched object.
struct HoldfastWeak: Operation {
  let container: Container

  @inline(never) func perform(_ turn: Int) throws { BlackHole.swallow(try container.resolve(Watched.self)) }
}

/// A lazy reference.
struct HoldfastLazy: Operation {
  let lazy: Lazy<Engine>

  @inline(never) func perform(_ turn: Int) throws { BlackHole.swallow(try lazy.value()) }
}

/// An Optional of a singleton.
struct HoldfastOptional: Operation {
  let container: Container

  @inline(never) func perform(_ turn: Int) throws { BlackHole.swallow(try container.resolve(Engine?.self)) }
}

/// What is not registered.
struct HoldfastMissing: Operation {
  let container: Container

  @inline(never) func perform(_ turn: Int) throws { BlackHole.swallow(try container.resolveIfRegistered(Session.self)) }
}

/// All of a type.
struct HoldfastAll: Operation {
  let container: Container

  @inline(never) func perform(_ turn: Int) throws { BlackHole.swallow(try container.resolveAll(Item.self)) }
}

/// A scope with one value.
struct HoldfastScopeWithValue: Operation {
  let container: Container

  @inline(never) func perform(_ turn: Int) throws {
    try container.withScope { BlackHole.swallow(try $0.resolve(LiveTenant.self)) }
  }
}
