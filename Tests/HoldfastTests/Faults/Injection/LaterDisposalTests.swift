import Holdfast
import OnceKernel
import Testing

extension Faults {
  @Suite("The disposal of circles that are closed later")
  struct LaterDisposalTests {
    private final class Child: Sendable {
      let parent = Guarded<Parent?>(nil)
    }

    private final class Parent: Sendable {
      let child: Child
      init(_ child: Child) { self.child = child }
    }

    @Test("Case 107 A: what a constructor took is disposed of after what it made, whichever end was first", arguments: [true, false])
    func order(isParentFirst: Bool) async throws {
      let (container, disposed) = (Container(), Guarded<[String]>([]))
      try container
        .register(Parent.self, scope: .singleton(dispose: { _ in disposed.withLock { $0.append("parent") } })) { r in
          Parent(try r.resolve())
        }
        .register(Child.self, scope: .singleton(dispose: { _ in disposed.withLock { $0.append("child") } })) { _ in Child() }
        .registerInjector(Child.self) { child, r in r.later(Parent.self) { parent in child.parent.withLock { $0 = parent } } }
      if isParentFirst { _ = try await container.resolve(Parent.self) }
      let child = try await container.resolve(Child.self)
      #expect(child.parent.withLock { $0?.child === child })
      child.parent.withLock { $0 = nil }
      try await container.shutdown(deadline: nil)
      #expect(disposed.withLock { $0 } == ["parent", "child"])
    }
  }
}
