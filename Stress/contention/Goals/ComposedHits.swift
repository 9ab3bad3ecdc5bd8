import Holdfast
import HoldfastComposition
import HoldfastStress

/// What it takes to ask a property of a composition, and to resolve a value like it: the ratio of the medians of samples, which are taken in turns.
enum ComposedHits {
  private static let samples = 21
  private static let turns = 100_000

  /// The same value, by the key that it has in the same container.
  static func sameValue(threads: Int = 1, sealed: Bool) -> Double {
    ratio(threads: threads) { () throws -> (Body, Body) in
      let app = try Composed(NeedyObjects.init)
      if sealed { app.container.seal() }
      let property = app.service
      guard let key = property.key else { fatalError("a property that was composed has no key") }
      return (
        Body(NeedyHit(property: property), keeping: app.container),
        Body(NeedyResolve(container: app.container, key: key))
      )
    }
  }

  /// A value of the caller's own that needs a shared one, in containers of their own.
  static func oneNeed(sealed: Bool) -> Double {
    ratio(threads: 1) { () throws -> (Body, Body) in
      let app = try Composed(NeedyObjects.init)
      let container = try Container { batch in
        batch.register((any Service).self) { _ in LiveService() }
        batch.register(Needy.self, scope: .transient) { r in try Needy(r.resolve()) }
      }
      if sealed {
        app.container.seal()
        container.seal()
      }
      return (Body(NeedyProperty(property: app.needy), keeping: app.container), Body(NeedyMaking(container: container)))
    }
  }

  private static func ratio(threads: Int, _ make: () throws -> (Body, Body)) -> Double {
    do {
      let (property, resolve) = try make()
      property.run(1)
      resolve.run(1)
      var (own, other): ([Double], [Double]) = ([], [])
      for _ in 0..<samples {
        own.append(ThreadCrew.run(Array(repeating: property, count: threads), turns: turns))
        other.append(ThreadCrew.run(Array(repeating: resolve, count: threads), turns: turns))
      }
      return Median.of(own) / Median.of(other)
    } catch {
      fatalError("a composition failed: \(error)")
    }
  }
}

/// A property that has been asked before.
private struct NeedyHit: Operation {
  let property: NeedyObjects.Shared<any Service>

  @inline(never) func perform(_ turn: Int) throws { BlackHole.swallow(try property()) }
}

/// The object of a property, by its key.
private struct NeedyResolve: Operation {
  let container: Container
  let key: Key<any Service>

  @inline(never) func perform(_ turn: Int) throws { BlackHole.swallow(try container.resolve(key)) }
}

/// A property whose object each caller gets anew, and which needs another one.
private struct NeedyProperty: Operation {
  let property: NeedyObjects.New<Needy>

  @inline(never) func perform(_ turn: Int) throws { BlackHole.swallow(try property()) }
}

/// A transient value that resolves another one.
private struct NeedyMaking: Operation {
  let container: Container

  @inline(never) func perform(_ turn: Int) throws { BlackHole.swallow(try container.resolve(Needy.self)) }
}

private final class Needy: Sendable {
  let service: any Service
  init(_ service: any Service) { self.service = service }
}

private struct NeedyObjects: Composition {
  let service = Shared<any Service> { LiveService() }
  let needy = New(\.service) { Needy($0) }
}
