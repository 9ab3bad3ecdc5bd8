/// Who asks in a test: threads (S), tasks (A), or both (M).
enum Form: Sendable, CustomStringConvertible {
  case threads
  case tasks
  /// Threads and tasks in turn, beginning with `first`.
  case mixed(first: Caller)

  static let mixes: [Form] = [.mixed(first: .thread), .mixed(first: .ownTask)]

  /// Who the caller with this number is.
  func caller(_ index: Int) -> Caller {
    switch self {
    case .threads: .thread
    case .tasks: .task
    case .mixed(let first): index.isMultiple(of: 2) ? first : first.other
    }
  }

  /// Tasks alone build with asynchronous factories; who shares with threads builds synchronously.
  var buildsAsynchronously: Bool {
    if case .tasks = self { true } else { false }
  }

  var description: String {
    switch self {
    case .threads: "threads"
    case .tasks: "tasks"
    case .mixed(let first): "both, \(first) first"
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
