import Holdfast
import HoldfastStress

/// Something that begins and ends: a pool, a transport, a unit of work.
protocol Resource: Disposable, Sendable {
  var life: Life { get }
}

extension Resource {
  func dispose() { life.end() }
}

/// One object's time between being made and being disposed of, as the metrics know it.
struct Life: Sendable {
  fileprivate let ledger: Ledger

  func end() { ledger.died() }
}

/// Counts the resources of an application.
struct Metrics: Sendable {
  let ledger: Ledger

  init(_ ledger: Ledger) {
    self.ledger = ledger
  }

  func begin() -> Life {
    _ = ledger.born()
    return Life(ledger: ledger)
  }
}
