import Holdfast
import HoldfastCompatibility
import HoldfastDiagnostics

/// What is asked for.
final class Needed: Sendable {}

/// What asks for it.
final class Asker: Sendable {
  let number: Int

  init(_ number: Int) {
    self.number = number
  }
}

/// What stands between the two.
struct Front: Sendable {}

/// How the registration of the asker says what it needs.
enum Stating: CaseIterable, Sendable {
  case wired, declared, closure
}

/// In which manner the code of a registration comes to need something.
enum Need: CaseIterable, Sendable {
  case value, ifRegistered, injector, decorator, later, provider, lazy, factory, resolvedLazy, collection, dictionary, forward,
    forwardByName
  case wrapper, lazyWrapper, weakWrapper, capturedContainer, capturedProvider, currentResolver, resolverParameter, injectionOfAnother

  /// The key of what is needed in the end.
  var key: AnyKey {
    switch self {
    case .forwardByName, .dictionary: AnyKey(Needed.self, named: "chosen")
    case .factory: AnyKey(Needed.self, taking: Int.self)
    default: AnyKey(Needed.self)
    }
  }

  /// The key that is said to be missing where nothing is registered; nil where the asker can do without it.
  func missingKey(_ stating: Stating) -> AnyKey? {
    switch self {
    case .ifRegistered, .weakWrapper, .forwardByName: nil
    // The closure calls `resolveAll`.
    case .collection: stating == .wired ? key : nil
    case .dictionary: AnyKey(Needed.self)
    default: key
    }
  }

  /// Whether it is asked for by a wired initializer itself, which says nothing of it.
  var isHiddenInInitializer: Bool {
    switch self {
    case .wrapper, .lazyWrapper, .weakWrapper, .capturedContainer, .capturedProvider, .currentResolver, .injectionOfAnother: true
    default: false
    }
  }

  /// The kind of its edge.
  var kind: DeclaredDependency.Kind {
    switch self {
    case .value, .injector, .decorator, .forward, .wrapper, .capturedContainer, .currentResolver, .resolverParameter, .injectionOfAnother:
      .value
    case .ifRegistered, .weakWrapper: .optional
    case .later: .later
    case .provider, .capturedProvider: .provider
    case .lazy, .resolvedLazy, .lazyWrapper: .lazy
    case .factory: .factory
    case .collection, .dictionary: .all
    case .forwardByName: .possible
    }
  }

  /// The needs that have edges of a kind: a new kind has to have some.
  static func all(of kind: Dependency.Kind) -> [Need] {
    switch kind {
    case .value, .optional, .all, .later, .provider, .lazy, .factory, .possible: allCases.filter { $0.kind.known == kind }
    }
  }

  /// Whether it is needed before the asker's factory can return, so that it closes a cycle.
  var isImmediate: Bool {
    switch self {
    case .later, .provider, .lazy, .factory, .resolvedLazy, .lazyWrapper, .capturedProvider, .forwardByName: false
    default: true
    }
  }

  /// Registers what is needed.
  func registerNeeded(in container: Container, scope: Sharing = .singleton) throws {
    switch self {
    case .forwardByName, .dictionary: try container.register(Needed.self, named: "chosen", scope: scope.lifetime()) { _ in Needed() }
    case .factory: try container.register(Needed.self, scope: scope.lifetime(), .factory(taking: Int.self) { _, _ in Needed() })
    default: try container.register(Needed.self, scope: scope.lifetime()) { _ in Needed() }
    }
  }

  /// Takes it away.
  func unregisterNeeded(in container: Container) throws {
    switch self {
    case .forwardByName, .dictionary: try container.unregister(Needed.self, named: "chosen")
    case .factory: try container.unregister(Needed.self, taking: Int.self)
    default: try container.unregister(Needed.self)
    }
  }

  /// Has what is needed need the asker to be built.
  func closeCircle(in container: Container) throws {
    switch self {
    case .forwardByName, .dictionary: try container.register(Needed.self, named: "chosen", .wired { (_: Asker) in Needed() })
    case .factory: try container.register(Needed.self, .wired({ (_: Int, _: Asker) in Needed() }, taking: Int.self))
    default: try container.register(Needed.self, .wired { (_: Asker) in Needed() })
    }
  }

