import Holdfast

extension SubjectFailure {
  /// What an error of Holdfast means to the workloads; a wrapped error counts as what it wraps.
  init(_ error: ResolutionError) {
    self.init(Self.kind(of: error), error.description)
  }

  private static func kind(of error: ResolutionError) -> Kind {
    switch error.code {
    case .cycle: return .cycle(pathLength: error.path.count)
    case .notRegistered: return .notRegistered
    case .instanceDied: return .instanceDied
    case .sealed, .shutDown: return .closed
    default: break
    }
    if let planned = error.underlying as? PlannedFailure { return .planned(planned) }
    if let inner = error.underlying as? ResolutionError { return kind(of: inner) }
    return .other
  }
}
