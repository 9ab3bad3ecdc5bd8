import Holdfast
import OnceKernel
import Testing

extension Regressions {
  @Suite("What is asked for later inside asynchronous transients")
  struct LaterInTransientRegressions {
    private final class Child: Sendable {
      let parent = Guarded<Parent?>(nil)
    }

    private final class Parent: Sendable {
      let child: Child
      init(_ child: Child) { self.child = child }
    }

    private final class Page: Sendable {
      let parent: Parent
      let isGiven = Guarded(false)
      init(_ parent: Parent) { self.parent = parent }
    }

    private func container(closing: @escaping @Sendable () throws -> Void = {}) throws -> Container {
      try Container {
        $0.register(Parent.self) { r in Parent(try r.resolve()) }
        $0.register(Child.self) { _ in Child() }
        $0.registerInjector(Child.self) { child, r in
          r.later(Parent.self) { parent in
            try closing()
            child.parent.withLock { $0 = parent }
          }
        }
        $0.register(Page.self, scope: .transient, .async { r in Page(try await r.resolve(Parent.self)) })
      }
    }

    @Test("A circle that an asynchronous transient asks for first is closed when its caller gets it, and its container can end")
    func closed() async throws {
      let container = try container()
      let page = try await container.resolve(Page.self)
      #expect(page.parent.child.parent.withLock { $0 } === page.parent)
      #expect(try await container.resolve(Child.self) === page.parent.child)
      page.parent.child.parent.withLock { $0 = nil }
      #expect(try await container.shutdown(deadline: .seconds(10)).isClean)
    }

    @Test("One whose circle cannot be closed is not handed out, and the next one is made anew")
    func failed() async throws {
      let runs = Counter()
      let container = try container { if runs.add() == 1 { throw Boom() } }
      #expect(try await Pending.inTask { try await container.resolve(Page.self) }.code() == .factoryFailed)
      let page = try await container.resolve(Page.self)
      #expect(page.parent.child.parent.withLock { $0 } === page.parent)
      page.parent.child.parent.withLock { $0 = nil }
      #expect(try await container.shutdown(deadline: .seconds(10)).isClean)
    }

    @Test("What the injector of an asynchronous transient asks for later is there when its caller gets it, or its error is")
    func own() async throws {
      let container = try container()
      try container.registerInjector(Page.self) { page, r in
        r.later(Child.self) { child in
          if child !== page.parent.child { throw Boom() }
          page.isGiven.withLock { $0 = true }
        }
      }
      let page = try await container.resolve(Page.self)
      #expect(page.isGiven.withLock { $0 })
      try container.registerInjector(Page.self) { _, r in r.later(Child.self) { _ in throw Boom() } }
      #expect(try await Pending.inTask { try await container.resolve(Page.self) }.code() == .factoryFailed)
      page.parent.child.parent.withLock { $0 = nil }
      #expect(try await container.shutdown(deadline: .seconds(10)).isClean)
    }
  }
}
