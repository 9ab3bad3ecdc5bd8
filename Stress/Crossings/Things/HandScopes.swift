import Holdfast

/// A scope that is opened and ended by hand, inside another one that is.
struct HandScopeThing: Part {
  let name = "hand-scope"
  let summary = "asked in a scope that is opened and ended by hand, inside one of a kind that is given a value"
  var opensScope: Bool { true }

  /// What the outer scope is given.
  private struct Caller: Sendable {
    let number: Int
  }

  func addition(to batch: Recorder) {
    batch.register(seeded: Caller.self, in: "session")
  }

  func now(_ asker: Asker, _ question: Question) throws {
    let number = Int.random(in: 0...Int.max)
    guard let outer = try open(asker, number) else { return try question.now(asker) }
    defer { outer.end() }
    let inner = try outer.openScope()
    defer { question.scene.book.expect(inner.end() && !inner.end(), .once, "a scope ended twice, or not at all") }
    try inner.withCurrent {
      question.scene.book.expect(try inner.resolve(Caller.self).number == number, .isolated, "a scope has the value of another one")
      try question.now(.scope(inner))
    }
  }

  nonisolated(nonsending) func later(_ asker: Asker, _ question: Question) async throws {
    let number = Int.random(in: 0...Int.max)
    guard let outer = try open(asker, number) else { return try await question.later(asker) }
    try await outer.endAfter {
      let inner = try outer.openScope()
      try await inner.endAfter {
        question.scene.book.expect(try inner.resolveNow(Caller.self).number == number, .isolated, "a scope has the value of another one")
        try await question.later(.scope(inner))
      }
      let again: Bool = await inner.end()
      question.scene.book.expect(!again, .once, "a scope ended twice")
    }
  }

  private func open(_ asker: Asker, _ number: Int) throws -> Scope? {
    switch asker {
    case .container(let container): try container.openScope("session", seeds: [.value(Caller(number: number))])
    case .scope(let scope): try scope.openScope("session", seeds: [.value(Caller(number: number))])
    default: nil
    }
  }
}
