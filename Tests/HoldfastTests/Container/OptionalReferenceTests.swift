import Holdfast
import HoldfastCompatibility
import TestSupport
import Testing

/// References to Optional types, wherever a factory, a container or a property wrapper makes them.
@Suite("References to Optional types")
struct OptionalReferenceTests {
  private final class Value: Sendable {
    let tag: String

    init(_ tag: String) { self.tag = tag }
  }

  /// What it was given, by wiring.
  private struct Wired: Sendable {
    let value: Value?
    let lazy: Lazy<Value>?
    let provider: Provider<Value>?
    let lazyOfOptional: Lazy<Value?>
    let providerOfOptional: Provider<Value?>

    static func later(
      value: Value?, lazy: Lazy<Value>?, provider: Provider<Value>?, lazyOfOptional: Lazy<Value?>, providerOfOptional: Provider<Value?>
    ) async -> Wired {
      Wired(value: value, lazy: lazy, provider: provider, lazyOfOptional: lazyOfOptional, providerOfOptional: providerOfOptional)
    }

    /// The tags of what it leads to; nil for what is nil, or missing.
    func tags() throws -> [String?] {
      [
        value?.tag, try lazy?.value().tag, try provider?().tag, try found { try lazyOfOptional.value() },
        try found { try providerOfOptional() },
      ]
    }

    private func found(_ ask: () throws -> Value?) throws -> String? {
      do {
        let value = try ask()
        return try #require(value).tag
      } catch let error as ResolutionError where error.code == .notRegistered {
        #expect(error.key == AnyKey(Value.self))
        return nil
      }
    }
  }

  private struct Injecting: Sendable {
    @Injected var value: Value?
    @LazyInjected var lazily: Value?
    @WeakInjected var weakly: Value?

    var tags: [String?] { [value?.tag, lazily?.tag, weakly?.tag] }
  }

  private static func register(_ container: Container) throws {
    try container.register(Wired.self, scope: .transient, .wired(Wired.init))
      .register(Wired.self, named: "async", scope: .transient, .asyncWired(Wired.later))
      .register(Injecting.self, scope: .transient) { _ in Injecting() }
  }

  /// Expects that every reference that is made here leads to `tag`, or to nothing.
  private static func expect(_ tag: String?, in resolver: some Resolver, _ location: SourceLocation = #_sourceLocation) async throws {
    let tags = [String?](repeating: tag, count: 5)
    #expect(try await resolver.resolve(Wired.self).tags() == tags, sourceLocation: location)
    #expect(try await resolver.resolve(Wired.self, named: "async").tags() == tags, sourceLocation: location)
    #expect(try await resolver.resolve(Injecting.self).tags == [tag, tag, tag], sourceLocation: location)
  }

  // MARK: Parents

  @Test("lead to the parent's value until the child has one, and to nothing where neither has one", arguments: [false, true])
  func parents(isSealed: Bool) async throws {
    let parent = Container()
    let (child, grandchild) = (Container(parent: parent), Container(parent: Container(parent: ResolverChain([Container(), parent]))))
    try Self.register(child)
    try Self.register(grandchild)
    for container in [child, grandchild] { try await Self.expect(nil, in: container) }
    try parent.register(Value.self) { _ in Value("parent") }
    if isSealed { parent.seal() }
    for container in [child, grandchild] { try await Self.expect("parent", in: container) }
    try child.register(Value.self) { _ in Value("child") }
    try await Self.expect("child", in: child)
    try await Self.expect("parent", in: grandchild)
    try child.unregister(Value.self)
    try await Self.expect("parent", in: child)
    if !isSealed {
      try parent.unregister(Value.self)
      for container in [child, grandchild] { try await Self.expect(nil, in: container) }
    }
  }

  @Test("lead to the override of a layer in front of the parent, also where the layer alone has the value")
  func layerOfParent() async throws {
    let parent = Container()
    let child = Container(parent: parent)
    try Self.register(child)
    try await parent.withOverrides({ $0.register(Value.self) { _ in Value("layer") } }) { () async throws in
      try await Self.expect("layer", in: child)
    }
    try await Self.expect(nil, in: child)
    try parent.register(Value.self) { _ in Value("parent") }
    try await parent.withOverrides({ $0.register(Value.self) { _ in Value("layer") } }) { () async throws in
      try await Self.expect("layer", in: child)
      try await child.withOverrides({ $0.register(Value.self) { _ in Value("inner") } }) { () async throws in
        try await Self.expect("inner", in: child)
      }
    }
    try await Self.expect("parent", in: child)
  }

