import Foundation
import Holdfast
import OnceKernel
import TestSupport
import Testing

/// Every change of the registrations happens with the lock of the registry's executor held: while another thread has it, none happens.
@Suite("The registry's executor", .serialized)
struct ExecutorTests {
  /// The actor and its lock, which only this test looks for.
  private static func registry(of container: Container) throws -> (actor: any Actor, lock: Lock) {
    let core = try #require(Mirror(reflecting: container).descendant("core"))
    let actor = try #require(Mirror(reflecting: core).descendant("registry") as? any Actor)
    let executor = try #require(Mirror(reflecting: actor).descendant("executor"))
    return (actor, try #require(Mirror(reflecting: executor).descendant("lock") as? Lock))
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

  @Test("No change happens off the registry's executor", .load, arguments: [Caller.thread, .ownTask])
  func changes(_ caller: Caller) async throws {
    for kind in Kind.allCases {
      let (container, builds) = (Container(), Counter())
      try container.register(Int.self) { _ in builds.add() }
      #expect(try container.resolveNow(Int.self) == 1)
      let (busy, calling, changed) = (Gate("the lock is taken"), Gate("the call"), Counter())
      let lock = try Self.registry(of: container).lock
      // A thread that needs no other to go on: until it gives the lock back, a change keeps a thread of the pool, of which there may be two.
      let holder = Pending.onThread {
        lock.lock()
        defer { lock.unlock() }
        busy.open()
        try calling.block()
        return (0..<2_000).contains { _ in
          sched_yield()
          return container.peek(Int.self) != 1 || container.contains(String.self) || changed.value > 0
        }
      }
      try await busy.pass()
      let change: @Sendable () throws -> Void = {
        calling.open()
        try kind.apply(to: container)
        changed.add()
      }
      let changer = ask(as: caller) { try change() }
      #expect(try await !holder.value(), "something changed while the lock was taken")
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

  @Test("The registry tells a thread that does not hold its lock from one that does")
  func isolation() async throws {
    // In debug builds every change asks whether it is isolated.
    try Container().register(Int.self, instance: 1)
    await #expect(processExitsWith: .failure) {
      try Self.registry(of: Container()).actor.preconditionIsolated()
    }
  }
}
