/// Where tests carry out runs: a thread of its own, since a run blocks, and one run at a time, since a run wants the whole machine.
@globalActor
actor Bench {
  static let shared = Bench()

  private let executor = BenchExecutor()

  nonisolated var unownedExecutor: UnownedSerialExecutor {
    executor.asUnownedSerialExecutor()
  }
}
