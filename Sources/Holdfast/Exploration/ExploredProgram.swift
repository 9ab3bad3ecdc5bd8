import OnceKernel

#if Exploration
  /// What an explored program puts in the place of what runs on other threads.
  package enum ExploredProgram {
    /// Whether the job that runs is the main actor's: every job runs on the main thread. For programs that run every job of their own accord, in
    /// the place of Dispatch.
    // unsafe: written before the program's first task.
    nonisolated(unsafe) package static var isOnMainActor: (() -> Bool)?
    /// Takes a value that is to be disposed of, on the thread that gives it up: a disposer's task would run beside the explored threads.
    // unsafe: written and called by the thread that explores.
    nonisolated(unsafe) package static var dispose: ((Any) -> Void)?
  }
#else
  extension Core {
    /// Whether an explored program disposes of these; there is none.
    @inline(__always)
    func disposeExplored(_ remains: @autoclosure () -> Remains) -> Bool { false }

    @inline(__always)
    func disposeExplored(_ cell: OnceCell) -> Bool { false }

    @inline(__always)
    func disposeExplored(_ instance: AnyObject, of registration: Registration) -> Bool { false }
  }

  enum ExploredProgram {
    static var isOnMainActor: (() -> Bool)? {
      @inline(__always) get { nil }
    }
  }
#endif
