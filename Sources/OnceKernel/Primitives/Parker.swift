#if !Exploration
  import Dispatch

  /// Where one thread sleeps until another wakes it: a Dispatch semaphore, so that Dispatch knows the thread is blocked.
  package struct Parker: Sendable {
    private let semaphore = DispatchSemaphore(value: 0)

    package init() {}

    /// Sleeps until `wake()`, which may have come before.
    package func park() {
      semaphore.wait()
    }

    package func wake() {
      semaphore.signal()
    }
  }
#endif
