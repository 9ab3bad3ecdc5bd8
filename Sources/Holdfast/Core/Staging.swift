import OnceKernel

/// What a core has beside that of a layer in which values are built aside, to be shown in its base.
///
/// It takes from its base what is built there and stays as it is. All else is built in it. References that its factories make belong to the base.
final class Staging: Sendable {
  private struct State {
    /// The base's cells from which values were taken, by their keys.
    var used: [AnyKey: OnceCell] = [:]
    var isShown = false
  }

  /// The keys that are built anew.
  private let rebuilt: Set<AnyKey>
  /// The keys that are removed.
  private let removed: Set<AnyKey>
  private let state = Guarded(State())

  init(rebuilding rebuilt: Set<AnyKey>, removing removed: Set<AnyKey>) {
    (self.rebuilt, self.removed) = (rebuilt, removed)
  }

  func removes(_ key: AnyKey) -> Bool { removed.contains(key) }

  /// The cells that values were taken from, of the base.
  var used: [AnyKey: OnceCell] { state.withLock { $0.used } }

  /// Whether what was built is in the base: requests go there.
  var isShown: Bool {
    get { state.withLock { $0.isShown } }
    set { state.withLock { $0.isShown = newValue } }
  }

  /// Whether a registration's value is taken from `base` as it is; `registered` is its cell there.
  func takes(_ registered: OnceCell, from base: Core) -> Bool {
    let registration = registered.registration
    if rebuilt.contains(registration.key) || !base.hasBuilt(registration, registered) { return false }
    guard let used = registration.isCached ? base.cachedIfAny.existing?.existingCell(for: registration) : registered else { return false }
    let old = state.withLock { $0.used.updateValue(used, forKey: registration.key) }
    withExtendedLifetime(old) {}  // outside the lock
    return true
  }
}
