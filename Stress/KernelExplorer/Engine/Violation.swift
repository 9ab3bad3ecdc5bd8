#if Exploration
  /// What went wrong in an execution, and the choices that lead there again.
  package struct Violation: Sendable, CustomStringConvertible {
    package let what: String
    package let choices: [Int]
    /// What each thread did, in order; filled in by a replay.
    package var trace: [TraceLine] = []

    package var description: String { what }
  }

  /// One step of a trace.
  package struct TraceLine: Sendable {
    package let thread: Int
    package let text: String
  }
#endif
