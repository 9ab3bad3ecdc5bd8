import Foundation
import Holdfast
import HoldfastDiagnostics
import Synchronization
import Testing

extension Regressions {
  /// Builds know a value by what holds it: a weak one by the object, all others by a box.
  @Suite("Values by what holds them")
  struct HeldValueRegressions {
    private protocol Counted: Sendable { var count: Int { get } }
    private final class Item: Counted, CustomStringConvertible {
      let count = 1
      let description = "item"
    }
    private struct Pair: Counted { let count = 2 }
    private struct Failed: Error {}

    // Foundation would turn a string into an object of another type.
    @Test("A weak value that a decorator makes no object of is an error, whatever Foundation could make of it")
    func decorated() async throws {
      let container = Container()
      try container.register((any Counted).self, scope: .weakObject) { _ in Item() }
      try container.decorate((any Counted).self) { _, _ in Pair() }
      try container.register((any CustomStringConvertible & Sendable).self, scope: .weakObject) { _ in Item() }
      try container.decorate((any CustomStringConvertible & Sendable).self) { _, _ in "text" }
      try container.register((any Counted).self, named: "task", scope: .weakObject, .async { _ in Item() })
      let first = #expect(throws: ResolutionError.self) { try container.resolveNow((any Counted).self) }
      let second = #expect(throws: ResolutionError.self) { try container.resolveNow((any CustomStringConvertible & Sendable).self) }
      let third = await #expect(throws: ResolutionError.self) { try await container.resolve((any Counted).self, named: "task") }
      #expect(first?.code == .wrongType && second?.code == .wrongType && third?.code == .wrongType)
    }

    @Test("A failure names what asked for the build, also to what began to observe while it ran")
    func observedLate() throws {
      final class Holder: Sendable {}
      let container = Container()
      let told = Mutex<[ContainerEvent]>([])
      let token = Mutex<EventObservation?>(nil)
      try container.register(Item.self) { _ in
        let observation = container.observe { event in told.withLock { $0.append(event) } }
        token.withLock { $0 = observation }
        throw Failed()
      }
      try container.register(Holder.self) { r in
        _ = try r.resolve(Item.self)
        return Holder()
      }
      #expect(throws: ResolutionError.self) { try container.resolveNow(Holder.self) }
      let failure = told.withLock { $0 }.first { $0.key == AnyKey(Item.self) }
      #expect(failure?.requestedBy == AnyKey(Holder.self))
    }

    @Test("How long a build took leaves out what its observers do")
    func duration() throws {
      let container = Container()
      let built = Mutex<Duration?>(nil)
      let observation = container.observe { event in
        switch event.kind {
        case .building: Thread.sleep(forTimeInterval: 0.2)  // a slow observer
        case .built(let duration): built.withLock { $0 = duration }
        default: break
        }
      }
      try container.register(Item.self) { _ in Item() }
      _ = try container.resolveNow(Item.self)
      withExtendedLifetime(observation) {}
      let duration = try #require(built.withLock { $0 })
      #expect(duration < .milliseconds(150))
    }
  }
}
