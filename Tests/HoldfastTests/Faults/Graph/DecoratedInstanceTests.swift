import Holdfast
import HoldfastDiagnostics
import Testing

extension Faults {
  @Suite("What exists already is decorated")
  struct DecoratedInstanceTests {
    private final class Account: Sendable {
      let name: String
      /// What it was decorated with, from the inside out.
      let layers: [String]

      init(_ name: String, _ layers: [String] = []) {
        self.name = name
        self.layers = layers
      }

      func with(_ layer: String) -> Account { Account(name, layers + [layer]) }
    }

    /// Where the account comes from.
    enum Source: CaseIterable, Sendable {
      case instance, named, contributed, seeded, seededInsteadOfMade
    }

    private func register(_ source: Source, in registrar: Container) throws {
      let account = Account("it")
      switch source {
      case .instance: try registrar.register(instance: account)
      case .named: try registrar.register(named: "a", instance: account)
      case .contributed: try registrar.contribute(instance: account)
      case .seeded: try registrar.register(seeded: Account.self)
      case .seededInsteadOfMade: try registrar.register(scope: .scoped) { _ in Account("made") }
      }
    }

    private func decorate(_ container: Container, _ runs: Counter) throws {
      try container.decorate(Account.self) { account, r in
        runs.add()
        return account.with(try r.resolve(String.self))
      }
    }

    @Test("Case 129: decorators of what exists already run, once", arguments: Form.allCases, Source.allCases)
    func once(_ form: Form, _ source: Source) async throws {
      for isFirst in [true, false] {
        let (container, runs) = (Container(), Counter())
        try container.register(String.self) { _ in "decorated" }
        if isFirst { try decorate(container, runs) }
        try register(source, in: container)
        if !isFirst { try decorate(container, runs) }
        let seeds: [Seed] = source == .seeded || source == .seededInsteadOfMade ? [.value(Account("it"))] : []
        let scope = try container.openScope(seeds: seeds)
        let inner = try scope.openScope()
        let start = Gate("the start of the callers")
        let callers = (0..<8).map { index in
          let resolver = index.isMultiple(of: 3) ? inner : scope
          return ask(as: form.caller(index), after: start) {
            switch source {
            case .contributed: try { try resolver.resolveAll(Account.self) }()[0]
            case .named: try resolver.resolveNow(Account.self, named: "a")
            default: try resolver.resolveNow(Account.self)
            }
          } async: {
            switch source {
            case .contributed: try await resolver.resolveAll(Account.self)[0]
            case .named: try await resolver.resolve(Account.self, named: "a")
            default: try await resolver.resolve(Account.self)
            }
          }
        }
        start.open()
        var accounts: [Account] = []
        for caller in callers { accounts.append(try await caller.value()) }
        #expect(accounts.allSatisfy { $0.layers == ["decorated"] && $0.name == "it" }, "\(isFirst)")
        #expect(Set(accounts.map(ObjectIdentifier.init)).count == 1)
        #expect(runs.value == 1)
        await inner.end()
        await scope.end()
      }
    }

    @Test("Case 129: a decorator over weak: has to return the same object", arguments: Form.allCases)
    func weak(_ form: Form) async throws {
      let (container, runs) = (Container(), Counter())
      let account = Account("it")
      try container.register(weak: account).decorate(Account.self) { account, _ in
        runs.add()
        return account
      }
      for index in 0..<3 {
        #expect(try await ask(container, Account.self, as: form.caller(index)).value() === account)
      }
      #expect(runs.value == 1)
      try container.decorate(Account.self, named: "other") { $0.with(try $1.resolve()) }.register(String.self, instance: "new")
        .register(named: "other", weak: account)
      let error = try await ask(container, Account.self, named: "other", as: form.caller(0)).error()
      #expect(error.code == .wrongType && error.path == [AnyKey(Account.self, named: "other")])
      #expect(error.message.contains("returned another object") && error.message.contains("DecoratedInstanceTests.swift:"))
    }

    @Test("Case 129: an object that was registered with weak: and decorated is an error once it died", arguments: Form.allCases)
    func died(_ form: Form) async throws {
      let container = Container()
      var account: Account? = Account("it")
      try container.decorate(Account.self) { account, _ in account }.register(weak: account!)
      #expect(try await ask(container, Account.self, as: form.caller(0)) { $0.name }.value() == "it")
      account = nil
      #expect(try await ask(container, Account.self, as: form.caller(0)).error().code == .instanceDied)
    }

    /// Asked here, where the overrides are in force.
    private func layers(_ container: Container, _ name: Name?, _ form: Form) async throws -> [String] {
      switch form.caller(0) {
      case .thread: try container.resolveNow(Account.self, named: name).layers
      case .task, .ownTask: try await container.resolve(Account.self, named: name).layers
      }
    }

    @Test("Case 129: an override with an instance applies the decorators of both", arguments: Form.allCases)
    func overridden(_ form: Form) async throws {
      let container = Container()
      try container.register { _ in Account("made") }.decorate(Account.self) { account, _ in account.with("base") }
        .register(named: "kept", instance: Account("kept"))
      try await container.withOverrides {
        $0.register(instance: Account("fake"))
        $0.decorate(Account.self) { account, _ in account.with("layer") }
      } operation: { () async throws in
        #expect(try await layers(container, nil, form) == ["base", "layer"])
        #expect(try await layers(container, "kept", form) == ["base", "layer"])
      }
      try await container.withOverrides {
        $0.register(instance: Account("fake"))
      } operation: { () async throws in
        #expect(try await layers(container, nil, form) == ["base"])
      }
      #expect(try container.resolveNow(Account.self, named: "kept").layers == ["base"])
    }

    @Test("A decorator that comes later leaves what was decorated already")
    func later() throws {
      let container = Container()
      try container.register(instance: Account("it")).decorate(Account.self) { account, _ in account.with("first") }
      let first = try container.resolve(Account.self)
      try container.decorate(Account.self) { account, _ in account.with("second") }
      #expect(try container.resolve(Account.self) === first)
      try container.reset(Account.self)
      #expect(try container.resolve(Account.self).layers == ["first", "second"])
    }

    @Test("A decorator that nothing makes a value for is reported")
    func unused() throws {
      let container = Container()
      try container.register(instance: Account("it")).registerInjector(Account.self) { _, _ in }
        .decorate(Account.self) { account, _ in account.with("decorated") }.decorate(Account.self, named: "none") { account, _ in account }
      #expect(try container.resolve(Account.self).layers == ["decorated"])
      #expect(container.problems(.afterRun).map(\.kind) == [.unused])
    }
  }
}
