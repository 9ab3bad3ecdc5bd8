#if Exploration
  /// What a program that runs every job of its own accord, to explore their orders, puts in the place of Dispatch.
  package enum ExploredProgram {
    /// Whether the job that runs is the main actor's: every job runs on the main thread.
    // unsafe: written before the program's first task.
    nonisolated(unsafe) package static var isOnMainActor: (() -> Bool)?
  }
#endif