  @Test("find what is registered after they were made, if they have found nothing yet")
  func registeredLater() throws {
    let parent = Container()
    let child = Container(parent: parent)
    try Self.register(child)
    let wired = try child.resolve(Wired.self)
    let (provider, lazy) = (child.provider(Value?.self), child.lazy(Value?.self))
    #expect(try wired.tags() == [nil, nil, nil, nil, nil])
    #expect(try failure { try provider() }.key == AnyKey(Value.self))
    #expect(try failure { try lazy.value() }.key == AnyKey(Value.self))
    try parent.register(Value.self) { _ in Value("late") }
    #expect(try wired.tags() == [nil, nil, nil, "late", "late"])
    #expect(try provider()?.tag == "late")
    #expect(try lazy.value()?.tag == "late")
    try parent.unregister(Value.self)
    #expect(try failure { try provider() }.code == .notRegistered)
    #expect(try lazy.value()?.tag == "late", "a lazy reference remembers its value")
  }

  @Test("A chain makes no collection, as none of its resolvers knows the values of the others")
  func collectionOfChain() throws {
    let second = try Container { $0.register(Value.self, named: "x") { _ in Value("x") } }
    for chain in [ResolverChain([Container(), second]), ResolverChain([]), ResolverChain([ResolverChain([]), second])] {
      #expect(try chain.resolveIfRegistered([Name: Value].self) == nil)
      #expect(throws: ResolutionError.self) { try chain.resolve([Name: Value].self) }
      #expect(throws: ResolutionError.self) { try chain.resolve(Provider<[Name: Value]>.self) }
    }
    #expect(try second.resolve([Name: Value].self).count == 1)
  }

  @Test("A child whose parent has ended is told so, and does not get nil")
  func endedParent() async throws {
    let parent = try Container { $0.register(Value.self) { _ in Value("parent") } }
    let child = Container(parent: parent)
    try Self.register(child)
    let (provider, lazy) = (child.provider(Value?.self), child.lazy(Value?.self))
    try await parent.shutdown()
    #expect(try failure { try child.resolveNow(Wired.self) }.code == .shutDown)
    #expect(try failure { try child.resolveNow(Injecting.self) }.code == .shutDown)
    #expect(try failure { try provider.callAsFunction() }.code == .shutDown)
    #expect(try failure { try lazy.value() as Value? }.code == .shutDown)
  }

  // MARK: Scopes

  @Test("lead to the scope's value in a scope, and fail outside a scope", arguments: [false, true])
  func scopes(isInParent: Bool) async throws {
    let parent = Container()
    let container = isInParent ? Container(parent: parent) : parent
    try Self.register(container)
    let made = Counter()
    try container.register(Value.self, scope: .scoped) { _ in Value("\(made.add())") }
    try await container.withScope { scope async throws in
      try await Self.expect("1", in: scope)
      #expect(try await scope.provider(Value?.self)()?.tag == "1")
      try await scope.withScope { inner async throws in try await Self.expect("2", in: inner) }
      try await Self.expect("1", in: scope)
    }
    #expect(try failure { try container.resolveNow(Wired.self) }.code == .outsideScope)
    #expect(try failure { try container.resolveNow(Injecting.self) }.code == .outsideScope)
    #expect(try failure { try container.provider(Value?.self).callAsFunction() }.code == .outsideScope)
  }

  @Test("lead to a scope's seed, and fail in a scope that has ended")
  func seeds() async throws {
    let container = Container()
    try Self.register(container)
    try container.register(seeded: Value.self)
    let scope = try container.openScope(seeds: [.value(Value("seed"))])
    try await Self.expect("seed", in: scope)
    let (provider, lazy, unread) = (scope.provider(Value?.self), scope.lazy(Value?.self), scope.lazy(Value?.self))
    #expect(try await provider()?.tag == "seed")
    #expect(try await lazy.value()?.tag == "seed")
    await scope.end()
    #expect(try failure { try provider.callAsFunction() }.code == .shutDown)
    #expect(try failure { try unread.value() as Value? }.code == .shutDown)
    #expect(try failure { try scope.resolveNow(Wired.self) }.code == .shutDown)
    let read: Value? = try await lazy.value()
    #expect(read?.tag == "seed")
  }

  @Test("A singleton cannot have a scope's value by an Optional either, also if the scope asks first")
  func captive() throws {
    let container = Container()
    try container.register(Value.self, scope: .scoped) { _ in Value("scoped") }
    try container.register(Wired.self, .wired(Wired.init))
    try container.withScope { scope throws in
      #expect(try failure { try scope.resolve(Wired.self) }.code == .outsideScope)
    }
  }

  // MARK: Changes meanwhile

