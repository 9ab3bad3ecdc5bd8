/// Calls back when it dies.
final class DeinitProbe: Sendable {
  private let onDeath: @Sendable () -> Void

  init(_ onDeath: @escaping @Sendable () -> Void) {
    self.onDeath = onDeath
  }

  deinit { onDeath() }
}
