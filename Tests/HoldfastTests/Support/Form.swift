/// Who asks in a test: threads (S), tasks (A), or both (M).
enum Form: CaseIterable, Sendable, CustomStringConvertible {
  case threads
  case tasks
  /// Threads and tasks in turn, beginning with `first`.
  case mixed(first: Caller)

  static let mixes: [Form] = [.mixed(first: .thread), .mixed(first: .ownTask)]
  static let allCases: [Form] = [.threads, .tasks] + mixes

  /// Who the caller with this number is.
  func caller(_ index: Int) -> Caller {
    switch self {
    case .threads: .thread
    case .tasks: .task
    case .mixed(let first): index.isMultiple(of: 2) ? first : first.other
    }
  }

  /// The same caller, but one that may block in a synchronous factory.
  func blockingCaller(_ index: Int) -> Caller {
    caller(index) == .task ? .ownTask : caller(index)
  }

  /// Tasks alone build with asynchronous factories; tasks that share with threads build synchronously.
  var buildsAsynchronously: Bool {
    if case .tasks = self { true } else { false }
  }

  /// Begins with the letter by which `scripts/faults` counts the form of a parameterized test.
  var description: String {
    switch self {
    case .threads: "S: threads"
    case .tasks: "A: tasks"
    case .mixed(.thread): "M: threads and tasks"
    case .mixed: "M: tasks and threads"
    }
  }
}

enum Caller: Sendable {
  case thread
  /// A task on the cooperative pool; it must not block.
  case task
  /// A task with a thread of its own, whose synchronous factory may block.
  case ownTask

  var other: Caller { self == .thread ? .ownTask : .thread }
}
