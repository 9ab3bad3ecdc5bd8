import Holdfast
import HoldfastCompatibility
import Testing

/// An object of a graph, which is not `Sendable`.
private final class Draft {}

private final class Easel {
  var draft: Draft?
}

/// What one request in a factory answered, as far as it can leave the factory.
private struct Answer: Sendable {
  let door: String
  let isOfRun: Bool
}

private struct Answers: Sendable {
  let answers: [Answer]
  let session: Session
}

private final class Session: Sendable {}

private struct Seen: Sendable {
  @Injected var session: Session
}

private struct ResolvingType: Resolving {}

extension Faults {
  /// A value that a function hands out as `sending` is no object that other code has.
  @Suite("What is handed out as sending")
  struct SendingTests {
    @Test(
      "Case 126: a captured container, a scope and the current resolver hand out no object of the run's graph", arguments: Form.allCases)
    func doors(_ form: Form) async throws {
      let container = Container()
      try container.register(Draft.self, scope: .graph) { _ in Draft() }
      try container.register(Session.self, scope: .scoped) { _ in Session() }
      try container.register(Easel.self, scope: .transient) { _ in Easel() }
      try container.registerInjector(Easel.self) { easel, r in easel.draft = try r.resolve() }
      let scope = try container.openScope()
      @Sendable func answers(_ r: FactoryResolver) throws -> Answers {
        let own: Draft = try r.resolve()
        let easel = Easel()
        _ = try container.inject(into: easel)
        // One by one: Swift 6.2 does not type-check them in one array.
        var drafts: [(String, Draft?)] = []
        func note(_ door: String, _ draft: Draft?) { drafts.append((door, draft)) }
        note("resolve", try container.resolve(Draft.self))
        note("resolveNow", try container.resolveNow(Draft.self))
        note("key", try container.resolve(Key(Draft.self)))
        note("request", try container.resolve(ResolutionRequest(Key(Draft.self))))
        note("as:", try container.resolve(AnyKey(Draft.self), as: Draft.self))
        note("Optional", try container.resolve(Draft?.self))
        note("resolveIfRegistered", try container.resolveIfRegistered(Draft.self))
        note("resolveAll", try container.resolveAll(Draft.self).first)
        note("provider", try container.provider(Draft.self)())
        note("r.provider", try r.provider(Draft.self)())
        note("what a transient has", try container.resolve(Easel.self).draft)
        note("inject(into:)", easel.draft)
        note("resolver", try container.resolver.resolve(Draft.self))
        note("scope", try scope.resolve(Draft.self))
        note("scope's resolveAll", try scope.resolveAll(Draft.self).first)
        note("currentResolver", try Container.currentResolver().resolve(Draft.self))
        note("Resolving", try ResolvingType().resolver.resolve(Draft.self))
        note("concurrent", try r.concurrent.resolve(Draft.self))
        // The run's graph is still its resolver's.
        let isKept = try r.resolve(Draft.self) === own
        let session: Session = try r.resolve()
        let answers = drafts.map { Answer(door: $0, isOfRun: $1 == nil || $1 === own) } + [Answer(door: "r.resolve", isOfRun: !isKept)]
        // The scope is the run's for all of them.
        let sessions = [
          try container.resolve(Session.self), try scope.resolve(Session.self), try Container.currentResolver().resolve(Session.self),
          try Seen().$session.get(),
        ]
        return Answers(answers: answers + sessions.map { Answer(door: "the scope", isOfRun: $0 !== session) }, session: session)
      }
      @Sendable func answersLater(_ r: FactoryResolver) async throws -> Answers {
        let own: Draft = try await r.resolve()
        let drafts: [(String, Draft)] = [
          ("resolve, awaited", try await container.resolve(Draft.self)),
          ("key, awaited", try await container.resolve(Key(Draft.self))),
          ("scope, awaited", try await scope.resolve(Draft.self)),
          ("currentResolver, awaited", try await Container.currentResolver().resolve(Draft.self)),
          ("provider, awaited", try await container.provider(Draft.self)()),
        ]
        let later = drafts.map { Answer(door: $0, isOfRun: $1 === own) }
        let now = try answers(r)
        return Answers(answers: now.answers + later, session: now.session)
      }
      try container.register(Answers.self, scope: .scoped, as: form, answers, async: answersLater)
      let found = try await ask(scope, Answers.self, as: form.caller(0)).value()
      #expect(found.answers.filter(\.isOfRun).map(\.door) == [])
      await scope.end()
    }
  }
}
