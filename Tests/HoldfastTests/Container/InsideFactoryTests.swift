import Holdfast
import HoldfastCompatibility
import HoldfastDiagnostics
import OnceKernel
import Testing

/// "All but `shutdown` may be called inside a factory": each function of a container, called by the factory of a value in it.
@Suite("Inside a factory")
struct InsideFactoryTests {
  enum Call: String, CaseIterable, Sendable, CustomTestStringConvertible {
    case resolve, resolveAll, resolveByKey, peek, contains, keys, references, inject
    case register, registerAll, registerIfAbsent, apply, declare, decorate
    case unregister, reset, resetGroup, resetAll, unregisterAll, seal
    case openScope, withScope, withCurrent, withOverrides, overridingContainer, childContainer
    case currentResolver, describe, graph, problems, observe, events, warmUp

    var testDescription: String { rawValue }
  }

  private final class Asking: Sendable {}
  private final class Other: Sendable {}
  private final class Target { var other: Other? }
  private struct Module: Assembly {
    func register(in batch: Batch) { batch.register(Other.self, named: "module") { _ in Other() } }
  }

  @Test("Each call returns, and the value is built", .bounded, arguments: Call.allCases, [Form.threads, .tasks])
  func each(_ call: Call, _ form: Form) async throws {
    let container = Container()
    let group = CacheGroup("inside")
    try container.register(Other.self) { _ in Other() }
    try container.register(Other.self, named: "cached", scope: .cached(group)) { _ in Other() }
    try container.registerInjector(Target.self) { target, resolver in target.other = try resolver.resolve() }
    if form.buildsAsynchronously {
      try container.register(
        Asking.self,
        .async { resolver in
          if call == .warmUp {
            _ = try? await container.warmUp([AnyKey(Other.self)])
          } else {
            try perform(call, container, resolver, group)
          }
          return Asking()
        })
    } else {
      try container.register(Asking.self) { resolver in
        try perform(call, container, resolver, group)
        return Asking()
      }
    }
    _ = try await ask(container, Asking.self, as: form.caller(0)).value()
  }

  private func perform(_ call: Call, _ container: Container, _ resolver: FactoryResolver, _ group: CacheGroup) throws {
    switch call {
    case .resolve, .resolveAll, .resolveByKey, .peek, .contains, .keys, .references, .inject: try request(call, container, resolver)
    case .register, .registerAll, .registerIfAbsent, .apply, .declare, .decorate: try register(call, container)
    case .unregister, .reset, .resetGroup, .resetAll, .unregisterAll, .seal: try takeAway(call, container, group)
    case .openScope, .withScope, .withCurrent, .withOverrides, .overridingContainer, .childContainer: try open(call, container)
    case .currentResolver, .describe, .graph, .problems, .observe, .events: try look(call, container)
    case .warmUp: break  // awaited, so in an asynchronous factory only
    }
  }

  private func request(_ call: Call, _ container: Container, _ resolver: FactoryResolver) throws {
    switch call {
    case .resolve: _ = (try container.resolve(Other.self), try resolver.resolve(Other.self))
    case .resolveAll: #expect(try { try container.resolveAll(Other.self) }().count == 2)
    case .resolveByKey: _ = try container.resolve(AnyKey(Other.self), as: Other.self)
    case .peek: _ = container.peek(Other.self)
    case .contains: #expect(container.contains(AnyKey(Other.self)))
    case .keys: #expect(!container.keys().isEmpty)
    case .references: _ = (try resolver.provider(Other.self).resolveNow(), try { try container.lazy(Other.self).value() }())
    default: #expect(try container.inject(into: Target()))
    }
  }

  private func register(_ call: Call, _ container: Container) throws {
    switch call {
    case .register: try container.register(Other.self, named: "new") { _ in Other() }
    case .registerAll: try container.registerAll { $0.register(Other.self, named: "new") { _ in Other() } }
    case .registerIfAbsent: try container.registerIfAbsent { $0.register(Other.self) { _ in Other() } }
    case .apply: try container.apply(Module())
    case .declare: try container.declare(Other.self, needs: .on(Target.self))
    default: try container.decorate(Other.self) { other, _ in other }
    }
  }

  private func takeAway(_ call: Call, _ container: Container, _ group: CacheGroup) throws {
    switch call {
    case .unregister: #expect(try container.unregister(Other.self))
    case .reset: #expect(try container.reset(Other.self))
    case .resetGroup: container.reset(group: group)
    case .resetAll: try container.resetAll()
    case .unregisterAll: try container.unregisterAll()
    default: container.seal()
    }
  }

  private func open(_ call: Call, _ container: Container) throws {
    switch call {
    case .openScope:
      let scope = try container.openScope()
      _ = try scope.resolveNow(Other.self)
      scope.end()
    case .withScope: _ = try container.withScope { scope in try scope.resolveNow(Other.self) }
    case .withCurrent: _ = try container.withCurrent { try Container.currentResolver() }
    case .withOverrides:
      _ = try container.withOverrides {
        $0.register(Other.self) { _ in Other() }
      } operation: {
        try container.resolveNow(Other.self)
      }
    case .overridingContainer:
      let overriding = try Container(overriding: container) { $0.register(Other.self) { _ in Other() } }
      _ = try overriding.resolveNow(Other.self)
    default: _ = try Container(parent: container).resolveNow(Other.self)
    }
  }

  private func look(_ call: Call, _ container: Container) throws {
    switch call {
    case .currentResolver: _ = try Container.currentResolver()
    case .describe: #expect(container.debugDescription.contains("Other"))
    case .graph: #expect(!container.graph().nodes.isEmpty)
    case .problems: _ = container.problems()
    case .observe: container.observe { _ in }.cancel()
    default: _ = container.events()
    }
  }
}
