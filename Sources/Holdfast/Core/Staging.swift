import OnceKernel

/// What a core has beside that of a layer in which values are built aside, to be shown in its base.
///
/// It takes from its base what is built there and stays as it is. All else is built in it. References that its factories make belong to the base.
final class Staging: Sendable {
  private struct State {
    /// The base's cells from which values were taken, by their keys.
    var used: [AnyKey: OnceCell] = [:]
    /// What the base had of each key when its value began to be built aside.
    var passed: [AnyKey: PassedCell] = [:]
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

  func rebuilds(_ key: AnyKey) -> Bool { rebuilt.contains(key) }

  /// The cells that values were taken from, of the base.
  var used: [AnyKey: OnceCell] { state.withLock { $0.used } }

  /// What the base had of the keys whose values are built aside, when these began to be.
  var passed: [AnyKey: PassedCell] { state.withLock { $0.passed } }

  /// Whether what was built is in the base: requests go there.
  var isShown: Bool { state.withLock { $0.isShown } }

  /// From here on what was built is in the base. Nothing of that is kept here.
  func noteShown() {
    let old = state.withLock { state in
      let old = state
      state = State(isShown: true)
      return old
    }
    withExtendedLifetime(old) {}  // outside the lock
  }

  /// Whether a registration's value is taken from `base` as it is; `registered` is its cell there.
  func takes(_ registered: OnceCell, from base: Core) -> Bool {
    let registration = registered.registration
    // Of what is kept by arguments each value is taken by itself; see `Core.taken(for:of:)`.
    if registration.isCache { return false }
    let isRebuilt = rebuilds(registration.key)
    if isRebuilt || !base.hasBuilt(registration, registered) {
      let kept = registration.isCached ? base.cachedIfAny.existing?.existingCell(for: registration) : registered
      let now = PassedCell(registered: registered, kept: kept, isRebuilt: isRebuilt)
      state.withLock { if $0.passed[registration.key] == nil, !$0.isShown { $0.passed[registration.key] = now } }
      return false
    }
    guard let used = registration.isCached ? base.cachedIfAny.existing?.existingCell(for: registration) : registered else { return false }
    noteUse(of: used, registration.key)
    return true
  }

  /// Notes the cell of the base from which a value of a key was taken.
  func noteUse(of used: OnceCell, _ key: AnyKey) {
    let old = state.withLock { $0.used.updateValue(used, forKey: key) }
    withExtendedLifetime(old) {}  // outside the lock
  }
}
