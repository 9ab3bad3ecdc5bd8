import Holdfast
import HoldfastCompatibility
import Testing

extension Regressions {
  @Suite("A property wrapper that was given its resolver")
  struct WrapperResolverRegressions {
    private final class Window: Sendable {
      let title: String

      init(_ title: String) { self.title = title }
    }

    private func container(_ title: String) throws -> Container {
      try Container { $0.register(Window.self, scope: .transient) { _ in Window(title) } }
    }

    /// A resolver of a program's own.
    private struct Own: Resolver, Sendable {
      let container: Container

      func resolve<T>(_ request: ResolutionRequest<T>) throws(ResolutionError) -> T { try container.resolve(request) }
      nonisolated(nonsending) func resolve<T>(_ request: ResolutionRequest<T>) async throws(ResolutionError) -> T {
        try await container.resolve(request)
      }
      func contains(_ key: AnyKey) -> Bool { container.contains(key) }
    }

    @Test("It asks that resolver again, whatever container is current")
    func asksItsOwn() async throws {
      let (own, current) = (try container("own"), try container("current"))
      let scope = try own.openScope()
      for given in [own, own.resolver, scope, ResolverChain([own]), Own(container: own)] as [any Resolver & Sendable] {
        try await check(Injected<Window>(from: given), beside: current)
        try await check(LazyInjected<Window>(from: given), beside: current)
        try await check(WeakInjected<Window>(from: given), beside: current)
        try await check(WeakInjected<Window>(from: given, lazy: true), beside: current)
      }
      await scope.end()
    }

    private func check<Wrapper: InjectedWrapper>(_ wrapper: Wrapper, beside current: Container) async throws where Wrapper.Value == Window {
      #expect(try wrapper.resolveOnThisThread().title == "own")
      #expect(try current.withCurrent { () throws in try wrapper.resolveOnThisThread().title } == "own")
      try await current.withCurrent { () async throws in #expect(try await wrapper.resolve().title == "own") }
      #expect(try wrapper.resolveOnThisThread(from: current).title == "current")
    }

    @Test("One that was given none asks the current container")
    func asksTheCurrentOne() throws {
      let wrapper = try container("first").withCurrent { Injected<Window>() }
      #expect(try container("second").withCurrent { try wrapper.resolveOnThisThread().title } == "second")
    }

    @Test("It does not keep the container alive, and says so")
    func keepsNothing() throws {
      var own: Container? = try container("own")
      weak let watched = own
      let wrapper = Injected<Window>(from: own)
      own = nil
      #expect(watched == nil)
      #expect(try failure { try wrapper.resolveOnThisThread() }.code == .shutDown)
    }

    @Test("It asks its scope again, and learns of the scope's end")
    func asksItsScope() throws {
      let container = try Container { $0.register(Window.self, scope: .scoped) { _ in Window("scoped") } }
      let scope = try container.openScope()
      let wrapper = Injected<Window>(from: scope)
      #expect(try wrapper.resolveOnThisThread() === scope.resolve(Window.self))
      scope.end()
      #expect(try failure { try wrapper.resolveOnThisThread() }.code == .shutDown)
    }
  }
}

extension InjectedWrapper {
  /// In `async` functions the compiler picks the other form.
  fileprivate func resolveOnThisThread(from resolver: (any Resolver & Sendable)? = nil) throws(ResolutionError) -> Value {
    try resolve(from: resolver)
  }
}
