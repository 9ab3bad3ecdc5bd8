import OnceKernel

/// What values are made from. All are equal, and each looks for locks of the container where that compares it, hashes it or lets it go.
struct Argument: Hashable, Sendable {
  private final class Payload: Sendable {
    deinit { HeldLocks.expectNone() }
  }

  private let payload = Payload()

  static func == (left: Argument, right: Argument) -> Bool {
    HeldLocks.expectNone()
    return true
  }

  func hash(into hasher: inout Hasher) { HeldLocks.expectNone() }
}
