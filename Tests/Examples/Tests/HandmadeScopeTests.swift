import GreetingServer
import Synchronization
import Testing

/// What the scope by hand promises, which is what its costs are compared for.
@Suite("Example: a scope by hand")
struct HandmadeScopeTests {
  @Test("makes a value once, however many threads ask")
  func once() async {
    let made = Census()
    let kept = Shared()
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask {
          _ = kept.value.get {
            made.wasBorn()
            return 1
          }
        }
      }
    }
    #expect(made.total == 1)
  }

  @Test("makes an asynchronous value once, however many tasks ask")
  func onceInTask() async throws {
    let made = Census()
    let kept = Shared()
    try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<8 {
        group.addTask {
          try await kept.valueInTask.get {
            made.wasBorn()
            await Task.yield()
            return 2
          }
        }
      }
      for try await value in group { #expect(value == 2) }
    }
    #expect(made.total == 1)
  }

  @Test("ends once, in reverse order, with the outcome, and refuses what comes later")
  func end() async throws {
    let kept = Shared()
    let told = Locked<[String]>([])
    for name in ["first", "second"] {
      try kept.finish.add { outcome in
        if case .failed = outcome { told.withLock { $0.append(name) } }
        throw Failed()  // the others run all the same
      }
    }
    #expect(await kept.finish.come(.failed(Failed())))
    #expect(await !kept.finish.come(.completed))
    #expect(told.withLock { $0 } == ["second", "first"])
    #expect(throws: HandmadeEnd.ScopeHasEnded.self) { try kept.finish.checkOpen() }
    #expect(throws: HandmadeEnd.ScopeHasEnded.self) { try kept.finish.add { _ in } }
  }

  private struct Failed: Error {}

  private final class Shared: Sendable {
    let value = Once<Int>()
    let valueInTask = OnceInTask<Int>()
    let finish = HandmadeEnd()
  }
}
