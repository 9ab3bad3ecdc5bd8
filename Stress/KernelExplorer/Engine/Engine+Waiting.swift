#if Exploration
  import OnceKernel

  /// Locks and parkers.
  extension Engine {
    private func lockIndex(_ address: UnsafeRawPointer) -> Int {
      if let index = locks.firstIndex(where: { $0.address == address }) { return index }
      locks.append(LockState(address: address))
      return locks.count - 1
    }

    func lockMade(_ address: UnsafeRawPointer) {
      let index = lockIndex(address)
      locks[index].holder = -1
      locks[index].clock = Clock()
    }

    func lock(_ address: UnsafeRawPointer, _ site: Site) {
      let index = lockIndex(address)
      yield(.lock, index | 0x1_0000_0000, site)
      if locks[index].holder >= 0 {
        report("\(YieldPoint(site)): a lock is held after the end")
        giveBackLocks()
      }
      locks[index].holder = thread
      threads[thread].clock.join(locks[index].clock)
      tell("takes lock \(index)", site)
    }

    func unlock(_ address: UnsafeRawPointer) {
      let index = lockIndex(address)
      if locks[index].holder != thread { report("a lock is unlocked by a thread that does not hold it") }
      locks[index].holder = -1
      locks[index].clock = threads[thread].clock
      threads[thread].clock[thread] += 1
    }

    /// Gives back what threads hold that do not go on.
    func giveBackLocks() {
      for index in locks.indices where locks[index].holder >= 0 {
        locks[index].holder = -1
        Lock(existing: UnsafeMutableRawPointer(mutating: locks[index].address)).unlockForReal()
      }
    }

    func parkerMade() -> UInt64 {
      parkers.append(ParkerState())
      return currentExecution << 32 | UInt64(parkers.count)
    }

    func park(_ identity: UInt64, _ site: Site) {
      let index = Int(identity & 0xFFFF_FFFF) - 1
      yield(.park, index | 0x2_0000_0000, site)
      guard parkers[index].tokens > 0 else { return report("\(YieldPoint(site)): sleeps after the end") }
      parkers[index].tokens -= 1
      threads[thread].clock.join(parkers[index].clock)
      tell("goes on", site)
    }

    func wake(_ identity: UInt64, _ site: Site) {
      let index = Int(identity & 0xFFFF_FFFF) - 1
      yield(.write, index | 0x2_0000_0000, site)
      parkers[index].tokens += 1
      parkers[index].clock.join(threads[thread].clock)
      threads[thread].clock[thread] += 1
      tell("wakes", site)
    }

    /// Whether the running thread holds a lock.
    var holdsLock: Bool { locks.contains { $0.holder == thread } }
  }
#endif
