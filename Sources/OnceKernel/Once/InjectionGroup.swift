/// Builds whose injected objects refer to each other: they are published to everybody else together, or fail together.
final class InjectionGroup {
  /// Guard: `Coordination.lock`.
  var members: [Attempt] = []

  /// True when every member's injectors are done. Guard: the caller holds `Coordination.lock`.
  var isInjected: Bool {
    members.allSatisfy { if case .injected = $0.phase { true } else { false } }
  }
}
