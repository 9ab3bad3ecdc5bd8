/// The ways in which `FakeSubject` can be broken, each a mistake that people make.
public enum FakeDefect: String, Sendable, CaseIterable {
  /// A change works on a copy and writes it back: another change in between is lost.
  case noLock = "no-lock"
  /// Now and then a resolve returns the instance from before the last replacement.
  case staleRead = "stale-read-after-replace"
  /// An instance can be seen before its factory has made it.
  case publishedBeforeBuilt = "publish-before-built"
  /// A build that was under way during a reset is kept as if it had begun after it; only the freshness rule sees it.
  case resetLosesRace = "reset-loses-the-race"
  /// A replacement changes the factory and leaves the instance.
  case replaceKeepsInstance = "replace-keeps-the-instance"
  /// Whoever finds nothing builds, without looking again whether somebody else has.
  case missingSecondCheck = "missing-second-check"
  /// Unregister returns before it has taken effect.
  case lateUnregister = "unregister-applied-late"
  /// Who waits for a build gets what it made, even if they came after a replacement.
  case waiterSeesOldValue = "waiter-sees-the-old-value"

  /// The rules that may show it.
  var rules: Set<Rule> {
    switch self {
    case .publishedBeforeBuilt: [.whole]
    case .resetLosesRace: [.fresh]
    default: [.linearizable, .fresh]
    }
  }
}
