import Holdfast
import HoldfastStress

/// What is made, or done, over and over for programs that count what that takes, and is not timed.
enum Construction: String, CaseIterable, Sendable {
  case container
  case child
  case rebuilt
  case layer
  case scope
  case scopeWithValue = "scope-with-value"
  case asyncScope = "async-scope"
  case layeredHit = "layered-hit"
  case asyncHit = "async-hit"
  // Those of the table's states that are no plain hit.
  case cached
  case weak
  case byArgument = "by-argument"
  case lazy
  case optional
  case missing
  case all10 = "all-10"
  case besideGraph = "transient-beside-graph"
  case definition
  case composed
  // Keys registered one by one, each with a name.
  case registerClosure = "register-closure"
  case registerTransient = "register-transient"
  case registerInstance = "register-instance"
  case registerAsync = "register-async"
  case registerMainActor = "register-main-actor"
  case registerWired = "register-wired"
  case registerWiredTransient = "register-wired-transient"
  case registerArgument = "register-argument"
  case registerArgumentTransient = "register-argument-transient"
  // The same in one batch.
  case registerBatch = "register-batch"

  /// One line for `--list`.
  var summary: String {
    switch self {
    case .container: "an empty container, made and released"
    case .child: "a child container with one registration, resolved"
    case .rebuilt: "a singleton that was reset, built again by a factory that makes nothing"
    case .layer: "an empty override layer, put in force and ended"
    case .scope: "an empty scope, opened and ended"
    case .scopeWithValue: "a scope with one value, whose factory makes nothing"
    case .asyncScope: "two asynchronous values of a scope, one of them with a disposer"
    case .layeredHit: "a hot singleton of an override layer, resolved"
    case .asyncHit: "a hot singleton, resolved in a task"
    case .cached, .weak, .byArgument, .lazy, .optional, .missing, .all10, .besideGraph, .definition:
      CaseID(rawValue: rawValue)?.summary ?? ""
    case .composed: "a composition of eight objects, none of them asked for"
    case .registerClosure: "a key registered, with a closure"
    case .registerTransient: "the same of a transient"
    case .registerInstance: "a key registered, of a value that exists"
    case .registerAsync: "a key registered, with an asynchronous closure"
    case .registerMainActor: "a key registered, with a closure of the main actor"
    case .registerWired: "a key registered, with an initializer"
    case .registerWiredTransient: "the same of a transient"
    case .registerArgument: "a key registered, with a closure that takes an argument"
    case .registerArgumentTransient: "the same of a transient"
    case .registerBatch: "a key registered in a batch, with a closure"
    }
  }

  /// Makes it so many times, in a task: outside of one, Swift takes memory of its own for each task-local value that is bound.
  func run(_ turns: Int) {
    Blocking.run {
      do {
        let container = try Self.furnished()
        switch self {
        case .asyncScope: try await useValues(of: container, turns)
        case .asyncHit: try await resolve(in: container, turns)
        case .layeredHit: try container.withOverrides({ _ in }) { try resolve(in: container, turns) }
        case .cached, .weak, .byArgument, .lazy, .optional, .missing, .all10, .besideGraph, .definition:
          if let id = CaseID(rawValue: rawValue) { _ = HoldfastStates(sealed: false).work(id).sample(turns) }
        case .composed: for _ in 0..<turns { try Composing.composeEight() }
        case .container, .child, .rebuilt, .layer, .scope, .scopeWithValue: try make(in: container, turns)
        case .registerClosure, .registerTransient, .registerInstance, .registerAsync, .registerMainActor, .registerWired,
          .registerWiredTransient, .registerArgument, .registerArgumentTransient, .registerBatch:
          try register(turns)
        }
      } catch {
        fatalError("something failed while it was counted: \(error)")
      }
    }
  }

  private static func furnished() throws -> Container {
    let engine = Engine()
    return try Container {
      $0.register((any Service).self) { _ in LiveService() }
      $0.register(Engine.self, scope: .scoped) { _ in engine }
      $0.register(Engine.self, named: "shared") { _ in engine }
      $0.register(Engine.self, named: "first", scope: .scoped, .async { _ in engine })
      $0.register(Engine.self, named: "second", scope: .scoped(dispose: { _ in }), .async { try await $0.resolve(named: "first") })
    }
  }

  private func make(in container: Container, _ turns: Int) throws {
    for _ in 0..<turns {
      switch self {
      case .container: BlackHole.swallow(Container())
      case .child:
        let child = try Container(parent: container) { $0.register(LiveStore.self) { _ in LiveStore() } }
        BlackHole.swallow(try child.resolve(LiveStore.self))
      case .rebuilt:
        try container.reset(Engine.self, named: "shared")
        BlackHole.swallow(try container.resolve(Engine.self, named: "shared"))
      case .layer: container.withOverrides({ _ in }, operation: {})
      case .scope: container.withScope { BlackHole.swallow($0) }
      default: try container.withScope { BlackHole.swallow(try $0.resolve(Engine.self)) }
      }
    }
  }

  private func useValues(of container: Container, _ turns: Int) async throws {
    for _ in 0..<turns {
      try await container.withScope { scope in BlackHole.swallow(try await scope.resolve(Engine.self, named: "second")) }
    }
  }

  private func resolve(in container: Container, _ turns: Int) throws {
    for _ in 0..<turns { BlackHole.swallow(try container.resolve((any Service).self)) }
  }

  private func resolve(in container: Container, _ turns: Int) async throws {
    for _ in 0..<turns { BlackHole.swallow(try await container.resolve((any Service).self)) }
  }
}
