import Holdfast
import HoldfastStress
import Searching

/// What came of a resolve, as a value that can travel between tasks.
typealias Answer<Value> = Result<Value, ResolutionError>

extension Result where Failure == ResolutionError {
  /// What `body` returns or throws.
  static func of(_ body: () throws(ResolutionError) -> Success) -> Self {
    do throws(ResolutionError) { return .success(try body()) } catch { return .failure(error) }
  }

  /// What `body` returns or throws, in a task.
  nonisolated(nonsending) static func of(_ body: nonisolated(nonsending) () async throws(ResolutionError) -> Success) async -> Self {
    do throws(ResolutionError) { return .success(try await body()) } catch { return .failure(error) }
  }

  /// The value if there is one.
  var value: Success? { try? get() }

  /// The error's code if there is no value.
  var code: ResolutionError.Code? {
    if case .failure(let error) = self { error.code } else { nil }
  }
}

extension ResolutionError {
  /// The failure that a workload planned, if that is what the error tells of.
  var planned: PlannedFailure? { underlying as? PlannedFailure ?? (underlying as? ResolutionError)?.planned }
}

extension Worker {
  /// Checks that an answer is a value, or an error with one of the codes; answers the value.
  func value<Value>(of answer: Answer<Value>, orOneOf codes: ResolutionError.Code..., what: @autoclosure () -> String) -> Value? {
    switch answer {
    case .success(let value):
      return value
    case .failure(let error):
      check(codes.contains(error.code), codes.isEmpty ? .noSurprise : .allowedError, "\(what()) failed: \(error)")
      return nil
    }
  }
}
