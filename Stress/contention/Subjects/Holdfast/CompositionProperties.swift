import Holdfast
import HoldfastComposition

/// The properties of a composition, kept by the code that asks them.
struct CompositionProperties: Subject {
  let sealed: Bool

  func supports(_ point: Point) -> Bool {
    switch point.case {
    case .singletonConcrete, .singletonProtocol, .transient, .arguments2, .same, .actorHit, .asyncHit: true
    default: false
    }
  }

  func work(at point: Point) -> Work {
    let app = composed()
    func body<O: Operation>(_ operation: O) -> Body { Body(operation, keeping: app.container) }
    let hit = PropertyProtocol(property: app.service)
    return switch point.case {
    case .singletonConcrete: .threads(1, body(PropertyConcrete(property: app.engine)))
    case .transient: .threads(1, body(PropertyTransient(property: app.request)))
    case .arguments2: .threads(1, body(PropertyArguments(property: app.session)))
    case .same: .threads(point.threads, body(hit))
    case .actorHit: .actors(point.threads, body(hit))
    case .asyncHit: .asyncHits(point.threads, AsyncBody(body(hit)), sync: nil)
    default: .threads(1, body(hit))
    }
  }

  private func composed() -> Composed<MeasuredObjects> {
    do {
      let app = try Composed(MeasuredObjects.init)
      BlackHole.swallow(try app.engine())
      BlackHole.swallow(try app.service())
      if sealed { app.container.seal() }
      return app
    } catch {
      fatalError("a composition failed: \(error)")
    }
  }
}

/// What the container of the other subjects has, as properties.
struct MeasuredObjects: Composition {
  let engine = Shared { Engine() }
  let service = Shared<any Service> { LiveService() }
  let request = New { Request() }
  let session = Maker(taking: Int.self, Int.self) { user, shard in Session(user: user, shard: shard) }
}

/// A property by class.
struct PropertyConcrete: Operation {
  let property: MeasuredObjects.Shared<Engine>

  @inline(never) func perform(_ turn: Int) throws { BlackHole.swallow(try property()) }
}

/// A property by protocol.
struct PropertyProtocol: Operation {
  let property: MeasuredObjects.Shared<any Service>

  @inline(never) func perform(_ turn: Int) throws { BlackHole.swallow(try property()) }
}

/// A property whose object each caller gets anew.
struct PropertyTransient: Operation {
  let property: MeasuredObjects.New<Request>

  @inline(never) func perform(_ turn: Int) throws { BlackHole.swallow(try property()) }
}

/// A property whose object is made of two arguments.
struct PropertyArguments: Operation {
  let property: MeasuredObjects.Maker<Made<Session, Int, Int>>

  @inline(never) func perform(_ turn: Int) throws { BlackHole.swallow(try property(turn, turn & 7)) }
}
