import HoldfastStress

/// What one schedule of a scenario happens in: its tasks, its clock, what came into being, and what went wrong.
package final class World: @unchecked Sendable {  // unchecked: everything of it runs on the program's one thread
  private let scheduler: JobScheduler
  /// Whether the scheduler is the whole program's, so that its tasks get there by themselves.
  private let isWholeProgram: Bool
  /// Whether what happens is written down.
  let isTracing: Bool

  // Guard of every field: the program's one thread.
  private var tasks: [(name: String, isOver: Bool)] = []
  private var time = 0
  /// How many parts exist.
  var alive = 0
  /// What became of the parts, in the order in which they were made.
  var records: [PartRecord] = []
  /// The parts' numbers in the order in which their disposal ended.
  var disposalOrder: [Int] = []
  /// The goals that this schedule reached, a bit each.
  private(set) var reached: UInt64 = 0
  package private(set) var problems: [String] = []
  package private(set) var notes: [String] = []

  init(_ scheduler: JobScheduler, isWholeProgram: Bool, isTracing: Bool) {
    self.scheduler = scheduler
    self.isWholeProgram = isWholeProgram
    self.isTracing = isTracing
  }

  /// Starts a task of the scenario, which must come to an end.
  ///
  /// - Parameter inherits: it has the task-local values of the task that starts it, as what an application's code starts with `Task`.
  @discardableResult
  package func spawn(_ name: String, inheriting inherits: Bool = false, _ body: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
    let number = tasks.count
    tasks.append((name, false))
    let work: @Sendable () async -> Void = { [self] in
      note("\(name) begins")
      await body()
      tasks[number].isOver = true
      note("\(name) ends")
    }
    if inherits { return begin(work) }
    return isWholeProgram ? Task.detached(operation: work) : Task.detached(executorPreference: scheduler, operation: work)
  }

  /// Starts a task as an application's code does, with the task-local values of the calling one. All of these are of one size.
  func begin(_ body: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
    isWholeProgram ? Task(operation: body) : Task(executorPreference: scheduler, operation: body)
  }

  /// Lets other jobs go first, or not: a place where the schedule may turn.
  package func pause() async {
    await scheduler.pause()
  }

  /// The next moment: every call answers a later one.
  func tick() -> Int {
    time += 1
    return time
  }

  /// Tells of a promise that was broken.
  package func expect(_ condition: Bool, _ complaint: @autoclosure () -> String) {
    if condition { return }
    report(complaint())
  }

  package func report(_ problem: String) {
    problems.append(problem)
    note("PROBLEM: \(problem)")
  }

  /// Writes down what happens, in a trace.
  package func note(_ text: @autoclosure () -> String) {
    if isTracing { notes.append("       " + text()) }
  }

  func noteStep(_ step: Int, _ count: Int, _ choice: Int) {
    notes.append("\(step)".aligned(to: 5) + (count == 1 ? "  the only job" : "  job \(choice) of \(count)"))
  }

  /// Tells that this schedule comes to the scenario's goal of this number.
  package func reach(_ goal: Int) {
    reached |= 1 << UInt64(goal)
  }

  /// Tasks that are not over.
  var unfinished: [String] { tasks.filter { !$0.isOver }.map(\.name) }
}
