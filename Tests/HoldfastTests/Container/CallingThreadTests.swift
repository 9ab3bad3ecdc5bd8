import Holdfast
import OnceKernel
import Testing

/// "A synchronous factory runs on the calling thread", whatever the value's lifetime.
@Suite("The calling thread")
struct CallingThreadTests {
  private final class Made: Sendable {}

  @Test(
    "A synchronous factory, its decorator and its injector run on the thread that resolves",
    arguments: [Sharing.singleton, .cached("calls"), .scoped])
  func shared(_ scope: Sharing) async throws {
    let container = Container()
    let threads = Guarded<[UInt]>([])
    @Sendable func note() { threads.withLock { $0.append(Threads.currentNumber) } }
    try container.register(Made.self, scope: scope.lifetime()) { _ in
      note()
      return Made()
    }
    try container.decorate(Made.self) { made, _ in
      note()
      return made
    }
    try container.registerInjector(Made.self) { _, _ in note() }
    let caller = try await Pending.onThread {
      try container.withScope { scope in _ = try scope.resolveNow(Made.self) }
      return Threads.currentNumber
    }.value()
    #expect(threads.withLock { $0 } == [caller, caller, caller])
  }
}
