/// What a history can break.
public enum Rule: String, Sendable, CaseIterable, CustomStringConvertible {
  /// There is an order of the operations, each between its call and its return, that explains every result.
  case linearizable
  /// A resolve that starts after a reset returned gets no instance whose factory started before the reset was called.
  case fresh
  /// An instance is whole when it is handed out.
  case whole
  /// A resolve ends with an instance, with "not registered", or with its factory's error; a change takes effect or is refused by a seal.
  case expected

  public var description: String { rawValue }

  /// Said of the operation that broke it.
  func complaint(_ operation: Operation) -> String {
    switch self {
    case .linearizable: "no order of these operations explains '\(operation.text)'"
    case .fresh: "'\(operation.text)' started after a reset had returned, and got an instance begun before that reset"
    case .whole: "'\(operation.text)' got an instance before it was built"
    case .expected: "'\(operation.text)' ended in a way that nothing explains"
    }
  }
}

/// The first operation of a key's history that cannot have gone as it says.
public struct Failure: Equatable, Sendable {
  public let rule: Rule
  /// The thread that carried it out.
  public let thread: Int
  public let operation: Operation

  public init(rule: Rule, thread: Int, operation: Operation) {
    self.rule = rule
    self.thread = thread
    self.operation = operation
  }
}
