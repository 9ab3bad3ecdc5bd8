import Holdfast
import HoldfastCompatibility
import HoldfastDefinitions
import HoldfastDiagnostics
import OnceKernel
import Testing

private final class Source: Sendable {}

private final class User: Sendable {
  let source: Source?
  init(_ source: Source? = nil) { self.source = source }
}

private final class Reader: Sendable {
  let answer: String
  init(_ answer: String = "") { self.answer = answer }
}

/// An object of a graph, or a transient; not `Sendable`.
private final class Draft {
  var source: Source?
}

private struct Objects: DefinitionAssembly {
  let definitions: Definitions

  var single: Source { get throws { try define(scope: .singleton) { Source() } } }
  var cached: Source { get throws { try define(scope: .cached("sources")) { Source() } } }
  var ofScope: Source { get throws { try define(scope: .scoped) { Source() } } }
  func numbered(_ number: Int) throws -> Source { try define(with: number, scope: .singleton) { Source() } }
}

/// What a request comes to, as a word.
private func outcome(_ body: () throws -> Void) -> String {
  do {
    try body()
    return "ok"
  } catch {
    return (error as? ResolutionError)?.code.description ?? "\(error)"
  }
}

extension Regressions {
  @Suite("Who asks, and what is shared", .serialized)
  struct AskingRegressions {
    // MARK: Replacing

    enum Kept: CaseIterable, Sendable {
      case single, cached, numbered, captured
    }

    @Test("A replacement ends whose dependent reads a definition that callers share", .bounded, arguments: Kept.allCases)
    func definition(kept: Kept) async throws {
      let container = Container()
      try container.register(Source.self) { _ in Source() }
      try container.register(User.self) { r in
        _ = try r.resolve(Source.self)
        let source =
          switch kept {
          case .single: try r.assembly(Objects.self).single
          case .cached: try r.assembly(Objects.self).cached
          case .numbered: try r.assembly(Objects.self).numbered(1)
          case .captured: try container.assembly(Objects.self).single
          }
        return User(source)
      }
      let old = try container.resolveNow(User.self)
      let replacing = Pending<Void>.inTask { try await container.replace { $0.register(Source.self) { _ in Source() } } }
      let settled = try? await replacing.result(within: 5)
      replacing.cancel()
      try #require(settled != nil, "it builds the dependent again and again")
      let new = try container.resolveNow(User.self)
      #expect(new !== old && new.source === old.source, "the definition's object is one")
    }

    // MARK: What two tasks may have

    @Test(
      "A factory whose wait for an object of its graph is cancelled goes on when that one's factory has returned", .bounded,
      arguments: [false, true])
    func cancelledInGraph(heedsCancellation: Bool) async throws {
      let container = Container()
      let (begun, goOn, events) = (Gate("the inner factory has a draft"), Gate("it may return"), Guarded<[String]>([]))
      try container.register(Draft.self, scope: .graph) { _ in Draft() }
      try container.register(
        Source.self, scope: .graph,
        .async { r in
          let draft: Draft = try await r.resolve()
          begun.open()
          if heedsCancellation { try? await Task.sleep(for: .seconds(60)) } else { try await goOn.pass() }
          withExtendedLifetime(draft) { events.withLock { $0.append("the inner one returns") } }
          try Task.checkCancellation()
          return Source()
        })
      try container.register(
        Reader.self, scope: .transient,
        .async { r in
          do { _ = try await r.resolve(Source.self) } catch {
            events.withLock { $0.append("\((error as? ResolutionError)?.code ?? .factoryFailed)") }
          }
          let draft: Draft = try await r.resolve()
          withExtendedLifetime(draft) { events.withLock { $0.append("the outer one has it") } }
          return Reader()
        })
      let caller = Pending<Reader>.inTask { try await container.resolve(Reader.self) }
      try await begun.pass()
      caller.cancel()
      try await Task.sleep(for: .milliseconds(20))
      goOn.open()
      _ = try await caller.result()
      #expect(events.withLock { $0 }.prefix(2) == ["the inner one returns", "cancelled"])
    }

    enum Door: CaseIterable, Sendable {
      case container, provider, current, scope
    }

