import Holdfast
import HoldfastDiagnostics
import HoldfastStress

/// Scopes that end in each way that a caller can choose.
struct EndingsThing: Part {
  let name = "endings"
  let summary = "asked in a scope that ends normally, with an error or cancelled, and whose disposer is told how"
  var opensScope: Bool { true }

  private struct PlannedEnd: Error {}

  func prepare(_ scene: Scene) throws {
    try scene.container.register(
      Witness.self, named: "ending", scope: .scoped(dispose: { witness, ending in witness.dispose(ending) }),
      factory: { _ in Witness(scene) })
  }

  func now(_ asker: Asker, _ question: Question) throws {
    let end = choose(question)
    do {
      let isOpened = try asker.withScope { scope in
        let witness = try scope.resolveNow(Witness.self, named: "ending")
        // With an error, if asking throws one.
        witness.expect(.failed)
        try question.now(.scope(scope))
        try finish(witness, end)
      }
      if !isOpened { try question.now(asker) }
    } catch is PlannedEnd {} catch is CancellationError {}
  }

  nonisolated(nonsending) func later(_ asker: Asker, _ question: Question) async throws {
    let end = choose(question)
    do {
      let isOpened = try await asker.withScope { scope in
        let witness = try scope.resolveNow(Witness.self, named: "ending")
        // With an error, if asking throws one.
        witness.expect(.failed)
        try await question.later(.scope(scope))
        try finish(witness, end)
      }
      if !isOpened { try await question.later(asker) }
    } catch is PlannedEnd {} catch is CancellationError {}
  }

  private func choose(_ question: Question) -> Witness.End {
    [.completed, .failed, .cancelled][question.scene.random.withLock { $0.below(3) }]
  }

  private func finish(_ witness: Witness, _ end: Witness.End) throws {
    witness.expect(end)
    if end == .cancelled { throw CancellationError() }
    if end == .failed { throw PlannedEnd() }
  }
}

/// Scopes that are never ended by hand.
struct ForgottenScopeThing: Part {
  let name = "forgotten-scope"
  let summary = "asked in a scope that is released without end(): it then ends and is reported"
  var opensScope: Bool { true }

  func prepare(_ scene: Scene) throws {
    let container = try scene.container
    try container.register(
      Witness.self, named: "forgotten", scope: .scoped(dispose: { witness, ending in witness.dispose(ending) }),
      factory: { _ in Witness(scene) })
    let observation = container.observe { event in
      if case .scopeForgotten = event.kind { scene.edit { $0.toldForgotten += 1 } }
    }
    scene.edit { $0.kept.append(observation) }
  }

  func now(_ asker: Asker, _ question: Question) throws {
    if let scope = try forget(asker, question) { return try question.now(.scope(scope)) }
    if try !asker.withScope({ try question.now(.scope($0)) }) { try question.now(asker) }
  }

  nonisolated(nonsending) func later(_ asker: Asker, _ question: Question) async throws {
    if let scope = try forget(asker, question) { return try await question.later(.scope(scope)) }
    if try await !asker.withScope({ scope in try await question.later(.scope(scope)) }) { try await question.later(asker) }
  }

  /// One that is going to be forgotten. Of the program's own container only: a child tells observers of its own.
  private func forget(_ asker: Asker, _ question: Question) throws -> Scope? {
    guard case .container(let container) = asker, try container === question.scene.container else { return nil }
    let scope = try container.openScope()
    question.scene.edit { $0.forgotten += 1 }
    try scope.resolveNow(Witness.self, named: "forgotten").expect(.abandoned)
    return scope
  }

  func inspect(_ scene: Scene) throws {
    let (forgotten, told) = scene.edit { ($0.forgotten, $0.toldForgotten) }
    scene.book.expect(told >= forgotten, .told, "\(forgotten) scopes were forgotten, and \(told) told of")
  }
}
