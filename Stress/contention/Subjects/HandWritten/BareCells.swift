/// The rows of `CellRegistry`: the least that a hit takes in what can also be open, build later and fail.
struct BareCells: Subject {
  func supports(_ point: Point) -> Bool {
    switch point.case {
    case .singletonConcrete, .singletonProtocol, .same, .asyncHit, .actorHit, .scoped, .layered, .transient, .graph, .arguments2: true
    default: false
    }
  }

  func work(at point: Point) -> Work {
    let registry = CellRegistry.furnished()
    switch point.case {
    case .singletonConcrete: return .threads(1, Body(CellConcrete(registry: registry)))
    case .asyncHit:
      return .asyncHits(point.threads, AsyncBody(CellAsyncHit(registry: registry)), sync: Body(CellProtocol(registry: registry)))
    case .actorHit: return .actors(point.threads, Body(CellProtocol(registry: registry)))
    case .scoped: return .threads(1, Body(CellScoped(cells: LockedCells())))
    case .layered:
      let hits = Body(CellLayered(cells: LayeredCells()))
      return .threads(1, Body { turns in LayeredCells.$layer.withValue(registry) { hits.run(turns) } })
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

  @inline(never) func perform(_ turn: Int) throws { BlackHole.swallow(try registry.make(Request.self)) }
}

/// The graph of seven.
private struct CellGraph: Operation {
  let registry: CellRegistry

  @inline(never) func perform(_ turn: Int) throws { BlackHole.swallow(try registry.make((any Screen).self)) }
}

/// A transient with two arguments.
private struct CellArguments: Operation {
  let registry: CellRegistry

  @inline(never) func perform(_ turn: Int) throws { BlackHole.swallow(try registry.make(Session.self, turn, turn & 7)) }
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
