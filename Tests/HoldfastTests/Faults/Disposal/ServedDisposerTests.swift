import Holdfast
import OnceKernel
import Testing

extension Faults {
  @Suite("Disposers that resolve")
  struct ServedDisposerTests {
    /// Why the disposer is called.
    enum Cause: CaseIterable, Sendable {
      case scopeEnds, scopeEndsSynchronously, scopeIsReleased, isReset, isRemoved, cacheIsReset

      var isOfScope: Bool {
        switch self {
        case .scopeEnds, .scopeEndsSynchronously, .scopeIsReleased: true
        case .isReset, .isRemoved, .cacheIsReset: false
        }
      }
    }

    /// What the disposer got for each thing that it asked for.
    private typealias Answers = [String: ResolutionError.Code?]

    private let container = Container()
    private let disposing = Gate("the disposer runs")
    private let go = Gate("the disposer goes on")
    private let answers = Guarded<Answers?>(nil)
    private let disposed = Counter()

    private static func code(_ body: () async throws -> Void) async -> ResolutionError.Code? {
      do { try await body() } catch { return (error as? ResolutionError)?.code ?? .factoryFailed }
      return nil
    }

    /// Registers the value whose disposer asks, and what it asks for.
    private func register(_ name: Name, _ names: [Name], _ scope: Sharing, as form: Form, of opened: Opened) throws {
      let (disposed, disposing, go, answers) = (disposed, disposing, go, answers)
      for name in names {
        try container.register(Part.self, named: name, scope: .singleton(dispose: { _ in disposed.add() }), as: form) { _ in
          Part(name)
        } async: { _ in
          await Task.yield()
          return Part(name)
        }
      }
      try container.register(
        Part.self, named: name,
        scope: scope.lifetime(dispose: { [weak container] _ in
          disposing.open()
          try await go.pass()
          guard let container else { return }
          let isAsynchronous = form.buildsAsynchronously
          @Sendable func ask(_ resolver: some Resolver & ContainerResolver, _ name: Name) async -> ResolutionError.Code? {
            await Self.code {
              _ = isAsynchronous ? try await resolver.resolve(Part.self, named: name) : try resolver.resolveNow(Part.self, named: name)
            }
          }
          var found: Answers = [:]
          found["built"] = await ask(container, names[0])
          found["never built"] = await ask(container, names[1])
          if let scope = opened.scope {
            found["built, of the scope"] = await ask(scope, names[0])
            found["never built, of the scope"] = await ask(scope, names[2])
            found["a scope inside"] = await Self.code {
              try await scope.withScope { _ = try await $0.resolve(Part.self, named: names[0]) }
            }
          }
          found["a new scope"] = await Self.code {
            let scope = try container.openScope()
            let code = await ask(scope, names[3])
            await scope.end()
            if let code { Issue.record("a new scope answers \(code)") }
          }
          answers.withLock { $0 = found }
        }), factory: { _ in Part(name) })
    }

    /// The scope that a disposer asks, unless that is to be released.
    final class Opened: Sendable {
      private let kept = Guarded<Scope?>(nil)
      var scope: Scope? {
        get { kept.withLock { $0 } }
        set { kept.withLock { $0 = newValue } }
      }
    }

    private func endNow(_ scope: Scope) { scope.end() }

    //  the container            the disposer
    //                           runs
    //  (begins to drain)
    //                           resolves, opens a scope, begins builds
    //  is over                  returns
    @Test("Case 130: a disposer is served until it returns, while its container drains", arguments: [Form.threads, .tasks], Cause.allCases)
    func draining(_ form: Form, cause: Cause) async throws { try await served(form, cause, draining: true) }

    @Test("Case 130: so it is while its container runs", arguments: [Form.threads, .tasks], Cause.allCases)
    func running(_ form: Form, cause: Cause) async throws { try await served(form, cause, draining: false) }

    private func served(_ form: Form, _ cause: Cause, draining: Bool) async throws {
      let (name, names, opened) = (Name.fresh("disposed"), Name.fresh(4), Opened())
      let scope: Sharing = cause.isOfScope ? .scoped : cause == .cacheIsReset ? .cached("answers") : .singleton
      try register(name, names, scope, as: form, of: opened)
      _ = try await container.resolve(Part.self, named: names[0])
      var ended: Pending<Void>?
      if cause.isOfScope {
        let scope = try container.openScope()
        _ = try scope.resolveNow(Part.self, named: name)
        if cause != .scopeIsReleased { opened.scope = scope }
        if cause == .scopeEnds { ended = .inTask { await scope.end() } }
        if cause == .scopeEndsSynchronously { endNow(scope) }
      } else {
        _ = try container.resolveNow(Part.self, named: name)
        if cause == .isRemoved { try container.unregister(Part.self, named: name) } else { try container.reset(Part.self, named: name) }
      }
      try await disposing.pass()
      var shutdown: Pending<ShutdownReport>?
      if draining {
        shutdown = .inTask { [container] in try await container.shutdown(deadline: nil) }
        try await ending(container)
      }
      go.open()
      try await Timeout.until("the disposer returns") { answers.withLock { $0 != nil } }
      try await ended?.value()
      opened.scope = nil
      let found = try #require(answers.withLock { $0 })
      for (what, code) in found { #expect(code == nil, "\(what)") }
      #expect(found.count == (!cause.isOfScope || cause == .scopeIsReleased ? 3 : 6))

      _ = try await shutdown?.value()
      let report = try await container.shutdown(deadline: nil)
      #expect(report.isClean, "\(report)")
      #expect(disposed.value == (found.count == 3 ? 3 : 4))
    }

    @Test("Case 130: what a disposer left behind is not served", arguments: [Form.threads, .tasks])
    func leftBehind(_ form: Form) async throws {
      let (names, late, code) = (Name.fresh(3), Gate("the disposer has returned"), Guarded<ResolutionError.Code??>(nil))
      for name in names[1...] { try container.register(Part.self, named: name, as: form) { _ in Part(name) } }
      let (disposing, go) = (disposing, go)
      try container.register(
        Part.self, named: names[0],
        scope: .scoped(dispose: { [weak container] _ in
          Task { [weak container] in
            try await late.pass()
            guard let container else { return }
            let told = await Self.code { _ = try await container.resolve(Part.self, named: names[1]) }
            code.withLock { $0 = .some(told) }
          }
          disposing.open()
          try await go.pass()
        }), factory: { _ in Part(names[0]) })
      // It keeps the container draining.
      let other = try container.openScope()
      let scope = try container.openScope()
      _ = try scope.resolveNow(Part.self, named: names[0])
      let ended = Pending<Bool>.inTask { await scope.end() }
      try await disposing.pass()
      let shutdown = Pending.inTask { [container] in try await container.shutdown(deadline: nil) }
      try await ending(container)
      go.open()
      _ = try await ended.value()
      late.open()
      try await Timeout.until("the task that was left behind has asked") { code.withLock { $0 != nil } }
      #expect(code.withLock { $0 } == .some(.shutDown))
      await other.end()
      #expect(try await shutdown.value().isClean)
    }
  }
}
