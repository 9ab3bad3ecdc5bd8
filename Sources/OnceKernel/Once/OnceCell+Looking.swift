/// What a cell holds, for who only looks.
extension OnceCell {
  /// The published instance, if there is one. Asks a shared cell's ready word first, which needs no lock.
  package var instance: AnyObject? {
    if kind == .shared { return ready.load()?.takeUnretainedValue() }
    return Coordination.lock.withLock { machine.instance }
  }

  /// The published instance and the order of its publication.
  package var published: (instance: AnyObject, order: UInt64)? {
    Coordination.lock.withLock { machine.instance.map { ($0, order) } }
  }

  /// The instance, published or still being injected.
  package var current: AnyObject? {
    Coordination.lock.withLock { machine.instance ?? machine.attempt?.constructedInstance }
  }

  /// The waiters of the build in flight. Guard: the caller holds `Coordination.lock`.
  var waiters: [Waiter] { machine.waiters }

  package var isBuilding: Bool {
    Coordination.lock.withLock { machine.attempt != nil }
  }
}
