import HoldfastStress

/// Runs every job of the program, one at a time, on the thread that calls `run`, in an order that a chooser decides.
///
/// A job is the stretch of a task, or of an actor, between two suspension points. What is ready is kept in the order in which it became ready,
/// so that a list of choices names a schedule, and the same list replays it. Time is virtual: a sleeping job may wake whenever the chooser
/// says, and wakes at once when nothing else is left to do.
///
/// ```
///    enqueue ──► ready: [job, job, job] ──── choose(3) = 1 ────► runs until it suspends ──► enqueue …
///    sleep   ──► timers: [job]  ── the first one is a choice too
/// ```
package final class JobScheduler: TaskExecutor, @unchecked Sendable {  // unchecked: the program has one thread
  /// What may run now.
  enum Entry {
    /// A job of the default executor, or of a task that prefers this scheduler.
    case pool(UnownedJob)
    /// A job of the main actor.
    case serial(UnownedJob, UnownedSerialExecutor)
    /// A task that paused.
    case paused(UnsafeContinuation<Void, Never>)
  }

  private struct Timer {
    let entry: Entry
    let due: Duration
  }

  // Guard of every field: the program's one thread.
  private var ready: [Entry] = []
  private var timers: [Timer] = []
  /// How many jobs ran in all schedules of the program, for its watchdog.
  static let jobs = PaddedCounter()
  /// How many jobs ran in this schedule.
  private var steps = 0
  /// Whether the job that runs belongs to the main actor.
  package private(set) var isOnSerialExecutor = false
  /// The virtual time: when the last timer that fired was due.
  private var now = Duration.zero
  /// Told of every job before it runs: its number, how many could have run, and which of them does. For traces.
  var onStep: ((_ step: Int, _ count: Int, _ choice: Int) -> Void)?

  package init() {
    ready.reserveCapacity(16)
  }

  package func enqueue(_ job: consuming ExecutorJob) {
    ready.append(.pool(UnownedJob(job)))
  }

  /// Takes a job of the main actor.
  package func enqueue(_ job: UnownedJob, on executor: UnownedSerialExecutor) {
    ready.append(.serial(job, executor))
  }

  /// Takes a job that sleeps.
  func enqueue(_ entry: Entry, after delay: Duration) {
    // Delays come from the real clock, too, which runs a little between a moment's naming and the wait for it: in steps, or that would decide
    // which of two timers is the first.
    let steps = Int((delay / .milliseconds(100)).rounded(.up))
    let due = now + .milliseconds(100) * steps
    let index = timers.firstIndex { due < $0.due } ?? timers.endIndex
    timers.insert(Timer(entry: entry, due: due), at: index)
  }

  /// Suspends the calling task until its turn comes again. Unlike `Task.yield()` it costs one job, not two.
  func pause() async {
    await withUnsafeContinuation { ready.append(.paused($0)) }
  }

  /// Runs jobs until none is left, or until `limit` of them ran; answers whether none is left.
  ///
  /// - Parameter chooser: asked whenever there is more than one.
  func run(_ chooser: some Chooser, limit: Int = .max) -> Bool {
    var rest = limit
    while rest > 0 {
      let count = ready.count + (timers.isEmpty ? 0 : 1)
      if count == 0 { return true }
      rest -= 1
      steps += 1
      Self.jobs.increment()
      let choice = count == 1 ? 0 : chooser.choose(among: count)
      onStep?(steps, count, choice)
      execute(choice < ready.count ? ready.remove(at: choice) : wakeFirst())
    }
    return ready.isEmpty && timers.isEmpty
  }

  /// Begins a schedule. What the last one left behind, because it failed, is left alone for good.
  func begin() {
    ready.removeAll(keepingCapacity: true)
    timers.removeAll()
    steps = 0
    now = .zero
  }

  private func wakeFirst() -> Entry {
    let timer = timers.removeFirst()
    now = max(now, timer.due)
    return timer.entry
  }

  private func execute(_ entry: Entry) {
    switch entry {
    case .pool(let job): job.runSynchronously(on: asUnownedTaskExecutor())
    case .serial(let job, let executor):
      isOnSerialExecutor = true
      job.runSynchronously(on: executor)
      isOnSerialExecutor = false
    case .paused(let continuation):
      let count = ready.count
      continuation.resume()
      // Its job has just become the last one.
      if ready.count > count { execute(ready.removeLast()) }
    }
  }
}

/// Decides which of the jobs that are ready runs next.
package protocol Chooser: AnyObject {
  /// A number from 0 up to, not including, `count`, which is at least 2.
  func choose(among count: Int) -> Int
}

/// First come, first served.
final class InOrder: Chooser {
  func choose(among count: Int) -> Int { 0 }
}
