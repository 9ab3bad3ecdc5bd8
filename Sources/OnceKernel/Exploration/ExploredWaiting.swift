#if Exploration
  import Dispatch

  /// `Parker` as explorations see it; see there.
  package struct Parker: Sendable {
    private let semaphore = DispatchSemaphore(value: 0)
    private let identity: UInt64

    @usableFromInline
    package init() {
      identity = Seam.identity { $0.parkerMade() }
    }

    @usableFromInline
    package func park(_ file: StaticString = #fileID, _ line: UInt = #line) {
      if let scheduler = Seam.scheduler(of: identity) { return scheduler.park(identity, Site("park", file, line)) }
      semaphore.wait()
    }

    @usableFromInline
    package func wake(_ file: StaticString = #fileID, _ line: UInt = #line) {
      if let scheduler = Seam.scheduler(of: identity) { return scheduler.wake(identity, Site("wake", file, line)) }
      semaphore.signal()
    }
  }

  extension Lock {
    /// An explored thread takes the platform's lock too: what some locks guard is the process's, and other threads run beside the exploration.
    @usableFromInline
    package func lock(_ file: StaticString = #fileID, _ line: UInt = #line) {
      Seam.current?.lock(UnsafeRawPointer(raw), Site("lock", file, line))
      lockForReal()
    }

    /// As `lock()`: how long a thread tries is no order of things.
    package func lockPatiently(_ file: StaticString = #fileID, _ line: UInt = #line) { lock(file, line) }

    @usableFromInline
    package func unlock() {
      Seam.current?.unlock(UnsafeRawPointer(raw))
      unlockForReal()
    }

    @usableFromInline
    package func withLock<Result, Failure: Error>(
      _ body: () throws(Failure) -> Result, _ file: StaticString = #fileID, _ line: UInt = #line
    ) throws(Failure) -> Result {
      lock(file, line)
      defer { unlock() }
      return try body()
    }
  }

  extension Waiter {
    /// What `suspend()` does, for an explored thread that stands for a task: the continuation is a parker.
    package func suspendAsThread() -> Outcome {
      let parker = Parker()
      let resumeNow = BuildLock.lock.withLock {
        if outcome != nil, !Mutant.suspendsBlindly.isActive { return true }
        suspension = .parked(parker)
        return false
      }
      if !resumeNow { parker.park() }
      return BuildLock.lock.withLock { outcome } ?? .retry
    }

    /// What the cancellation of the waiting task does.
    package func cancelAsThread() {
      cancel()
    }
  }

  extension BuildLock {
    /// Forgets what an execution that was broken off left in flight; builds of other threads go on.
    package static func forgetBuilds() {
      lock.withLock {
        for attempt in inFlight where attempt.mustRunDeferred.isExplored { remove(attempt) }
      }
    }
  }
#endif
