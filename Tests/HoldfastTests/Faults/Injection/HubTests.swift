import Foundation
import Holdfast
import Testing

extension Faults {
  /// In a process of its own, so that no other test's work is in the figures.
  @Suite("A hub and its spokes")
  struct HubTests {
    @Test("Case 86 S: a hub and 400 spokes that inject each other take milliseconds, and no build elsewhere waits")
    func threads() async { await #expect(processExitsWith: .success) { try await Wheel(400).run(.threads) } }

    @Test("Case 86 A: a hub and 400 spokes that inject each other take milliseconds, and no build elsewhere waits")
    func tasks() async { await #expect(processExitsWith: .success) { try await Wheel(400).run(.tasks) } }

    @Test("Case 86 M: a hub and 400 spokes that inject each other take milliseconds, and no build elsewhere waits")
    func both() async {
      await #expect(processExitsWith: .success) { try await Wheel(400).run(.mixed(first: .thread)) }
    }
  }
}

/// A hub whose injector resolves all spokes, whose injectors resolve the hub.
private final class Hub: Sendable {
  fileprivate let spokes = Counter()
}

private final class Spoke: Sendable {
  fileprivate let hubs = Counter()
}

private struct Wheel {
  private let names: [Name]

  init(_ count: Int) {
    names = Name.fresh(count)
  }

  func run(_ form: Form) async throws {
    let (container, names, clock, bystander) = (Container(), names, ContinuousClock(), Bystander())
    try container.register(Hub.self) { _ in Hub() }
    for name in names { try container.register(Spoke.self, named: name) { _ in Spoke() } }
    try container.registerInjector(Hub.self) { hub, r in
      for name in names {
        _ = try r.resolve(Spoke.self, named: name)
        hub.spokes.add()
      }
    }
    try container.registerInjector(Spoke.self) { spoke, r in
      _ = try r.resolve(Hub.self)
      spoke.hubs.add()
    }
    let start = clock.now
    // Two callers: one begins with the hub, the other one with the last spoke.
    let first = ask(container, Hub.self, as: form.blockingCaller(0)) { $0.spokes.value }
    let second = ask(container, Spoke.self, named: names[names.count - 1], as: form.blockingCaller(1)) { $0.hubs.value }
    let injected = (try await first.value(), try await second.value())
    Breach.check(start.duration(to: clock.now), promised: .milliseconds(50), "the wheel")
    Breach.check(try await bystander.stop(), promised: .milliseconds(1), "a cold build elsewhere")
    guard injected == (names.count, 1) else { fatalError("injected \(injected)") }
  }
}
