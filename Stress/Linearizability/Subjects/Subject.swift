import Searching
import StressKit

/// A container that is checked: a few keys, each with a registration or none, and at most one instance of it.
///
/// Every function is called by many threads at once.
public protocol Subject: Sendable {
  /// Registers, in the place of what is registered.
  func register(_ key: Int, _ recipe: Recipe) -> Change
  /// Registers the same recipe under every key, as one step.
  func registerAll(_ recipe: Recipe) -> Change
  func unregister(_ key: Int) -> Change
  func reset(_ key: Int) -> Change
  /// Forgets every instance, as one step.
  func resetAll() -> Change
  /// Ends the time of change.
  func seal()
  func resolve(_ key: Int) -> Found
}

/// What came of a change.
public enum Change: Sendable {
  /// It took effect.
  case done
  /// It took effect, and says whether something was registered.
  case removed(Bool)
  /// The container is sealed.
  case refused
  /// Something else went wrong.
  case failed
}

/// What came of a resolve.
public enum Found: Sendable {
  case instance(Specimen)
  case notRegistered
  /// The factory of this generation threw.
  case threw(UInt64)
  /// Something else went wrong.
  case failed
}

extension Change {
  init(_ kind: SubjectFailure.Kind) { self = kind == .closed ? .refused : .failed }
}

extension Found {
  init(_ kind: SubjectFailure.Kind) {
    switch kind {
    case .notRegistered: self = .notRegistered
    case .planned(let planned): self = .threw(planned.attempt)
    case .instanceDied, .cycle, .closed, .other: self = .failed
    }
  }
}

/// What the checked containers build: it says which build of which registration it is, and when its factory started.
///
/// Its fields are plain, so that a container that hands it out unpublished races with the threads that read them.
public final class Specimen: Sendable {
  /// See `Identity`.
  public let identity: UInt64
  /// On the monotonic clock.
  public let factoryStart: UInt64

  init(identity: UInt64, factoryStart: UInt64) {
    self.identity = identity
    self.factoryStart = factoryStart
  }

  /// What stands where an instance will be once it is built.
  static let unbuilt = Specimen(identity: 0, factoryStart: 0)
}
