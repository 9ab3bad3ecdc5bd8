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
  /// What the container threw, or says.
  private let cause: any Sendable

  package init(_ kind: Kind, _ cause: any Sendable) {
    self.kind = kind
    self.cause = cause
  }

  /// What the container threw, in its own words.
  package var description: String { "\(cause)" }

  /// Whether it is a cycle, however long.
  package var isCycle: Bool {
    if case .cycle = kind { true } else { false }
  }
}

extension SubjectFailure {
  /// What an error of Holdfast means; a wrapped error counts as what it wraps.
  package init(_ error: ResolutionError) {
    self.init(Self.kind(of: error), error)
  }

  /// What any error means.
  init(any error: any Error) {
    switch error {
    case let failure as SubjectFailure: self = failure
    case let planned as PlannedFailure: self.init(.planned(planned), "the factory threw \(planned)")
    case let error as ResolutionError: self.init(error)
    default: self.init(.other, error)
    }
  }

  /// Does what may fail, and tells why it did.
  @discardableResult
  package static func telling<Result>(_ body: () throws -> Result) throws(SubjectFailure) -> Result {
    do { return try body() } catch { throw SubjectFailure(any: error) }
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