    @Test("What is handed out as sending has had its closures run", arguments: Door.allCases)
    func sendingLater(door: Door) async throws {
      for form in [Form.threads, .tasks] {
        let container = Container()
        try container.register(Source.self) { _ in Source() }
        try container.register(Draft.self, scope: .transient) { _ in Draft() }
        try container.registerInjector(Draft.self) { draft, r in r.later(Source.self) { draft.source = $0 } }
        let scope = try container.openScope()
        try container.register(Reader.self, scope: .scoped, as: form) { r in
          let draft =
            switch door {
            case .container: try container.resolveNow(Draft.self)
            case .provider: try r.provider(Draft.self).resolveNow()
            case .current: try Container.currentResolver().resolveNow(Draft.self)
            case .scope: try scope.resolveNow(Draft.self)
            }
          // From here on it may be another task's.
          return Reader(draft.source == nil ? "a closure still has it" : "done")
        }
        #expect(try await ask(scope, Reader.self, as: form.caller(0)).value().answer == "done", "\(form)")
        await scope.end()
      }
    }

    @Test("Threads that read a lazy reference to a forward by name make one value, and share no object of a graph", .bounded)
    func lazyForwardByName() async throws {
      let container = Container()
      let (asked, made, drafts) = (Countdown(2, "both have asked"), Counter(), Guarded<[ObjectIdentifier]>([]))
      let kept = Keeper()
      try container.register(Draft.self, scope: .graph) { _ in Draft() }
      try container.register(Reader.self, named: "chosen", scope: .transient) { r in
        let draft: Draft = try r.resolve()
        kept.keep(draft)
        drafts.withLock { $0.append(ObjectIdentifier(draft)) }
        made.add()
        return Reader()
      }
      try container.forward(
        Reader.self,
        toName: { _ in
          asked.arrive()
          try asked.block()
          return "chosen"
        })
      let lazy = container.lazy(Reader.self)
      let readers = (0..<2).map { _ in Pending<Reader>.onThread { try lazy.value() } }
      // Where the second one waits for the first, only that one asks.
      for _ in 0..<500 where made.value < 2 { try await Task.sleep(for: .milliseconds(1)) }
      asked.arrive()
      let values = [try await readers[0].value(), try await readers[1].value()]
      #expect(values[0] === values[1])
      #expect(made.value == 1, "the factory of a transient runs once")
      let seen = drafts.withLock { $0 }
      #expect(Set(seen).count == seen.count, "two threads have it at once")
    }

    /// Keeps objects, so that no address is used again.
    private final class Keeper: @unchecked Sendable {  // unchecked: touched under the lock
      private let objects = Guarded<[ObjectIdentifier: AnyObject]>([:])
      func keep(_ object: AnyObject) {
        nonisolated(unsafe) let object = object  // unsafe: only kept
        objects.withLock { $0[ObjectIdentifier(object)] = object }
      }
    }

    // MARK: For which run

    enum Begun: CaseIterable, Sendable {
      case task, transient, scopedCaptured, scopedOwn
    }

    @Test(
      "What a factory begins with Task.immediate closes a cycle when it waits for that on its thread", .bounded, arguments: Begun.allCases)
    func immediateWait(begun: Begun) async throws {
      let container = Container()
      let answer = Pending<String>()
      let scope = try container.openScope()
      try container.register(
        Reader.self, scope: .transient, .async { _ in Reader(outcome { _ = try container.resolveNow(Source.self) }) })
      try container.register(
        Reader.self, named: "captured", scope: .scoped, .async { _ in Reader(outcome { _ = try container.resolveNow(Source.self) }) })
      try container.register(
        Reader.self, named: "own", scope: .scoped, .async { r in Reader(outcome { _ = try r.resolveNow(Source.self) }) })
      try container.register(Source.self) { _ in
        Task.immediate {
          await answer.run {
            switch begun {
            case .task: outcome { _ = try container.resolveNow(Source.self) }
            case .transient: try await container.resolve(Reader.self).answer
            case .scopedCaptured: try await scope.resolve(Reader.self, named: "captured").answer
            case .scopedOwn: try await scope.resolve(Reader.self, named: "own").answer
            }
          }
        }
        return Source()
      }
      let caller = Pending<Source>.onThread { try container.resolveNow(Source.self) }
      _ = try #require(try? await caller.result(within: 5), "the thread waits for itself")
      #expect(try await answer.value() == "cycle")
      await scope.end()
    }

    @Test("What an injector begins with Task.immediate closes a cycle when it waits for an object that is held for that injector", .bounded)
    func immediateInInjector() async throws {
      let container = Container()
      let answer = Pending<String>()
      try container.register(Source.self) { _ in Source() }
        .register(User.self) { _ in User() }
        .register(Reader.self) { r in
          _ = try r.resolve(User.self)
          return Reader()
        }
        .registerInjector(User.self) { _, r in _ = try r.resolve(Source.self) }
        .registerInjector(Source.self) { _, r in
          _ = try r.resolve(User.self)
          Task.immediate {
            await answer.run {
              do {
                _ = try await container.resolve(Reader.self)
                return "ok"
              } catch {
                return (error as? ResolutionError)?.code.description ?? "\(error)"
              }
            }
          }
        }
      let caller = Pending<Source>.onThread { try container.resolveNow(Source.self) }
      _ = try #require(try? await caller.result(within: 5), "the thread waits for itself")
      #expect(try await answer.value() == "cycle")
    }

