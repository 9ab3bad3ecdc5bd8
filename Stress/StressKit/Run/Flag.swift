import Synchronization

/// A switch that goes on once and stays on.
public final class Flag: Sendable {
  private let word = Atomic<Bool>(false)

  public init() {}

  public var isSet: Bool {
    word.load(ordering: .acquiring)  // Acquiring: what was written before `set` is seen.
  }

  public func set() {
    word.store(true, ordering: .releasing)  // Releasing: pairs with the load in `isSet`.
  }
}
