#if Exploration
  #if canImport(Darwin)
    import Darwin
  #elseif canImport(Glibc)
    import Glibc
  #endif
  import OnceKernel

  /// Atomics and plain variables: what a load may see, and which accesses nothing orders.
  extension Engine {
    private func identity(_ index: Int) -> UInt64 { currentExecution << 32 | UInt64(index + 1) }

    private func index(_ identity: UInt64) -> Int { Int(identity & 0xFFFF_FFFF) - 1 }

    // MARK: Atomics

    func atomicMade(_ value: UInt) -> UInt64 {
      let stamp = threads[thread].clock[thread]
      stores.append(
        Store(value: value, thread: thread, stamp: stamp, released: Clock(), isTotal: false, previous: -1))
      locations.append(Location(newest: stores.count - 1, made: (thread, stamp)))
      return identity(locations.count - 1)
    }

    func atomicFreed(_ identity: UInt64) {
      locations[index(identity)].isFreed = true
      threads[thread].freed.append(index(identity))
    }

    /// Memory is given back in which those atomics lay that the thread has just freed: others that have read them must have been waited for.
    func keepMemory(_ memory: UnsafeMutableRawPointer) {
      keptMemory.append(memory)
      guard isRunning else { return }
      let clock = threads[thread].clock
      for location in threads[thread].freed.map({ locations[$0] }) {
        for other in 0..<Clock.threads where !clock.knows(location.readStamps[other], of: other) {
          report("data race: thread \(thread) frees an atomic that thread \(other) has read, and nothing orders the two")
        }
      }
    }

    private func enter(_ identity: UInt64, _ kind: Step.Kind, _ site: Site) -> Int {
      let index = index(identity)
      yield(kind, index << 2, site)
      let location = locations[index]
      if location.isFreed { report("\(YieldPoint(site)): uses an atomic that was freed") }
      if !threads[thread].clock.knows(location.made.stamp, of: location.made.thread) {
        report("\(YieldPoint(site)): data race: uses an atomic whose making nothing orders before")
      }
      return index
    }

    func load(_ identity: UInt64, _ ordering: ExploredOrdering, _ site: Site) -> UInt {
      let index = enter(identity, .read, site)
      let ordering = Weakening.applied(to: ordering, at: site)
      let clock = threads[thread].clock
      let location = locations[index]
      var floor: Int32 = -1
      for other in 0..<Clock.threads where clock.knows(location.readStamps[other], of: other) {
        floor = max(floor, location.lastRead[other])
      }
      var count = 1
      var oldest = location.newest
      while oldest > Int(floor), stores[oldest].previous >= 0, count < 16 {
        let store = stores[oldest]
        if clock.knows(store.stamp, of: store.thread) || ordering == .total && store.isTotal { break }
        oldest = store.previous
        count += 1
      }
      let age = chooseValue(count)
      var seen = location.newest
      for _ in 0..<age { seen = stores[seen].previous }
      locations[index].lastRead[thread] = Int32(seen)
      locations[index].readStamps[thread] = clock[thread]
      let store = stores[seen]
      if ordering.acquires { threads[thread].clock.join(store.released) }
      tell("sees \(age == 0 ? "" : "the stale ")\(words(store.value))", site)
      return store.value
    }

    func newestValue(of index: Int) -> UInt { stores[locations[index].newest].value }

    /// Reads the first store after those of `value`, which tells the least of all that it may see.
    func awaitChange(_ identity: UInt64, of value: UInt, _ site: Site) {
      let index = index(identity)
      threads[thread].awaited = value
      _ = enter(identity, .change, site)
      var seen = locations[index].newest
      while stores[seen].previous >= 0, stores[stores[seen].previous].value != value { seen = stores[seen].previous }
      locations[index].lastRead[thread] = Int32(seen)
      locations[index].readStamps[thread] = threads[thread].clock[thread]
      if Weakening.applied(to: .acquiring, at: site).acquires { threads[thread].clock.join(stores[seen].released) }
      tell("sees \(words(stores[seen].value)) at last", site)
    }

    func store(_ identity: UInt64, _ value: UInt, _ ordering: ExploredOrdering, _ site: Site) {
      let index = enter(identity, .write, site)
      let ordering = Weakening.applied(to: ordering, at: site)
      append(value, to: index, released: ordering.releases ? threads[thread].clock : Clock(), isTotal: ordering == .total)
      tell("stores \(words(value))", site)
    }

    func modify(_ identity: UInt64, _ ordering: ExploredOrdering, _ site: Site, _ change: (UInt) -> UInt) -> UInt {
      let index = enter(identity, .write, site)
      let ordering = Weakening.applied(to: ordering, at: site)
      let old = stores[locations[index].newest]
      if ordering.acquires { threads[thread].clock.join(old.released) }
      // A change in one step goes on with the release sequence of what it read.
      var released = old.released
      if ordering.releases { released.join(threads[thread].clock) }
      let new = change(old.value)
      append(new, to: index, released: released, isTotal: ordering == .total)
      tell("stores \(words(new)) for \(words(old.value))", site)
      return old.value
    }

    private func append(_ value: UInt, to index: Int, released: Clock, isTotal: Bool) {
      stores.append(
        Store(
          value: value, thread: thread, stamp: threads[thread].clock[thread], released: released, isTotal: isTotal,
          previous: locations[index].newest))
      locations[index].newest = stores.count - 1
      threads[thread].clock[thread] += 1
    }

    private func words(_ value: UInt) -> String {
      value > 0xFFFF ? "0x\(String(value, radix: 16))" : "\(value)"
    }

    // MARK: Plain variables

    func variableMade() -> UInt64 {
      variables.append(Variable(writer: (thread, threads[thread].clock[thread])))
      return identity(variables.count - 1)
    }

    func read(_ identity: UInt64) {
      let index = index(identity)
      let clock = threads[thread].clock
      let writer = variables[index].writer
      if !clock.knows(writer.stamp, of: writer.thread) {
        report("data race: thread \(thread) reads what thread \(writer.thread) wrote, and nothing orders the two")
      }
      variables[index].reads[thread] = clock[thread]
    }

    func write(_ identity: UInt64) {
      let index = index(identity)
      let clock = threads[thread].clock
      let writer = variables[index].writer
      if !clock.knows(writer.stamp, of: writer.thread) {
        report("data race: thread \(thread) writes what thread \(writer.thread) wrote, and nothing orders the two")
      }
      for other in 0..<Clock.threads where !clock.knows(variables[index].reads[other], of: other) {
        report("data race: thread \(thread) writes what thread \(other) reads, and nothing orders the two")
      }
      variables[index].writer = (thread, clock[thread])
    }

    // MARK: Lifetimes

    private typealias Count = @convention(c) (UnsafeMutableRawPointer) -> UInt

    // The runtime's own function, with its C signature.
    private static let retainCount = dlsym(nil, "swift_retainCount").map { unsafeBitCast($0, to: Count.self) }

    /// Whether only this engine still holds `object`: outside an exploration it would be freed.
    func isFreed(_ object: Unmanaged<AnyObject>) -> Bool {
      guard let count = Self.retainCount, object._withUnsafeGuaranteedRef({ isKept($0) }) else { return false }
      return count(object.toOpaque()) <= 1
    }
  }
#endif
