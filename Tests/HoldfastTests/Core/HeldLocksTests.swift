#if DEBUG && (os(Linux) || os(macOS))
  import Holdfast
  import OnceKernel
  import Testing

  @Suite("Locks that are held")
  struct HeldLocksTests {
    @Test("A build for checking traps where a user's code enters under a lock of the container")
    func entering() async {
      await #expect(processExitsWith: .failure) {
        _ = Threads.currentNumber  // the locks of a thread without a record are not counted
        let container = Guarded(Container())
        container.withLock { _ = try? $0.resolve(Int.self) }
      }
      await #expect(processExitsWith: .failure) {
        _ = Threads.currentNumber  // the locks of a thread without a record are not counted
        let container = Guarded(Container())
        container.withLock { _ = try? $0.register(Int.self, instance: 1) }
      }
      await #expect(processExitsWith: .failure) {
        _ = Threads.currentNumber  // the locks of a thread without a record are not counted
        let container = Guarded(Container())
        container.withLock { _ = try? $0.openScope() }
      }
      await #expect(processExitsWith: .success) {
        let container = Guarded(Container())
        _ = try? container.withLock { $0 }.register(Int.self, instance: 1)
        _ = try? container.withLock { $0 }.resolve(Int.self)
      }
    }

    @Test("What is taken out of a field under the lock of the builds is released when that is free")
    func taking() {
      let lock = ReleasingLock()
      let died = Counter()
      var probes: [DeinitProbe] = (0..<9).map { _ in
        DeinitProbe {
          HeldLocks.expectNone()
          died.add()
        }
      }
      lock.withLock {
        while let probe = probes.popLast() { lock.keep(probe) }
        #expect(died.value == 0)
      }
      #expect(died.value == 9)
    }
  }
#endif
