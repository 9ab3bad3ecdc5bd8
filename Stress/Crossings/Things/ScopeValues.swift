import Holdfast
import HoldfastStress

/// The task-local values of the tasks that ask and of those that end.
struct TaskLocalsThing: Part {
  let name = "task-locals"
  let summary =
    "asked in a scope whose asynchronous factories and disposers see the caller's task-local values, while a singleton's sees none"
  var opensScope: Bool { true }

  @TaskLocal private static var number: Int?

  private struct Seen: Sendable {
    let number: Int?
    let witness: Witness
  }

  func prepare(_ scene: Scene) throws {
    let dispose: @Sendable (Seen, Ending) async throws -> Void = { seen, ending in
      seen.witness.dispose(ending)
      // What no caller wants any more is not disposed of by the tasks that asked.
      if case .abandoned = ending { return }
      scene.book.expect(seen.number == Self.number, .told, "a disposer sees \(Self.number ?? 0) of a task with \(seen.number ?? 0)")
    }
    try scene.container
      .register(Seen.self, scope: .scoped(dispose: dispose), .async { _ in Seen(number: Self.number, witness: Witness(scene)) })
      .register(
        Seen.self, named: "sync", scope: .scoped(dispose: dispose),
        factory: { _ in
          Seen(number: Self.number, witness: Witness(scene))
        }
      )
      .register(
        Bool.self, named: "locals",
        .async { _ in
          scene.book.expect(Self.number == nil, .isolated, "the factory of a singleton sees the task-local values of its first caller")
          return true
        })
  }

  func now(_ asker: Asker, _ question: Question) throws {
    let number = Int.random(in: 1...Int.max)
    let isOpened = try Self.$number.withValue(number) {
      try asker.withScope { scope in
        try check(scope.resolveNow(Seen.self, named: "sync"), number, question)
        try question.now(.scope(scope))
      }
    }
    if !isOpened { try question.now(asker) }
  }

  nonisolated(nonsending) func later(_ asker: Asker, _ question: Question) async throws {
    let number = Int.random(in: 1...Int.max)
    let isOpened = try await Self.$number.withValue(number) {
      try await asker.withScope { scope in
        check(try await scope.resolve(Seen.self), number, question)
        _ = try await scope.resolve(Bool.self, named: "locals")
        try await question.later(.scope(scope))
      }
    }
    if !isOpened { try await question.later(asker) }
  }

  private func check(_ seen: Seen, _ number: Int, _ question: Question) {
    question.scene.book.expect(seen.number == number, .told, "a factory of a scope does not see the task-local values of its caller")
  }
}

/// What scopes are given, and what takes its place.
struct SeedsThing: Part {
  let name = "seeds"
  let summary = "asked in a scope with a seed, which an inner scope or a layer may override and which is never disposed of"
  var opensScope: Bool { true }

  private struct Given: Disposable {
    let number: Int
    var book: Book?
    func dispose() async throws { book?.report(.disposed, "a scope disposed of what it was given") }
  }

  private struct Reply: Sendable { let number: Int }

  func addition(to batch: Recorder) {
    batch.register(seeded: Given.self, in: "given")
    batch.register(Reply.self, scope: .scoped(to: "given")) { r in Reply(number: try r.resolve(Given.self).number) }
  }

  func now(_ asker: Asker, _ question: Question) throws {
    guard let (scope, number) = try open(asker, question) else { return try question.now(asker) }
    defer { scope.end() }
    try check(scope, number, question)
    try question.now(.scope(scope))
  }

  nonisolated(nonsending) func later(_ asker: Asker, _ question: Question) async throws {
    guard let (scope, number) = try open(asker, question) else { return try await question.later(asker) }
    try await scope.endAfter {
      try check(scope, number, question)
      try await question.later(.scope(scope))
    }
  }

  private func open(_ asker: Asker, _ question: Question) throws -> (Scope, Int)? {
    let number = Int.random(in: 1...Int.max)
    let given = Seed.value(Given(number: number, book: question.scene.book))
    for seeds in [[], [given, given]] {
      // One that lies in another sees what that was given.
      if seeds.isEmpty, case .scope = asker { continue }
      do {
        if try asker.openScope("given", seeds: seeds)?.end() != nil, !question.scene.program.unregistersAll {
          question.scene.book.report(.errors, "a scope was opened with wrong seeds")
        }
      } catch { if ![.notSeeded, .invalidSeed].contains((error as? ResolutionError)?.code) { throw error } }
    }
    return try asker.openScope("given", seeds: [given]).map { ($0, number) }
  }

  private func check(_ scope: Scope, _ number: Int, _ question: Question) throws {
    let book = question.scene.book
    book.expect(try scope.resolveNow(Reply.self).number == number, .isolated, "a scope has the value of another one")
    let inner = try scope.openScope("given", seeds: [.value(Given(number: -1, book: book))])
    defer { inner.end() }
    book.expect(try inner.resolveNow(Reply.self).number == -1, .isolated, "an inner scope has not what it was given")
    try question.scene.container.withOverrides({ $0.register(Given.self, scope: .scoped(to: "given")) { _ in Given(number: -2) } }) {
      book.expect(try scope.resolveNow(Reply.self).number == -2, .isolated, "a seed comes before the override of a layer")
    }
    book.expect(try scope.resolveNow(Given.self).number == number, .isolated, "a scope has lost what it was given")
  }
}
