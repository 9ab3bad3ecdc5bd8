public import OnceKernel

/// Instances that live apart from their registrations: those of one scope, or the cached ones of a container.
///
/// Keyed by the registration itself, so that a replaced registration finds nothing of the old one's here.
@usableFromInline
final class InstanceTable: Sendable {
  @usableFromInline let table = StripedTable(stripes: 1, capacity: 8)
  /// Of a scope: what override layers have in the place of its instances.
  private let inLayers = Guarded<[InstanceTable]>([])

  /// The registration's cell, made at the first request; nil after `close()`.
  func cell(for registration: Registration) -> OnceCell? {
    let word = Self.word(of: registration)
    let stripe = table.stripe
    stripe.lock()
    let found = table.find(word)?.takeUnretainedValue()
    stripe.unlock()
    return found ?? table.findOrInsert(word) { registration.makeInstanceCell() }
  }

  /// The registration's cell, if there is one.
  func existingCell(for registration: Registration) -> OnceCell? {
    let stripe = table.stripe
    stripe.lock()
    defer { stripe.unlock() }
    return table.find(Self.word(of: registration))?.takeUnretainedValue()
  }

  /// Takes instances out; the caller releases them outside every lock.
  func takeOut(where isGone: (Registration) -> Bool) -> [OnceCell] {
    table.takeOut(forGood: false) { isGone($0.registration) }
  }

  /// Takes everything out and refuses whatever comes later.
  func close() -> [OnceCell] {
    let cells = table.takeOut(forGood: true) { _ in true }
    return inLayers.withLock { $0 }.reduce(cells) { $0 + $1.close() }
  }

  /// Has a layer's table, which is empty yet, end with this one.
  func add(_ layered: InstanceTable) {
    inLayers.withLock { $0.append(layered) }
    if isClosed { _ = layered.close() }
  }

  /// True once `close()` was called.
  var isClosed: Bool { table.phase.loadInTotalOrder() == Phase.shutDown }

  var cells: [OnceCell] {
    table.withAllStripes { table.cells }
  }

  /// Its address: even, and not used again while the cell that it leads to keeps the registration alive.
  @inlinable @inline(__always)
  static func word(of registration: AnyObject) -> UInt {
    UInt(bitPattern: ObjectIdentifier(registration))
  }
}

extension InstanceTable? {
  /// Leaves a registration's place and goes to the one that its instance has in this table, if there is a table.
  ///
  /// The registration's place is left last: it keeps the registration alive, so that nobody else has its address, which is compared and not
  /// followed, until this table cannot change any more. What the table has under it then is the registration's own.
  @inlinable @inline(__always)
  func place(behind registered: Place) -> Place {
    defer { registered.leave() }
    guard let table = self?.table, let word = registered.word else { return Place(nil, holding: nil, on: nil) }
    #if Exploration
      StripedTable.lingerBehind(registered.stripe)
    #endif
    let stripe = table.onlyStripe
    stripe.lock()
    return Place(table.find(word), holding: stripe, on: registered.record)
  }
}
