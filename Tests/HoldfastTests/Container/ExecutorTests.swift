import Dispatch
import Foundation
import Holdfast
import Testing

/// Every change of the registrations happens on the registry's own queue: while that is busy, none happens.
@Suite("The registry's executor", .serialized)
struct ExecutorTests {
  /// The actor and its queue, which are nobody's business outside this test.
  private static func registry(of container: Container) throws -> (actor: any Actor, queue: DispatchQueue) {
    let core = try #require(Mirror(reflecting: container).descendant("core"))
    let actor = try #require(Mirror(reflecting: core).descendant("registry") as? any Actor)
    let executor = try #require(Mirror(reflecting: actor).descendant("executor"))
    return (actor, try #require(Mirror(reflecting: executor).descendant("queue") as? DispatchQueue))
  }

  private enum Kind: CaseIterable {
    case register, replace, batch, ifAbsent, unregister, reset, resetAll, seal

    func apply(to container: Container) throws {
      switch self {
      case .register: try container.register(String.self, instance: "new")
      case .replace: try container.register(Int.self, instance: 2)
      case .batch: try container.registerAll { $0.register(String.self, instance: "new").register(Int.self, instance: 2) }
      case .ifAbsent: try container.registerIfAbsent { $0.register(String.self, instance: "new") }
      case .unregister: try container.unregister(Int.self)
      case .reset: try container.reset(Int.self)
      case .resetAll: try container.resetAll()
      case .seal: container.seal()
      }
    }
  }

  @Test("No change happens off the registry's executor", arguments: [Caller.thread, .ownTask])
  func changes(_ caller: Caller) async throws {
    for kind in Kind.allCases {
      let (container, builds) = (Container(), Counter())
      try container.register(Int.self) { _ in builds.add() }
      #expect(try container.resolveNow(Int.self) == 1)
      let (busy, go, calling) = (Gate("the queue is busy"), Gate("go"), Gate("the call"))
      let queue = try Self.registry(of: container).queue
      queue.async {
        busy.open()
        try? go.block()
      }
      try await busy.pass()
      let change: @Sendable () throws -> Void = {
        calling.open()
        try kind.apply(to: container)
      }
      let changer = ask(as: caller) {
        try change()
      } async: {
        try change()
      }
      try await calling.pass()
      let early = try await onThread {
        (0..<2_000).contains { _ in
          sched_yield()
          return container.peek(Int.self) != 1 || container.contains(String.self)
        }
      }
      #expect(!early)
      #expect(!changer.isSettled)
      go.open()
      try await changer.value()
      switch kind {
      case .register, .ifAbsent: #expect(container.contains(String.self))
      case .replace: #expect(try container.resolveNow(Int.self) == 2)
      case .batch: #expect(try container.contains(String.self) && container.resolveNow(Int.self) == 2)
      case .unregister: #expect(!container.contains(Int.self))
      case .reset, .resetAll: #expect(container.peek(Int.self) == nil)
      case .seal: #expect(try failure { try container.reset(Int.self) }.code == .sealed)
      }
    }
  }

  @Test("The registry knows its queue from every other place")
  func isolation() async throws {
    let (actor, queue) = try Self.registry(of: Container())
    try await onThread { queue.sync { actor.preconditionIsolated() } }
    await #expect(processExitsWith: .failure) {
      try Self.registry(of: Container()).actor.preconditionIsolated()
    }
  }
}
