/// The name of something that must hold, as it stands in reports; workloads may make their own.
public struct Invariant: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
  /// The name.
  public let description: String

  /// An invariant of this name.
  public init(stringLiteral name: String) {
    description = name
  }
}

/// The names are computed, not stored, so that passing one costs no check of a lazy global.
extension Invariant {
  /// Every worker finishes what it starts.
  package static var progress: Invariant { "progress" }
  /// The run did operations and builds.
  package static var didWork: Invariant { "did-work" }
  /// No object is alive after the container's release.
  package static var noneLeft: Invariant { "none-left" }
  /// An object is wholly built when it is handed out.
  package static var intact: Invariant { "intact" }
  /// A resolve that has no reason to fail succeeds.
  package static var noSurprise: Invariant { "no-surprise" }
  /// One registration of a singleton is built once.
  package static var oneBuild: Invariant { "one-build" }
  /// All callers get the same instance.
  package static var oneObject: Invariant { "one-object" }
  /// A transient is handed to one caller only.
  package static var ownObject: Invariant { "own-object" }
  /// A resolve called after a replace returned never gets the old registration's instance.
  package static var freshAfterReplace: Invariant { "fresh-after-replace" }
  /// The error of a failed factory comes through as it was thrown.
  package static var failureTold: Invariant { "failure-told" }
}

/// One time that an invariant did not hold.
package struct Violation: Sendable, CustomStringConvertible {
  package let invariant: Invariant
  package let message: String
  /// The worker that saw it; nil when it was seen after the run.
  package let worker: Int?

  package var description: String {
    "\(invariant): \(message)" + (worker.map { " (worker \($0))" } ?? "")
  }
}
