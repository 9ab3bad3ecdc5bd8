import Holdfast
import OnceKernel
import TestSupport
import Testing

extension Faults {
  @Suite("Lazy references of transients")
  struct LazyOnceTests {
    /// A lazy reference, or a property wrapper that is one.
    private enum Reference: Sendable {
      case wrapper(LazyInjected<Part>)
      case handed(Lazy<Part>)

      static func all(_ name: Name, _ container: Container) -> [Reference] {
        [.wrapper(LazyInjected(named: name, from: container)), .handed(container.lazy(named: name))]
      }

      func read() throws -> Part {
        switch self {
        case .wrapper(let wrapper): try wrapper.get()
        case .handed(let lazy): try lazy.value()
        }
      }

      func readInTask() async throws -> Part {
        switch self {
        case .wrapper(let wrapper): try await wrapper.get()
        case .handed(let lazy): try await lazy.value()
        }
      }

      func read(as caller: Caller) -> Pending<Part> {
        ask(as: caller) {
          try read()
        } async: {
          try await readInTask()
        }
      }
    }

    private struct Broken: Error {}

    @Test("A lazy reference is read while its registration comes and goes")
    func comingAndGoing() async throws {
      let (container, name) = (Container(), Name.fresh("part"))
      let isOver = Counter()
      let changing: Pending<Void> = .onThread {
        while isOver.value == 0 {
          try container.register(Part.self, named: name, scope: .transient) { _ in Part(name, build: 0) }
          try container.unregister(Part.self, named: name)
        }
      }
      for _ in 0..<Effort.scaled(40_000) {
        do { _ = try Reference.handed(container.lazy(named: name)).read() } catch {
          #expect((error as? ResolutionError)?.code == .notRegistered)
        }
      }
      isOver.add()
      try await changing.value()
    }

    /// ```
    ///   reader 0              readers 1 … 7
    ///   factory starts
    ///                         wait
    ///   factory throws
    ///                         get the error
    ///   ─── again: the factory returns, and all have its value ───
    /// ```
    @Test("Case 105: a lazy reference of a transient read by 8 callers runs its factory once", arguments: Form.allCases)
    func readers(_ form: Form) async throws {
      for index in 0..<2 {
        let (container, ledger, name) = (Container(), Ledger(), Name.fresh("a"))
        let reference = Reference.all(name, container)[index]
        for round in 1...2 {
          let go = Gate("all readers wait")
          let plan = Plan(name, ledger).gated(go: go).checking { if $0 == 1 { throw Broken() } }
          try container.registerTransient(plan, as: form)
          let pending = (0..<8).map { reference.read(as: form.caller($0)) }
          // Who starts an asynchronous build waits for it too.
          try await joined(form.buildsAsynchronously ? 8 : 7, on: name)
          go.open()
          for reader in pending {
            if round == 1 {
              let error = try await reader.error()
              #expect(error.underlying is Broken)
              #expect(error.path == keys(name))
            } else {
              #expect(try await reader.value().build == 2)
            }
          }
          #expect(ledger.builds(name) == round)
        }
        #expect(try await reference.read(as: form.caller(1)).value().build == 2)
        // Other references, and plain resolves, still get their own.
        #expect(try await ask(container, name, as: form.caller(0)).value().build == 3)
      }
    }

    @Test("Case 105: a factory that reads the lazy reference it is read by is a cycle, and no hang", arguments: Form.allCases)
    func reentrant(_ form: Form) async throws {
      for index in 0..<2 {
        let (container, names) = (Container(), Name.fresh(2))
        let (name, shared) = (names[0], names[1])
        let kept = Guarded<Reference?>(nil)
        let again: @Sendable () throws -> Reference = {
          guard let reference = kept.withLock({ $0 }) else { throw TimedOut(what: "the reference is kept") }
          return reference
        }
        // Through a shared value, whose build waits for the reference.
        try container.registerTransient(Plan(name, Ledger(), needs: [shared]), as: form)
        try container.register(Part.self, named: shared, as: form) { _ in
          Part(shared, parts: [try again().read()])
        } async: { _ in
          Part(shared, parts: [try await again().readInTask()])
        }
        let reference = Reference.all(name, container)[index]
        kept.withLock { $0 = reference }
        for reader in 0..<2 {
          let error = try await reference.read(as: form.caller(reader)).error()
          #expect(error.code == .cycle)
          #expect(error.path == keys(name, shared, name))
        }
        #expect(waiters(of: name) == -1 && waiters(of: shared) == -1)
        kept.withLock { $0 = nil }
      }
    }

    @Test("Case 105 A: the reader that began is cancelled, and the others get the value; all are, and the factory is cancelled")
    func cancelled() async throws {
      for index in 0..<2 {
        let (container, ledger, name) = (Container(), Ledger(), Name.fresh("a"))
        let (started, go) = ([Gate("the factory runs"), Gate("it runs again")], Gate("the first reader is cancelled"))
        try container.register(
          Part.self, named: name, scope: .transient,
          .async { _ in
            let number = ledger.begin(name)
            started[number - 1].open()
            if number == 1 { while !Task.isCancelled { await Task.yield() } } else { try await go.pass() }
            try Task.checkCancellation()
            return Part(name, build: number)
          })
        let reference = Reference.all(name, container)[index]
        let alone = reference.read(as: .task)
        try await started[0].pass()
        alone.cancel()
        #expect(throws: (any Error).self) { try alone.block() }
        let first = reference.read(as: .task)
        try await started[1].pass()
        let others = (0..<3).map { _ in reference.read(as: .task) }
        try await joined(4, on: name)
        first.cancel()
        #expect(throws: (any Error).self) { try first.block() }
        go.open()
        for other in others { #expect(try await other.value().build == 2) }
        #expect(ledger.builds(name) == 2)
      }
    }

    @Test("Case 105 S: a lazy wrapper made in a scoped factory keeps the scope, and shares no graph after its factory")
    func scope() throws {
      struct Holder: Sendable {
        let part: LazyInjected<Part>
        let missing: LazyInjected<Part?>
      }
      let (container, names) = (Container(), Name.fresh(2))
      try container.register(Part.self, named: names[0], scope: .scoped) { _ in Part(names[0]) }
      try container.register(Holder.self, scope: .scoped) { _ in
        Holder(part: LazyInjected(named: names[0]), missing: LazyInjected(named: names[1]))
      }
      try container.withScope { scope in
        let holder = try scope.resolveNow(Holder.self)
        let part = try scope.resolveNow(Part.self, named: names[0])
        #expect(try holder.part.get() === part)
        #expect(try holder.missing.get() == nil)
      }
    }
  }
}
