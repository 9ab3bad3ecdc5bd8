/// Why a value is disposed of: a transaction is committed when its scope ended normally, and rolled back otherwise.
///
/// ```swift
/// try container.register(
///   Transaction.self,
///   scope: .scoped(dispose: { transaction, ending in
///     if case .completed = ending { try await transaction.commit() } else { try await transaction.rollBack() }
///   }),
///   .async { r in try await r.resolve(Pool.self).begin() })
/// ```
///
/// A scope's values are told how their scope ended. Values that a container kept are told `.shutDown` or `.reset`. What a `capacity` pushes out is
/// told `.reset`.
public enum Ending: Sendable {
  /// Its scope ended normally.
  case completed
  /// Its scope ended with this error.
  case failed(any Error)
  /// Its scope was released without having been ended, or the container did not keep it: no caller wanted it any more, or its decorator or injector
  /// threw.
  case abandoned
  /// Its container was shut down, or the overrides it was built for are over.
  case shutDown
  /// Its registration was reset, replaced or removed, or a `capacity` pushed the value out.
  case reset

  /// Without the error.
  package var name: String {
    switch self {
    case .completed: "completed"
    case .failed: "failed"
    case .abandoned: "abandoned"
    case .shutDown: "shut down"
    case .reset: "reset"
    }
  }

  /// What the scope ended with, if that was an error.
  public var error: (any Error)? {
    if case .failed(let error) = self { error } else { nil }
  }
}
