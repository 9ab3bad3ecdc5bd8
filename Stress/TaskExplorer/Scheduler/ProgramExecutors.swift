#if compiler(>=6.3) && os(Linux)
  @_spi(ExperimentalCustomExecutors) @_spi(ExperimentalScheduling) internal import _Concurrency

  /// Makes one scheduler the executor of everything: the default executor and the main actor's.
  ///
  /// The hook is no stable interface of Swift: this file is the only one that knows it.
  package enum ProgramExecutors {
    /// The scheduler of the whole program, once installed.
    package static let scheduler = JobScheduler()
    fileprivate static let main = MainScheduler(ProgramExecutors.scheduler)

    package static let isSupported = true

    /// Takes the program over. Called before its first task.
    package static func install() {
      _createExecutors(factory: Factory.self)
    }

    private enum Factory: ExecutorFactory {
      static var mainExecutor: any MainExecutor { main }
      static var defaultExecutor: any TaskExecutor { scheduler }
    }
  }

  /// The main actor's share of the scheduler.
  private final class MainScheduler: MainExecutor, @unchecked Sendable {  // unchecked: constants only
    let scheduler: JobScheduler

    init(_ scheduler: JobScheduler) {
      self.scheduler = scheduler
    }

    func enqueue(_ job: consuming ExecutorJob) {
      scheduler.enqueue(UnownedJob(job), on: asUnownedSerialExecutor())
    }

    // The program's own loop runs the jobs: there is no other to start or stop.
    func run() throws { preconditionFailure("a search runs the jobs") }
    func stop() { preconditionFailure("a search runs the jobs") }
  }

  extension MainScheduler: SchedulingExecutor {
    func enqueue<C: Clock>(_ job: consuming ExecutorJob, after delay: C.Duration, tolerance: C.Duration?, clock: C) {
      scheduler.enqueue(.serial(UnownedJob(job), asUnownedSerialExecutor()), after: delay as? Duration ?? .zero)
    }
  }

  extension JobScheduler: SchedulingExecutor {
    package func enqueue<C: Clock>(_ job: consuming ExecutorJob, after delay: C.Duration, tolerance: C.Duration?, clock: C) {
      enqueue(.pool(UnownedJob(job)), after: delay as? Duration ?? .zero)
    }
  }
#else
  /// This toolchain lets no program bring executors of its own.
  package enum ProgramExecutors {
    package static let scheduler = JobScheduler()
    package static let isSupported = false
    package static func install() {}
  }
#endif
