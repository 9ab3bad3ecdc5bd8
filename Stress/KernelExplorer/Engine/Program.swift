#if Exploration
  import OnceKernel

  /// What explored threads do, and what has to be true at the end.
  package struct Program {
    let threads: [() -> Void]
    /// Runs once every thread has ended; sees what all of them did.
    let check: () -> Void
    /// Runs when everything the program made should be gone; says what is not. Must hold nothing of the program.
    let leftovers: () -> String?

    package init(_ threads: [() -> Void], check: @escaping () -> Void = {}, leftovers: @escaping () -> String? = { nil }) {
      self.threads = threads
      self.check = check
      self.leftovers = leftovers
    }
  }

  /// A program with a name, made afresh for every execution.
  package struct Scenario: Sendable {
    package let name: String
    package let about: String
    package let threads: Int
    package let make: @Sendable () -> Program

    package init(_ name: String, _ about: String, threads: Int, _ make: @escaping @Sendable () -> Program) {
      self.name = name
      self.about = about
      self.threads = threads
      self.make = make
    }
  }

  /// Breaks the execution off as a violation unless `condition` holds.
  package func require(_ condition: Bool, _ what: @autoclosure () -> String) {
    if !condition { Engine.running?.report(what()) }
  }

  /// Marks, for checks of real-time order, that the running thread begins an operation, or has ended it.
  enum Mark {
    static func began(_ what: @autoclosure () -> String) {
      Engine.running?.mark(.began)
      Engine.running?.tell("begins \(what())")
    }

    static func ended(_ what: @autoclosure () -> String) {
      Engine.running?.mark(.ended)
      Engine.running?.tell("has ended \(what())")
    }
  }

  /// A plain variable of a program, whose accesses are checked for data races.
  package final class Plain<Value>: @unchecked Sendable {  // unchecked: one thread at a time runs an exploration
    @Declared private var declared: Value

    package var value: Value {
      get { declared }
      set { declared = newValue }
    }

    package init(_ value: Value) {
      declared = value
    }
  }

  extension Engine {
    func mark(_ kind: Step.Kind) {
      // With a bound an interruption before the next step serves as well; what has ended is noted as early as can be.
      if kind == .ended, search.mode != .reduced { return }
      yield(kind, 0x3_0000_0000, nil)
    }
  }

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
