#if DEBUG || Exploration
  // What holds of cells and of builds in flight whenever the lock of all builds is free. In builds for checking only.

  extension OnceCell {
    /// What is broken in these cells, or in the list of builds in flight; nil if nothing is.
    package static func brokenInvariant(of cells: [OnceCell]) -> String? {
      BuildLock.lock.withLock { BuildLock.brokenInvariant ?? cells.lazy.compactMap(\.brokenInvariant).first }
    }

    /// Guard: the caller holds `BuildLock.lock`.
    private var brokenInvariant: String? {
      let shown = kind.isWatched ? watched.ownObject : ready.ownObject
      switch machine.state {
      case .ready(let instance):
        if order == 0 { return "an instance has no place in the order of creation" }
        switch kind {
        case .shared, .watched: return shown === instance ? nil : "readers do not find the instance that a cell has"
        case .guarded, .perCall: return shown == nil ? nil : "readers find an instance that only a miss hands out"
        }
      case .idle: return shown == nil ? nil : "readers find an instance in an empty cell"
      case .building(let attempt): return broken(attempt, nil, shown)
      case .awaited(let list): return list.waiters.isEmpty ? "no caller waits for an awaited build" : broken(list.attempt, list, shown)
      case .injecting(let list, _): return broken(list.attempt, list, shown)
      }
    }

    private func broken(_ attempt: Attempt, _ list: WaiterList<Attempt, Waiter>?, _ shown: AnyObject?) -> String? {
      if shown != nil { return "readers find an instance before it is published" }
      if attempt.isDecided || attempt.cell !== self { return "a cell has a build that is over" }
      for (index, waiter) in (list?.waiters ?? []).enumerated() where waiter.index != index || waiter.attempt != attempt {
        return "a waiter is not where it says"
      }
      return nil
    }
  }

  extension BuildLock {
    /// Guard: the caller holds `lock`.
    fileprivate static var brokenInvariant: String? {
      var (before, next): (Attempt?, Unmanaged<Attempt>?) = (nil, newest)
      while let attempt = next?.takeUnretainedValue() {
        if attempt.links.previous?.takeUnretainedValue() !== before { return "the list of builds in flight is torn" }
        if attempt.isFinished { return "a build is in flight after its end" }
        (before, next) = (attempt, attempt.links.next)
      }
      return nil
    }
  }
#endif
