/// The name of something that must hold, as it stands in reports; workloads may make their own.
public struct Invariant: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
  public let description: String

  public init(stringLiteral name: String) {
    description = name
  }
}

/// The names are computed, not stored, so that passing one costs no check of a lazy global.
extension Invariant {
  /// Every worker finishes what it starts.
  public static var progress: Invariant { "progress" }
  /// The run did operations and builds.
  public static var didWork: Invariant { "did-work" }
  /// No object is alive after the container is gone.
  public static var noneLeft: Invariant { "none-left" }
  /// An object is wholly built when it is handed out.
  public static var intact: Invariant { "intact" }
  /// A resolve that has no reason to fail succeeds.
  public static var noSurprise: Invariant { "no-surprise" }
  /// One registration of a singleton is built once.
  public static var oneBuild: Invariant { "one-build" }
  /// Everybody gets the same instance.
  public static var oneObject: Invariant { "one-object" }
  /// A transient is handed to one caller only.
  public static var ownObject: Invariant { "own-object" }
  /// A resolve called after a replace returned never gets the old registration's instance.
  public static var freshAfterReplace: Invariant { "fresh-after-replace" }
  /// A resolve called after an unregister returned finds nothing.
  public static var goneAfterUnregister: Invariant { "gone-after-unregister" }
  /// A resolve called after a reset returned never gets an instance whose factory started before the reset.
  public static var freshAfterReset: Invariant { "fresh-after-reset" }
  /// A resolve called after an attempt failed never gets that attempt's error.
  public static var failureNotCached: Invariant { "failure-not-cached" }
  /// The error of a failed factory comes through as it was thrown.
  public static var failureTold: Invariant { "failure-told" }
  /// Everybody who takes part in a cycle gets the error that says so, with its path.
  public static var cycleReported: Invariant { "cycle-reported" }
  /// Nobody gets a cycle error without a cycle.
  public static var noFalseCycle: Invariant { "no-false-cycle" }
  /// Whoever holds a weak instance gets the same one again.
  public static var weakIdentity: Invariant { "weak-identity" }
  /// The container does not keep a weak instance alive.
  public static var weakNotHeld: Invariant { "weak-not-held" }
}
