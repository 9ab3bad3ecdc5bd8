import Holdfast
import HoldfastDefinitions
import HoldfastStress

/// The definitions that all workers ask for.
struct DefinedAssembly: DefinitionAssembly {
  let definitions: Definitions

  var left: DefinedSide {
    get throws {
      try define {
        DefinedSide(try object(0))
      } configure: {
        $0.other = try right
        $0.hub = try hub
      }
    }
  }

  var right: DefinedSide {
    get throws {
      try define {
        DefinedSide(try object(1))
      } configure: {
        $0.other = try left
        $0.hub = try hub
      }
    }
  }

  var slip: DefinedItem { get throws { try define(scope: .transient) { DefinedItem(try object(2)) } } }

  var hub: DefinedItem { get throws { try define(scope: .singleton) { DefinedItem(try shared(DefinedCensus.hub)) } } }

  var sun: InjectedLink {
    get throws {
      try define(scope: .singleton) {
        InjectedLink(try shared(DefinedCensus.sun))
      } configure: {
        $0.next = try moon
      }
    }
  }

  var moon: InjectedLink {
    get throws {
      try define(scope: .singleton) {
        InjectedLink(try shared(DefinedCensus.moon))
      } configure: {
        $0.next = try sun
      }
    }
  }

  func shelf(for number: Int) throws -> DefinedItem {
    try define(with: number, scope: .singleton) { DefinedItem(try shared(number)) }
  }

  private func object(_ key: Int) throws -> Tracked {
    Tracked(key: key, in: try resolver.resolve())
  }

  /// An object that is built once in its container, in no hurry.
  private func shared(_ key: Int) throws -> Tracked {
    let census: DefinedCensus = try resolver.resolve()
    _ = census.builds[key].nextNumber()
    MonotonicClock.yieldThread()
    return try object(key)
  }
}

/// An object of a graph that stands opposite to another one.
final class DefinedSide {
  let tracked: Tracked
  var hub: DefinedItem?
  /// The other one; the worker that gets the graph takes it apart.
  var other: DefinedSide?

  init(_ tracked: Tracked) {
    self.tracked = tracked
  }
}

/// An object that refers to nothing.
final class DefinedItem: Sendable {
  let tracked: Tracked

  init(_ tracked: Tracked) {
    self.tracked = tracked
  }
}

/// What became of the singletons of one container, by their numbers; those of the shelves come first.
final class DefinedCensus: Sendable {
  static let shelves = 3
  static let hub = 3, sun = 4, moon = 5

  let builds = (0..<6).map { _ in KeyState() }
  let objects = (0..<6).map { _ in KeyState() }

  /// Checks that nothing was built twice.
  func check(_ ledger: Ledger) {
    for (key, state) in builds.enumerated() {
      ledger.check(state.lastNumber <= 1, .oneBuild, "singleton \(key) was built \(state.lastNumber) times in one container")
    }
  }
}
