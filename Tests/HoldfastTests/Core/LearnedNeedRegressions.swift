import Holdfast
import HoldfastDiagnostics
import Testing

private final class Source: Sendable {}

private final class User: Sendable {
  let source: Source?
  init(_ source: Source? = nil) { self.source = source }
}

private final class Reader: Sendable {}

extension Regressions {
  /// What code asks for is a need of what it makes, however it asks.
  @Suite("What is learned as a need")
  struct LearnedNeedRegressions {
    @Test("A factory that asks for what may be registered is known to need it, also while overrides are in force elsewhere")
    func ifRegisteredBesideLayer() async throws {
      for form in [Form.threads, .tasks] {
        let container = Container()
        try container.register(Source.self) { _ in Source() }
        try container.register(User.self, as: form) { r in
          User(try r.resolveIfRegistered(Source.self))
        } async: { r in
          User(try await r.resolveIfRegistered(Source.self))
        }
        _ = try container.resolveNow(Source.self)
        let (entered, leave) = (Gate("overrides are in force"), Gate("overrides may end"))
        let elsewhere = Pending<Void>.inTask {
          try await container.withOverrides({ $0.register(Reader.self) { _ in Reader() } }) { () async throws in
            entered.open()
            try await leave.pass()
          }
        }
        try await entered.pass()
        _ = try await ask(container, User.self, as: form.caller(0)).value()
        #expect(container.graph().edges.map(\.to) == [AnyKey(Source.self)], "\(form)")
        try await container.replace { $0.register(Source.self) { _ in Source() } }
        let user = try await ask(container, User.self, as: form.caller(0)).value()
        #expect(try container.resolveNow(Source.self) === user.source, "\(form)")
        leave.open()
        try await elsewhere.value()
      }
    }

    enum Absent: CaseIterable, Sendable {
      case ifRegistered, wrapper, wired, all
    }

    @Test("What was not registered when it was asked for is a need, however it was asked for", arguments: Absent.allCases)
    func absent(way: Absent) async throws {
      struct Wrapping { @Injected var source: Source? }
      let container = Container()
      switch way {
      case .ifRegistered: try container.register(User.self) { r in User(try r.resolveIfRegistered(Source.self)) }
      case .wrapper: try container.register(User.self) { _ in User(Wrapping().source) }
      case .wired: try container.register(User.self, .wired { (source: Source?) in User(source) })
      case .all: try container.register(User.self) { r in User(try r.resolveAll(Source.self).first) }
      }
      #expect(try container.resolveNow(User.self).source == nil)
      try await container.replace { $0.register(Source.self) { _ in Source() } }
      #expect(try container.resolveNow(User.self).source != nil)
    }

    @Test("What an asynchronous factory has a captured container make is its need, as a synchronous one's")
    func capturedTransient() async throws {
      for form in [Form.threads, .tasks] {
        let container = Container()
        try container.register(Source.self) { _ in Source() }
        try container.register(User.self, scope: .transient) { r in User(try r.resolve(Source.self)) }
        try container.register(User.self, named: "kept", as: form) { _ in try container.resolveNow(User.self) }
        _ = try container.resolveNow(Source.self)
        let old = try await container.resolve(User.self, named: "kept")
        #expect(container.graph().edges.contains { $0.to == AnyKey(User.self) }, "\(form)")
        try await container.replace { $0.register(Source.self) { _ in Source() } }
        let new = try await container.resolve(User.self, named: "kept")
        #expect(new.source !== old.source, "\(form)")
      }
    }
  }
}
