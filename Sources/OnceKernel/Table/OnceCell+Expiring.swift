extension OnceCell {
  /// Empties the cell if it still holds exactly `instance`, whose weak reference was found dead outside the lock. When this returns, no reader finds
  /// it any more that has not counted a reference to it.
  ///
  /// The caller keeps `instance`, holds no lock, and visits no table.
  package func expire(_ instance: AnyObject) {
    let shown: AnyObject? = BuildLock.lock.withLock {
      guard machine.expired(where: { $0 === instance }), kind.isWatched else { return nil }
      return watched.exchange(nil)
    }
    // Of any table: a cell may have come to another one while this looked at it.
    if shown != nil { CellTable.awaitAllReaders() }
    withExtendedLifetime(shown) {}
  }
}
