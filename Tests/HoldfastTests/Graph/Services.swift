import Holdfast
import HoldfastDiagnostics

/// What the tests of the graph wire together.
protocol Store: Sendable {}

final class Clock: Sendable {}

struct Disk: Store {
  let clock: Clock
}

struct Shelf: Store {}

final class Journal: Sendable {
  let clock: Clock
  let store: any Store

  init(clock: Clock, store: any Store) {
    self.clock = clock
    self.store = store
  }
}

struct Outage: Error, Equatable {
  let reason: String
}

/// What holds others in every way there is.
struct Desk: Sendable {
  let provider: Provider<Journal>
  let lazy: Lazy<Journal>
  let makeLabel: Factory<String, Int>
  let banner: Double?
  let clock: Clock?
  let stores: [any Store]
}

extension DependencyGraph {
  /// The edges of one key, as text.
  func needs(of key: AnyKey) -> [String] {
    edges.filter { $0.from == key }.map { "\($0.isDeclared ? "declared" : "observed") \($0.kind) \($0.to)" }
  }
}

extension AnyKey {
  /// The type's name without its module.
  var short: String { description.split(separator: ".").last.map(String.init) ?? description }
}