    @Test("An asynchronous factory that begins in what a provider makes asks for itself", arguments: [false, true])
    func insideProvided(provider: Bool) async throws {
      let container = Container()
      let (answer, scope) = (Pending<String>(), try container.openScope())
      try container.register(Source.self, scope: .scoped) { _ in Source() }
      try container.register(
        Reader.self, scope: .scoped, .async { _ in Reader(outcome { _ = try container.resolveNow(Source.self) }) })
      try container.register(Draft.self, scope: .transient) { _ in
        Task.immediate { await answer.run { try await scope.resolve(Reader.self).answer } }
        return Draft()
      }
      _ = provider ? try container.provider(Draft.self).resolveNow() : try container.resolveNow(Draft.self)
      #expect(try await answer.value() == "ok")
      await scope.end()
    }

    enum Reference: CaseIterable, Sendable {
      case resolved, provider, resolvedProvider, lazy, resolvedLazy, factory, resolvedFactory, assembly, ownAssembly
    }

    @Test(
      "A reference that a captured container makes in a scope's factory asks the scope, as one that it resolves",
      arguments: Reference.allCases)
    func capturedReference(reference: Reference) async throws {
      let container = Container()
      try container.register(Source.self, scope: .scoped) { _ in Source() }
      try container.register(Source.self, scope: .scoped, .factory(taking: Int.self) { _, _ in Source() })
      try container.register(User.self, scope: .scoped) { r in
        let source =
          switch reference {
          case .resolved: try container.resolve(Source.self)
          case .provider: try container.provider(Source.self)()
          case .resolvedProvider: try container.resolve(Provider<Source>.self)()
          case .lazy: try container.lazy(Source.self).value()
          case .resolvedLazy: try container.resolve(Lazy<Source>.self).value()
          case .factory: try container.factory(Source.self, taking: Int.self)(1)
          case .resolvedFactory: try container.resolve(Factory<Source, Int>.self)(1)
          case .assembly: try container.assembly(Objects.self).ofScope
          case .ownAssembly: try r.assembly(Objects.self).ofScope
          }
        return User(source)
      }
      let scope = try container.openScope()
      #expect(outcome { _ = try scope.resolveNow(User.self) } == "ok")
      await scope.end()
    }

    enum Lived: CaseIterable, Sendable {
      case singleton, scoped, transient, graph
    }

    @Test(
      "A child task of an asynchronous factory asks the factory's container, whatever its caller is bound to", arguments: Lived.allCases)
    func childTask(lived: Lived) async throws {
      let (container, other) = (Container(), Container())
      try container.register(String.self, instance: "own")
      try other.register(String.self, instance: "the caller's")
      let making: Making<Reader> = .async { _ in
        async let answer = Container.currentResolver().resolveNow(String.self)
        return Reader(try await answer)
      }
      switch lived {
      case .singleton: try container.register(Reader.self, making)
      case .scoped: try container.register(Reader.self, scope: .scoped, making)
      case .transient: try container.register(Reader.self, scope: .transient, making)
      case .graph: try container.register(Reader.self, scope: .graph, making)
      }
      let scope = try container.openScope()
      let reader = try await other.withCurrent { () async throws in try await scope.resolve(Reader.self) }
      #expect(reader.answer == "own")
      await scope.end()
    }

    enum Parent: CaseIterable, Sendable {
      case container, scope, resolver, chain
    }

    @Test("An injector is found through every parent that a value is found through", arguments: Parent.allCases)
    func injectorOfParent(parent: Parent) async throws {
      let container = Container()
      try container.register(Source.self) { _ in Source() }
      try container.registerInjector(Draft.self) { draft, r in draft.source = try r.resolve() }
      let scope = try container.openScope()
      let child: Container =
        switch parent {
        case .container: Container(parent: container)
        case .scope: Container(parent: scope)
        case .resolver: Container(parent: container.resolver)
        case .chain: Container(parent: ResolverChain([container]))
        }
      let draft = Draft()
      #expect(child.contains(AnyKey(Source.self)))
      #expect(try child.inject(into: draft))
      #expect(draft.source != nil)
      await scope.end()
    }
  }
}