  /// Registers the asker.
  func registerAsker(_ stating: Stating, in container: Container, asynchronously: Bool) throws {
    try registerSurroundings(in: container)
    let captured = container
    switch (stating, self) {
    case (.wired, .value): try wire(container, asynchronously) { (_: Int, _: Needed) in Asker(1) }
    case (.wired, .ifRegistered): try wire(container, asynchronously) { (_: Int, _: Needed?) in Asker(1) }
    case (.wired, .provider): try wire(container, asynchronously) { (_: Int, _: Provider<Needed>) in Asker(1) }
    case (.wired, .lazy): try wire(container, asynchronously) { (_: Int, _: Lazy<Needed>) in Asker(1) }
    case (.wired, .factory): try wire(container, asynchronously) { (_: Int, _: Factory<Needed, Int>) in Asker(1) }
    case (.wired, .resolvedLazy): try wire(container, asynchronously) { (_: Int, _: Lazy<Lazy<Needed>>) in Asker(1) }
    case (.wired, .collection): try wire(container, asynchronously) { (_: Int, _: [Needed]) in Asker(1) }
    case (.wired, .dictionary): try wire(container, asynchronously) { (_: Int, _: [Name: Needed]) in Asker(1) }
    case (.wired, .forward): try wire(container, asynchronously) { (_: Int, _: Front) in Asker(1) }
    case (.wired, .forwardByName): try wire(container, asynchronously) { (_: Int, _: Needed) in Asker(1) }
    case (.wired, .resolverParameter):
      try wire(container, asynchronously) { (number: Int, r: any Resolver & Sendable) in
        _ = try r.resolve(Needed.self)
        return Asker(number)
      }
    case (.wired, _):
      try wire(container, asynchronously) { (number: Int, _: Provider<Int>) in
        try ask(captured)
        return Asker(number)
      }
    case (.declared, _), (.closure, _):
      if asynchronously {
        try container.register(
          Asker.self,
          .async { r in
            try ask(captured, r)
            return Asker(try await r.resolve(Int.self))
          })
      } else {
        try container.register(Asker.self) { r in
          try ask(captured, r)
          return Asker(try r.resolve())
        }
      }
      if stating == .declared { try container.declare(Asker.self, needs: .on(Int.self)) }
    }
  }

  private func wire<A: Sendable, B: Sendable>(
    _ container: Container, _ asynchronously: Bool, _ make: @escaping @Sendable (A, B) throws -> Asker
  ) throws {
    if asynchronously {
      try container.register(Asker.self, .asyncWired { (a: A, b: B) async throws in try make(a, b) })
    } else {
      try container.register(Asker.self, .wired(make))
    }
  }

  /// What the asker's code has around it.
  private func registerSurroundings(in container: Container) throws {
    try container.register(Int.self, instance: 1)
    switch self {
    case .injector: try container.registerInjector(Asker.self) { _, r in _ = try r.resolve(Needed.self) }
    case .decorator:
      try container.decorate(Asker.self) { asker, r in
        _ = try r.resolve(Needed.self)
        return asker
      }
    case .later: try container.registerInjector(Asker.self) { _, r in r.later(Needed.self) { _ in } }
    case .forward: try container.forward(Front.self, to: Needed.self) { _ in Front() }
    case .forwardByName: try container.forward(Needed.self, toName: { _ in "chosen" })
    case .injectionOfAnother: try container.registerInjector(Bystanding.self) { _, r in _ = try r.resolve(Needed.self) }
    default: break
    }
  }

  /// What the code of the asker's factory does.
  private func ask(_ container: Container, _ r: FactoryResolver? = nil) throws {
    switch self {
    case .injector, .decorator, .later: break
    case .value, .resolverParameter: _ = try r?.resolve(Needed.self)
    case .ifRegistered: _ = try r?.resolveIfRegistered(Needed.self)
    case .provider: _ = r?.provider(Needed.self)
    case .lazy: _ = r?.lazy(Needed.self)
    case .factory: _ = r?.factory(Needed.self, taking: Int.self)
    case .resolvedLazy: _ = try r?.resolve(Lazy<Needed>.self)
    case .collection: _ = try r?.resolveAll(Needed.self)
    case .dictionary: _ = try r?.resolve([Name: Needed].self)
    case .forward: _ = try r?.resolve(Front.self)
    case .forwardByName: _ = try r?.resolve(Needed.self)
    case .wrapper: _ = Wrapping()
    case .lazyWrapper: _ = LazilyWrapping()
    case .weakWrapper: _ = WeaklyWrapping()
    case .capturedContainer: _ = try container.resolveNow(Needed.self)
    case .capturedProvider: _ = container.provider(Needed.self)
    case .currentResolver: _ = try Container.currentResolver().resolveNow(Needed.self)
    case .injectionOfAnother: try container.inject(into: Bystanding())
    }
  }
}

private final class Bystanding: Sendable {}

private struct Wrapping {
  @Injected var needed: Needed
}

private struct LazilyWrapping {
  @LazyInjected var needed: Needed
}

private struct WeaklyWrapping {
  @WeakInjected var needed: Needed?
}
