import Holdfast
package import HoldfastStress

/// Something that begins and ends: a pool, a transport, a unit of work.
protocol Resource: Disposable, Sendable {
  var life: Life { get }
}

extension Resource {
  package func dispose() {
    life.end()
  }
}

/// One object's time between being made and being disposed of, as the metrics know it.
struct Life: Sendable {
  let tracked: Tracked
  fileprivate let disposals: Disposals

  func end() {
    disposals.dispose(tracked)
  }
}

/// Counts the resources of an application.
package struct Metrics: Sendable {
  let disposals: Disposals

  package init(_ ledger: Ledger) {
    disposals = Disposals(ledger)
  }

  func begin() -> Life {
    Life(tracked: disposals.make(key: 0), disposals: disposals)
  }
}