  /// ```
  ///   builder                           changing thread
  ///   makes what needs a Value?
  ///   the value's factory starts
  ///     waits                           removes or replaces the value: returns
  ///   the factory returns
  ///   has that value
  /// ```
  @Test("A value that is removed or replaced while it is made is what its maker gets", arguments: [Form.threads, .tasks], [false, true])
  func changedMeanwhile(_ form: Form, replaces: Bool) async throws {
    for isInParent in [false, true] {
      let (started, go) = (Gate("the value is being made"), Gate("go"))
      let parent = Container()
      let container = isInParent ? Container(parent: parent) : parent
      try Self.register(container)
      try parent.register(Value.self, as: form) { _ in
        started.open()
        try go.block()
        return Value("old")
      } async: { _ in
        started.open()
        try await go.pass()
        return Value("old")
      }
      let maker = ask(container, Wired.self, named: form.buildsAsynchronously ? "async" : nil, as: form.caller(0))
      try await started.pass()
      if replaces { try parent.register(Value.self) { _ in Value("new") } } else { try parent.unregister(Value.self) }
      let now = replaces ? "new" : nil
      try await Self.expect(now, in: container)
      go.open()
      // The value is what was asked for before the change; the references ask after it.
      #expect(try await maker.value().tags() == ["old", now, now, now, now])
    }
  }

  /// Asks again and again while the value comes and goes: each answer is the value or nil, never an error.
  @Test("While a value comes and goes, each Optional is the value or nil", .load, arguments: [0, 1, 2])
  func race(depth: Int) async throws {
    let owner = Container()
    var container = owner
    for _ in 0..<depth { container = Container(parent: container) }
    try Self.register(container)
    let isOver = Counter()
    let changing = Pending.onThread {
      while isOver.value == 0 {
        try owner.register(Value.self) { _ in Value("here") }
        try owner.unregister(Value.self)
      }
    }
    let asked = container
    let asking = Pending.onThread {
      defer { isOver.add() }
      for _ in 0..<500 {
        let wired = try asked.resolveNow(Wired.self)
        for tag in try Self.answers({ wired.value }, { try asked.resolveIfRegistered() }, { try asked.resolveNow(Injecting.self).value }) {
          #expect(tag == nil || tag == "here")
        }
        for reference in [{ try wired.providerOfOptional.callAsFunction() }, { try wired.lazyOfOptional.value() }] as [() throws -> Value?]
        {
          let code = Regressions.code { if try reference()?.tag != "here" { Issue.record("not the value") } }
          #expect(code == nil || code == .notRegistered)
        }
      }
    }
    try await asking.value()
    try await changing.value()
  }

  private static func answers(_ asking: (() throws -> Value?)...) throws -> [String?] { try asking.map { try $0()?.tag } }

  /// The same, in tasks.
  @Test("While an asynchronous value comes and goes, each Optional is the value or nil", .load, arguments: [0, 1])
  func asynchronousRace(depth: Int) async throws {
    let owner = Container()
    let container = depth == 0 ? owner : Container(parent: owner)
    try Self.register(container)
    let isOver = Counter()
    let changing = Pending.onThread {
      while isOver.value == 0 {
        try owner.register(
          Value.self,
          .async { _ in
            await Task.yield()
            return Value("here")
          })
        try owner.unregister(Value.self)
      }
    }
    defer { isOver.add() }
    for _ in 0..<300 {
      let wired = try await container.resolve(Wired.self, named: "async")
      #expect(wired.value == nil || wired.value?.tag == "here")
      let asked = try await container.resolveIfRegistered(Value.self)
      #expect(asked == nil || asked?.tag == "here")
    }
    isOver.add()
    try await changing.value()
  }

  @Test("A chain of resolvers has nothing for an Optional, wherever it is asked")
  func chains() async throws {
    struct Screen {
      @Injected var value: Value?
      @LazyInjected var late: Value?
    }
    let first = Container()
    let chain = ResolverChain([first, Container(), ResolverChain([Container()])])
    func isNil(in resolver: any Resolver & Sendable) throws -> Bool {
      let screen = Screen(value: Injected(from: resolver), late: LazyInjected(from: resolver))
      let wrapped: Value?? = try resolver.resolveIfRegistered(Value?.self)
      return try screen.value == nil && screen.late == nil && screen.$value.get() == nil && wrapped == nil
    }
    #expect(try isNil(in: chain) && isNil(in: Container(parent: chain)))
    let empty = ResolverChain([])
    #expect(throws: ResolutionError.self) { () throws in _ = try Injected<Value?>(from: empty).get() }
    try first.register(Value.self) { _ in Value("late") }
    let screen = Screen(value: Injected(from: chain), late: LazyInjected(from: chain))
    #expect(screen.value?.tag == "late" && screen.late?.tag == "late")
    let awaited: Value? = try await chain.resolve(Value?.self)
    #expect(awaited?.tag == "late")
  }
}
