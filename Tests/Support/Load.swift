package import Testing

/// A test that keeps threads busy: until something happens elsewhere, or for thousands of rounds.
///
/// One such test runs at a time. Together they would keep the processors from the tests beside them, and the locks of the runtime too: code that is
/// not optimized takes one for each generic type that it uses.
package struct Load: TestTrait, SuiteTrait, TestScoping {
  package let isRecursive = true
  private static let lane = Lane()

  package func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    await Self.lane.enter()
    do {
      try await function()
    } catch {
      await Self.lane.leave()
      throw error
    }
    await Self.lane.leave()
  }
}

extension Trait where Self == Load {
  /// Keeps threads busy; one test that does runs at a time.
  package static var load: Self { Load() }
}

/// One at a time, in the order in which they came.
private actor Lane {
  private var isTaken = false
  private var waiting: [CheckedContinuation<Void, Never>] = []

  func enter() async {
    if isTaken { await withCheckedContinuation { waiting.append($0) } } else { isTaken = true }
  }

  func leave() {
    if waiting.isEmpty { isTaken = false } else { waiting.removeFirst().resume() }
  }
}
