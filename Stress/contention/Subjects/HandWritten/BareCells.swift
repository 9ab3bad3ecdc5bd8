/// The rows of `CellRegistry`: the least that a hit takes in what can also be open, build later and fail.
struct BareCells: Subject {
  /// Whether readers mark that they read.
  let isOpen: Bool

  func supports(_ point: Point) -> Bool {
    switch point.case {
    case .singletonConcrete, .singletonProtocol, .same, .asyncHit, .actorHit, .transient, .graph, .arguments2, .layered: true
    case .scoped: !isOpen
    case .replacedAmongReaders, .cached, .weak, .byArgument, .optional, .besideGraph, .scopeWithValue, .scopes: isOpen
    case .register, .registerBatch, .firstResolve: isOpen
    default: false
    }
  }

  func work(at point: Point) -> Work {
    let registry = CellRegistry.furnished(isOpen: isOpen)
    switch point.case {
    case .singletonConcrete: return .threads(1, Body(CellConcrete(registry: registry)))
    case .asyncHit:
      return .asyncHits(point.threads, AsyncBody(CellAsyncHit(registry: registry)), sync: Body(CellProtocol(registry: registry)))
    case .actorHit: return .actors(point.threads, Body(CellProtocol(registry: registry)))
    case .scoped: return .threads(1, Body(CellScoped(cells: LockedCells())))
    case .layered:
      let hits = Body(CellLayered(cells: LayeredCells(beneath: registry)))
      let layer = LayeredCells.Layer(inFrontOf: registry, isOpen: isOpen)
      return .threads(1, Body { turns in LayeredCells.$layer.withValue(layer) { hits.run(turns) } })
    case .replacedAmongReaders:
      return SpinningReaders.work(read: CellItem(registry: registry), replace: CellReplacement(registry: registry))
    case .cached, .weak, .byArgument, .optional, .besideGraph, .scopeWithValue:
      return .threads(1, CellStates.body(point.case, registry))
    case .register: return RecordedCells.oneByOne
    case .registerBatch: return RecordedCells.batch
    case .firstResolve: return RecordedCells.firstResolve
    case .scopes: return .threads(point.threads, CellStates.body(.scopeWithValue, registry))
    case .transient: return .threads(1, Body(CellTransient(registry: registry)))
    case .graph: return .threads(1, Body(CellGraph(registry: registry)))
    case .arguments2: return .threads(1, Body(CellArguments(registry: registry)))
    default: return .threads(point.threads, Body(CellProtocol(registry: registry)))
    }
  }
}

/// A hot singleton by class.
private struct CellConcrete: Operation {
  let registry: CellRegistry

  @inline(never) func perform(_ turn: Int) throws { BlackHole.swallow(try registry.resolve(Engine.self)) }
}

/// A hot singleton by protocol.
private struct CellProtocol: Operation {
  let registry: CellRegistry

  @inline(never) func perform(_ turn: Int) throws { BlackHole.swallow(try registry.resolve((any Service).self)) }
}

/// The same, of a table that several threads share.
private struct CellScoped: Operation {
  let cells: LockedCells

  @inline(never) func perform(_ turn: Int) throws { BlackHole.swallow(try cells.resolve((any Service).self)) }
}

/// The same, of the table that a task-local value names.
private struct CellLayered: Operation {
  let cells: LayeredCells

  @inline(never) func perform(_ turn: Int) throws { BlackHole.swallow(try cells.resolve((any Service).self)) }
}

/// A transient.
private struct CellTransient: Operation {
  let registry: CellRegistry

  @inline(never) func perform(_ turn: Int) throws { BlackHole.swallow(try registry.resolve(Request.self)) }
}

/// The graph of seven.
private struct CellGraph: Operation {
  let registry: CellRegistry

  @inline(never) func perform(_ turn: Int) throws { BlackHole.swallow(try registry.resolve((any Screen).self)) }
}

/// A transient with two arguments.
private struct CellArguments: Operation {
  let registry: CellRegistry

  @inline(never) func perform(_ turn: Int) throws { BlackHole.swallow(try registry.resolve(Session.self, with: turn, turn & 7)) }
}

/// An item that is replaced while it is read.
private struct CellItem: Operation {
  let registry: CellRegistry

  @inline(never) func perform(_ turn: Int) throws { BlackHole.swallow(try registry.resolve(Item.self)) }
}

/// Its replacement.
private struct CellReplacement: Operation {
  let registry: CellRegistry
  let items = Item.pool

  @inline(never) func perform(_ turn: Int) { registry.replace(Item.self, items[turn & 1_023]) }
}

/// A hot singleton by protocol, behind an asynchronous function that never suspends.
private struct CellAsyncHit: AsyncOperation {
  let registry: CellRegistry

  func run(_ turns: Int) async throws {
    for _ in 0..<turns { BlackHole.swallow(try await service()) }
  }

  @inline(never)
  private nonisolated(nonsending) func service() async throws -> any Service { try registry.resolve((any Service).self) }
}
