import HoldfastStress

/// A singleton in a circle of singletons; it does not hold the next one, which the container does.
final class InjectedLink: Sendable {
  let tracked: Tracked
  private let injections = KeyState()
  private let successor = Locked(Successor())

  /// The next link, watched.
  private struct Successor {
    weak var link: InjectedLink?
  }

  init(_ tracked: Tracked) {
    self.tracked = tracked
  }

  /// Notes that the injector runs; answers whether it is the first time.
  func inject() -> Bool {
    injections.nextNumber() == 1
  }

  var next: InjectedLink? {
    get { successor.withLock { $0.link } }
    set { successor.withLock { $0.link = newValue } }
  }
}
