import Holdfast
import HoldfastDiagnostics
import OnceKernel
import Testing

@Suite("Events of containers that override others")
struct OverridingEventTests {
  private let container = Container()

  private func over(_ base: Container) throws -> Container {
    try Container(overriding: base) { $0.register(String.self) { _ in "override" } }
  }

  /// Waits until the sequence has ended.
  private func end(of events: AsyncStream<ContainerEvent>) async throws {
    try await Pending.inTask { for await _ in events {} }.value(within: promptly)
  }

  @Test("The events of a container end with whichever container it overrides ends first", arguments: [false, true])
  func ending(endsFirst: Bool) async throws {
    for ended in 0..<3 {
      let base = Container()
      try base.register(String.self) { _ in "base" }
      let middle = try over(base)
      let top = try over(middle)
      if endsFirst { try await [base, middle, top][ended].shutdown(deadline: nil) }
      let streams = [base.events(), middle.events(), top.events()]
      if !endsFirst { try await [base, middle, top][ended].shutdown(deadline: nil) }
      for stream in streams[ended...] { try await end(of: stream) }
      // Those of what it overrides go on.
      if ended > 0 {
        let first = Pending.inTask { [streams] in
          for await event in streams[0] where event.overrides == nil { return event.key }
          return AnyKey(Never.self)
        }
        _ = try base.resolveNow(String.self)
        #expect(try await first.value(within: promptly) == AnyKey(String.self))
      }
      withExtendedLifetime((base, middle, top)) {}
    }
  }

  @Test("The events of a container that overrides what `withOverrides` put in force end with that")
  func insideOverrides() async throws {
    try container.register(String.self) { _ in "base" }
    let (top, events) = try container.withOverrides {
      $0.register(String.self) { _ in "outer" }
    } operation: {
      let top = try over(container)
      return (top, top.events())
    }
    try await end(of: events)
    withExtendedLifetime(top) {}
  }

  @Test("An event says in which overrides it happened")
  func whose() async throws {
    let events = Guarded<[ContainerEvent]>([])
    let observation = container.observe { event in events.withLock { $0.append(event) } }
    try container.register(String.self) { _ in "base" }
    let (first, second) = (try over(container), try over(container))
    for container in [first, second, container] { _ = try container.resolveNow(String.self) }
    try container.withOverrides {
      $0.register(String.self) { _ in "layer" }
    } operation: {
      _ = try container.resolveNow(String.self)
    }
    let built = events.withLock { $0.map(\.self) }.filter { if case .built = $0.kind { true } else { false } }
    #expect(built.count == 4)
    #expect(Set(built.map { $0.overrides?.number }).count == 4)
    #expect(built.filter { $0.overrides == nil }.count == 1)
    #expect(built.allSatisfy { $0.overrides?.site.file.hasSuffix("OverridingEventTests.swift") ?? true })
    #expect(built[0].description.contains("in overrides"))
    observation.cancel()
    withExtendedLifetime((first, second)) {}
  }
}
