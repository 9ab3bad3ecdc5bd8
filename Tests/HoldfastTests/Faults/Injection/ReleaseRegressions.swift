import Holdfast
import OnceKernel
import Testing

extension Regressions {
  /// What dies with the publication of an injection group, or with its failure, may resolve: nothing is released under a lock.
  @Suite("What a group lets go of")
  struct ReleaseRegressions {
    @Test("An object of a group whose container is gone", arguments: [false, true])
    func container(fails: Bool) async throws {
      let (elsewhere, died) = (try cold(), Gate("right died"))
      let handle = Handle()
      handle.container = try Container { batch in
        batch.register(Left.self) { _ in Left() }
        batch.register(Last.self) { _ in
          Last {
            _ = try? elsewhere.resolveNow(One.self)
            died.open()
          }
        }
        batch.registerInjector(Left.self) { _, r in
          _ = try r.resolve(Last.self)
          handle.container = nil
          if fails { throw Boom() }
        }
        batch.registerInjector(Last.self) { _, r in _ = try r.resolve(Left.self) }
      }
      let left = try #require(handle.container).provider(Left.self)
      let resolved = Pending.onThread { try left.callAsFunction() }
      #expect(try await resolved.code() == (fails ? .factoryFailed : nil))
      try await died.pass(within: patience)
    }

    @Test("The other container of a group, with what it holds", arguments: [false, true])
    func otherContainer(fails: Bool) async throws {
      let (elsewhere, died) = (try cold(), Gate("what the other one held died"))
      let (handle, link) = (Handle(), Handle())
      let near = Container()
      handle.container = try Container { batch in
        batch.register(Last.self) { _ in
          Last {
            _ = try? elsewhere.resolveNow(One.self)
            died.open()
          }
        }
        batch.register(Right.self) { r in Right() }
        batch.registerInjector(Right.self) { _, _ in _ = try link.container?.resolveNow(Left.self) }
      }
      link.container = near
      _ = try #require(handle.container).resolveNow(Last.self)
      try #require(handle.container).seal()
      try near.register(Left.self) { _ in Left() }
      try near.registerInjector(Left.self) { _, _ in
        _ = try handle.container?.resolveNow(Right.self)
        handle.container = nil
        if fails { throw Boom() }
      }
      let left = near.provider(Left.self)
      let resolved = Pending.onThread { try left.callAsFunction() }
      #expect(try await resolved.code() == (fails ? .factoryFailed : nil))
      try await died.pass(within: patience)
      link.container = nil
    }

    /// A container with something that is not resolved yet.
    private func cold() throws -> Container {
      try Container { $0.register(One.self) { _ in One() } }
    }

    /// Holds a container until it is let go.
    private final class Handle: @unchecked Sendable {  // unchecked: touched by one thread at a time
      var container: Container?
    }

    /// Tells when it dies.
    private final class Last: Sendable {
      private let onDeath: @Sendable () -> Void

      init(_ onDeath: @escaping @Sendable () -> Void) { self.onDeath = onDeath }

      deinit { onDeath() }
    }
  }
}
