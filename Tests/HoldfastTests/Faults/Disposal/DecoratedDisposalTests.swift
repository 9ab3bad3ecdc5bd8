import Holdfast
import OnceKernel
import Testing

/// What a test's values say of their disposal, in order.
final class DisposalLog: Sendable {
  private let state = Guarded<[String]>([])

  var entries: [String] { state.withLock { $0 } }

  func add(_ entry: String) { state.withLock { $0.append(entry) } }
}

extension Faults {
  @Suite("What decorators return is disposed of with what they were given")
  struct DecoratedDisposalTests {
    private protocol Client: Sendable {}

    private final class Connection: Client, Disposable {
      let name: String
      let log: DisposalLog
      let isBroken: Bool

      init(_ name: String, _ log: DisposalLog, isBroken: Bool = false) { (self.name, self.log, self.isBroken) = (name, log, isBroken) }

      func dispose() throws {
        log.add(name)
        if isBroken { throw Broken() }
      }
    }

    private struct Broken: Error {}

    private final class Retrying: Client {
      let inner: any Client
      init(_ inner: any Client) { self.inner = inner }
    }

    private final class Metered: Client, Disposable {
      let inner: any Client
      let log: DisposalLog
      let isBroken: Bool

      init(_ inner: any Client, _ log: DisposalLog, isBroken: Bool = false) {
        (self.inner, self.log, self.isBroken) = (inner, log, isBroken)
      }

      func dispose() throws {
        log.add("metered")
        if isBroken { throw Broken() }
      }
    }

    /// More than a value of a protocol type has room for.
    private struct Bulk: Client, Disposable {
      let log: DisposalLog
      let words: (Int, Int, Int, Int) = (1, 2, 3, 4)

      func dispose() { log.add("bulk") }
    }

    static let scopes: [Sharing] = [.singleton, .cached(CacheGroup("chain")), .scoped]

    /// Resolves in a scope, ends it and the container.
    private func liveAndEnd(_ container: Container, _ form: Form, seeds: [Seed] = []) async throws -> ShutdownReport {
      let scope = try container.openScope(seeds: seeds)
      for index in 0..<2 { _ = try await ask(scope, (any Client).self, as: form.caller(index)).value() }
      await scope.end()
      return try await container.shutdown(deadline: .seconds(120))
    }

    @Test("Case 129: what was wrapped is disposed of too, the outermost first", arguments: Form.allCases, scopes)
    func wrapped(_ form: Form, _ scope: Sharing) async throws {
      let (container, log) = (Container(), DisposalLog())
      try container.register((any Client).self, scope: scope.lifetime(), as: form) { _ in Connection("connection", log) }
      try container.decorate((any Client).self) { client, _ in Retrying(client) }
      try container.decorate((any Client).self) { client, _ in Metered(client, log) }
      try container.decorate((any Client).self) { client, _ in Retrying(client) }
      let report = try await liveAndEnd(container, form)
      #expect(log.entries == ["metered", "connection"])
      #expect(report.isClean)
    }

    @Test("Case 129: what a decorator hands on is disposed of once", arguments: Form.allCases, scopes)
    func handedOn(_ form: Form, _ scope: Sharing) async throws {
      for isObject in [true, false] {
        let (container, log) = (Container(), DisposalLog())
        try container.register((any Client).self, scope: scope.lifetime(), as: form) { _ in
          isObject ? Connection("bulk", log) as any Client : Bulk(log: log)
        }
        try container.decorate((any Client).self) { client, _ in client }
        if isObject {
          try container.decorate((any Client).self) { client, _ in Retrying(client) }
          try container.decorate((any Client).self) { client, _ in (client as! Retrying).inner }
        }
        _ = try await liveAndEnd(container, form)
        #expect(log.entries == ["bulk"])
      }
    }

    @Test("Case 129: a disposer stands for all, and is told what callers got, once", arguments: Form.allCases, scopes)
    func disposer(_ form: Form, _ scope: Sharing) async throws {
      let (container, log) = (Container(), DisposalLog())
      let factory: @Sendable (FactoryResolver) -> any Client = { _ in Connection("connection", log) }
      try container.register(
        (any Client).self, scope: scope.lifetime(dispose: { log.add("\(type(of: $0))") }), as: form, factory, async: { factory($0) })
      try container.decorate((any Client).self) { client, _ in Metered(client, log) }
      _ = try await liveAndEnd(container, form)
      #expect(log.entries == ["Metered"])
    }

    @Test("Case 129: what one of them throws keeps no other from its end, and is told", arguments: Form.allCases, scopes)
    func broken(_ form: Form, _ scope: Sharing) async throws {
      let (container, log) = (Container(), DisposalLog())
      try container.register((any Client).self, scope: scope.lifetime(), as: form) { _ in Connection("connection", log, isBroken: true) }
      try container.decorate((any Client).self) { client, _ in Metered(client, log, isBroken: true) }
      let report = try await liveAndEnd(container, form)
      #expect(log.entries == ["metered", "connection"])
      #expect(report.failures.map(\.key) == [AnyKey((any Client).self), AnyKey((any Client).self)])
    }

    @Test("Case 129: where a decorator throws, all that was made before it is disposed of", arguments: Form.allCases, scopes)
    func thrown(_ form: Form, _ scope: Sharing) async throws {
      let (container, log) = (Container(), DisposalLog())
      try container.register((any Client).self, scope: scope.lifetime(), as: form) { _ in Connection("connection", log) }
      try container.decorate((any Client).self) { client, _ in Metered(client, log) }
      try container.decorate((any Client).self) { _, _ in throw Broken() }
      let scope = try container.openScope()
      _ = try await ask(scope, (any Client).self, as: form.caller(0)).error()
      await scope.end()
      _ = try await container.shutdown(deadline: .seconds(120))
      #expect(log.entries == ["metered", "connection"])
    }

    @Test("Case 129: of what exists already only the decorators' values are disposed of", arguments: Form.allCases)
    func existing(_ form: Form) async throws {
      for isSeed in [true, false] {
        let (container, log) = (Container(), DisposalLog())
        let connection = Connection("connection", log)
        if isSeed {
          try container.register(seeded: (any Client).self)
        } else {
          try container.register((any Client).self, instance: connection)
        }
        try container.decorate((any Client).self) { client, _ in client }
        try container.decorate((any Client).self) { client, _ in Metered(client, log) }
        try container.decorate((any Client).self) { client, _ in Retrying(client) }
        _ = try await liveAndEnd(container, form, seeds: isSeed ? [.value(connection, as: (any Client).self)] : [])
        #expect(log.entries == ["metered"], "\(isSeed)")
      }
    }
  }
}
