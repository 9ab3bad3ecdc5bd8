import Holdfast
import OnceKernel
import Testing

extension Faults {
  @Suite("The disposal of what a wrapper broke")
  struct UnfilledDisposalTests {
    private final class Missing: Sendable {}

    private struct Broken: Sendable {
      @Injected var missing: Missing
    }

    @Test("Case 103 S: what a factory made is disposed of when a wrapper in it could not be filled")
    func synchronous() async throws { try await disposedOf(isAsynchronous: false) }

    @Test("Case 103 A: what an asynchronous factory made is disposed of when a wrapper in it could not be filled")
    func asynchronous() async throws { try await disposedOf(isAsynchronous: true) }

    private func disposedOf(isAsynchronous: Bool) async throws {
      let (container, disposed) = (Container(), Counter())
      if isAsynchronous {
        try container.register(Broken.self, dispose: { _ in _ = disposed.add() }, async: { _ in Broken() })
      } else {
        try container.register(Broken.self, dispose: { _ in _ = disposed.add() }) { _ in Broken() }
      }
      await #expect(throws: ResolutionError.self) { try await container.resolve(Broken.self) }
      // The shutdown waits for what is being disposed of.
      try await container.shutdown()
      #expect(disposed.value == 1)
    }
  }
}
