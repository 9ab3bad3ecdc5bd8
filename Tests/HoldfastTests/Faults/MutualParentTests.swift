import Holdfast
import HoldfastCompatibility
import Synchronization
import Testing

extension Faults {
  @Suite("Containers that are each other's parent")
  struct MutualParentTests {
    private struct Missing: Sendable, Equatable {}

    private final class Found: Sendable {}

    /// A resolver of a program's own that asks a container which it is given later.
    private final class Link: Resolver, Sendable {
      private let next = Mutex<(any Resolver & Sendable)?>(nil)

      func lead(to resolver: any Resolver & Sendable) { next.withLock { $0 = resolver } }

      private var target: any Resolver & Sendable { next.withLock { $0! } }

      func resolve<T>(_ request: ResolutionRequest<T>) throws(ResolutionError) -> T { try target.resolve(request) }
      nonisolated(nonsending) func resolve<T>(_ request: ResolutionRequest<T>) async throws(ResolutionError) -> T {
        try await target.resolve(request)
      }
      func contains(_ key: AnyKey) -> Bool { target.contains(key) }

      /// So that the test leaves nothing behind.
      func cut() { next.withLock { $0 = nil } }
    }

    enum Shape: CaseIterable, Sendable { case two, itself, chain, resolver, threeWithAContainer }

    @Test(
      "Case 140: a key that neither has is an error, and what one of them has is found from both", arguments: Shape.allCases, Form.allCases)
    func circle(_ shape: Shape, _ form: Form) async throws {
      let (one, other) = (Link(), Link())
      defer {
        one.cut()
        other.cut()
      }
      let first = shape == .chain ? Container(parent: ResolverChain([Container(), one])) : Container(parent: one)
      let second = shape == .threeWithAContainer ? Container(parent: first) : Container(parent: other)
      one.lead(to: shape == .itself ? first : shape == .resolver ? second.resolver : second)
      other.lead(to: shape == .resolver ? first.resolver : first)
      try first.register(Found.self, as: form) { _ in Found() }
      // A factory that asks on the way: its own circle of factories is the error of a cycle.
      try first.register(String.self, as: form) { [weak second] r in try second!.resolveNow(String.self, named: "needing") }
      try first.register(String.self, named: "needing", as: form) { [weak second] _ in try second!.resolveNow(String.self) }
      for (index, container) in [first, second].enumerated() {
        let missing = ask(container, Missing.self, as: form.caller(index))
        let result = try await missing.result()
        let error = try #require(throws: ResolutionError.self) { _ = try result.get() }
        #expect(error.code == .notRegistered && error.key == AnyKey(Missing.self))
        // A chain asks only what contains the key, and says itself that nothing does.
        #expect(shape == .chain || error.remedy.contains("have the resolver that is the parent ask no container"))
        #expect(!container.contains(Missing.self))
        #expect(try await container.resolveIfRegistered(Missing.self) == nil)
        let wrapped = ask(as: form.caller(index)) {
          container.withCurrent { (try? Injected<Missing?>().get()) == .some(nil) }
        }
        #expect(try await wrapped.value())
        if shape != .itself || container === first {
          #expect(container.contains(Found.self))
          let found = try await ask(container, Found.self, as: form.caller(index)).value()
          #expect(try await first.resolve(Found.self) === found)
        }
      }
      if shape != .itself, !form.buildsAsynchronously {
        let cycle = ask(first, String.self, as: form.blockingCaller(0))
        let result = try await cycle.result()
        #expect(try #require(throws: ResolutionError.self) { _ = try result.get() }.code == .cycle)
      }
    }
  }
}
