package import Holdfast
package import Searching

/// Why a container did not do what it was asked, in the few words that the invariants need.
package struct SubjectFailure: Error, CustomStringConvertible {
  /// What went wrong.
  package enum Kind: Sendable, Equatable {
    /// No such registration.
    case notRegistered
    /// A registered weak instance has died.
    case instanceDied
    /// The resolution would wait for itself; so many keys were in the path that was reported.
    case cycle(pathLength: Int)
    /// The factory threw the error that the workload planned.
    case planned(PlannedFailure)
    /// The container is sealed or shut down.
    case closed
    /// Anything else.
    case other
  }

  package let kind: Kind
  /// What the container threw, in its own words.
  package let description: String

  package init(_ kind: Kind, _ description: String) {
    self.kind = kind
    self.description = description
  }

  /// Whether it is a cycle, however long.
  package var isCycle: Bool {
    if case .cycle = kind { true } else { false }
  }
}

extension SubjectFailure {
  /// What an error of Holdfast means to the workloads; a wrapped error counts as what it wraps.
  init(_ error: ResolutionError) {
    self.init(Self.kind(of: error), error.description)
  }

  package static func kind(of error: ResolutionError) -> Kind {
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
