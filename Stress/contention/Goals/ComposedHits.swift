import Holdfast
import HoldfastComposition
import HoldfastStress

/// What it takes to ask a property of a composition, and to resolve a value like it: the ratio of the medians of samples, which are taken in turns.
enum ComposedHits {
  private static let samples = 21
  private static let turns = 100_000

  /// The same value, by the key that it has in the same container.
  static func sameValue(sealed: Bool) -> Double {
    ratio { () throws -> (Body, Body) in
      let app = try Composed(NeedyObjects.init)
      if sealed { app.container.seal() }
      let (property, container) = (app.service, app.container)
      guard let key = property.key else { fatalError("a property that was composed has no key") }
      return (body(keeping: container) { BlackHole.swallow(try property()) }, { BlackHole.swallow(try container.resolve(key)) })
    }
  }

  /// A value of the caller's own that needs a shared one, in containers of their own.
  static func oneNeed(sealed: Bool) -> Double {
    ratio { () throws -> (Body, Body) in
      let app = try Composed(NeedyObjects.init)
      let container = try Container { batch in
        batch.register((any Service).self) { _ in LiveService() }
        batch.register(Needy.self, scope: .transient) { r in try Needy(r.resolve()) }
      }
      if sealed {
        app.container.seal()
        container.seal()
      }
      let property = app.needy
      return (
        body(keeping: app.container) { BlackHole.swallow(try property()) }, { BlackHole.swallow(try container.resolve(Needy.self)) }
      )
    }
  }

  private typealias Body = () throws -> Void

  /// A property keeps no container.
  private static func body(keeping container: Container, _ body: @escaping Body) -> Body {
    { try withExtendedLifetime(container, body) }
  }

  private static func ratio(_ make: () throws -> (Body, Body)) -> Double {
    do {
      let (property, resolve) = try make()
      try property()
      try resolve()
      var (own, other): ([Double], [Double]) = ([], [])
      for _ in 0..<samples {
        own.append(try time(property))
        other.append(try time(resolve))
      }
      return Median.of(own) / Median.of(other)
    } catch {
      fatalError("a composition failed: \(error)")
    }
  }

  private static func time(_ body: Body) throws -> Double {
    let start = MonotonicClock.now()
    for _ in 0..<turns { try body() }
    return Double(MonotonicClock.now() - start)
  }
}

private final class Needy: Sendable {
  let service: any Service
  init(_ service: any Service) { self.service = service }
}

private struct NeedyObjects: Composition {
  let service = Shared<any Service> { LiveService() }
  let needy = New(\.service) { Needy($0) }
}
