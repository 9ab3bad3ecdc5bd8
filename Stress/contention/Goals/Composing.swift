import Holdfast
import HoldfastComposition
import HoldfastStress

/// What it costs to make a composition of eight objects, and what the same objects cost that are registered by hand: microseconds, the median of
/// samples.
enum Composing {
  private static let samples = 21
  private static let turns = 500

  static var eight: Double { median { try composeEight() } }

  static func composeEight() throws { BlackHole.swallow(try Composed(EightObjects.init).container) }

  /// Under the same names, with closures that ask for their needs. Nothing is known of these.
  static var byHand: Double {
    median {
      let container = try Container { batch in
        batch.register(ComposedItem.self, named: "a") { _ in ComposedItem() }
        batch.register(ComposedItem.self, named: "b") { r in try ComposedItem(r.resolve(named: "a")) }
        batch.register(ComposedItem.self, named: "c") { r in try ComposedItem(r.resolve(named: "a"), r.resolve(named: "b")) }
        batch.register(ComposedItem.self, named: "d") { r in try ComposedItem(r.resolve(named: "c")) }
        batch.register(ComposedItem.self, named: "e") { r in try ComposedItem(r.resolve(named: "d")) }
        batch.register(ComposedItem.self, named: "f") { r in try ComposedItem(r.resolve(named: "e")) }
        batch.register(ComposedItem.self, named: "g") { r in try ComposedItem(r.resolve(named: "e"), r.resolve(named: "f")) }
        batch.register(ComposedItem.self, named: "h") { r in try ComposedItem(r.resolve(named: "g")) }
      }
      BlackHole.swallow(container)
    }
  }

  private static func median(_ make: () throws -> Void) -> Double {
    Median.of(
      (0..<samples).map { _ in
        let start = MonotonicClock.now()
        do { for _ in 0..<turns { try make() } } catch { fatalError("a composition failed: \(error)") }
        return Double(MonotonicClock.now() - start) / Double(turns) / 1_000
      })
  }
}

private final class ComposedItem: Sendable {
  let needs: [ComposedItem]
  init(_ needs: ComposedItem...) { self.needs = needs }
}

private struct EightObjects: Composition {
  let a = Shared { ComposedItem() }
  let b = Shared(\.a) { ComposedItem($0) }
  let c = Shared(\.a, \.b) { ComposedItem($0, $1) }
  let d = Shared(\.c) { ComposedItem($0) }
  let e = Shared(\.d) { ComposedItem($0) }
  let f = Shared(\.e) { ComposedItem($0) }
  let g = Shared(\.e, \.f) { ComposedItem($0, $1) }
  let h = Shared(\.g) { ComposedItem($0) }
}
