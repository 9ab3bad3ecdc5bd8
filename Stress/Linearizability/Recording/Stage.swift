import HoldfastStress

/// The container of the episode under way.
// unchecked: written by the last thread at the gate, while all others wait there
final class Stage: @unchecked Sendable {
  /// Guard: the gate.
  private(set) var subject: any Subject
  private let make: @Sendable () -> any Subject

  init(_ make: @escaping @Sendable () -> any Subject) {
    self.make = make
    subject = make()
  }

  func change() {
    subject = make()
  }
}
