import Holdfast
import HoldfastStress

/// Scopes of a kind, and scopes inside them.
struct KindsThing: Part {
  let name = "kinds"
  let summary = "a value of a kind of scope, resolved in inner scopes, which all get the outer scope's value"
  var opensScope: Bool { true }

  func prepare(_ scene: Scene) throws {
    try scene.container.register(
      Witness.self, named: "visit", scope: .scoped(to: "visit", dispose: { witness, ending in witness.dispose(ending) }),
      factory: { _ in Witness(scene) })
  }

  func now(_ asker: Asker, _ question: Question) throws {
    guard let visit = try asker.openScope("visit") else { return try question.now(asker) }
    defer { visit.end() }
    let request = try visit.openScope("request")
    defer { request.end() }
    let inner = try request.openScope()
    defer { inner.end() }
    let value = try check([visit, request, inner], asker, question)
    value.expect(.completed)
    try question.now(.scope(inner))
    question.scene.book.expect(try check([visit, request, inner], asker, question) === value, .once, "one visit has two values")
    visit.end()
    for scope in [visit, request, inner] { expectEnded(scope, value, question.scene.book) }
  }

  nonisolated(nonsending) func later(_ asker: Asker, _ question: Question) async throws {
    guard let visit = try asker.openScope("visit") else { return try await question.later(asker) }
    let value = try await visit.endAfter {
      try await visit.withScope("request") { request in
        async let first = visit.resolve(Witness.self, named: "visit")
        async let second = request.resolve(Witness.self, named: "visit")
        let (one, other) = try await (first, second)
        question.scene.book.expect(one === other, .once, "one visit has two values")
        let value = try check([request, visit], asker, question)
        try await question.later(.scope(request))
        return value
      }
    }
    expectEnded(visit, value, question.scene.book)
  }

  /// Asked in it, or in a scope inside it, a visit that has ended hands out no value of its own. That of a visit around it is as good; where there is
  /// none, the error says why.
  private func expectEnded(_ scope: Scope, _ value: Witness, _ book: Book) {
    do throws(ResolutionError) {
      book.expect(try scope.resolveNow(Witness.self, named: "visit") !== value, .whole, "a visit that has ended hands out its value")
    } catch {
      book.expect(error.code != .outsideScope, .errors, "what lives in a visit that has ended is refused as if no visit had been open")
    }
  }

  /// All of them have one value, however often they are asked, and scopes of another visit another one.
  private func check(_ scopes: [Scope], _ asker: Asker, _ question: Question) throws -> Witness {
    let book = question.scene.book
    let value = try scopes[0].resolveNow(Witness.self, named: "visit")
    for scope in scopes + scopes {
      book.expect(try scope.resolveNow(Witness.self, named: "visit") === value, .once, "one visit has two values")
    }
    guard let other = try asker.openScope("visit") else { return value }
    defer { other.end() }
    let inside = try other.openScope()
    defer { inside.end() }
    for _ in 0..<2 {
      book.expect(try inside.resolveNow(Witness.self, named: "visit") !== value, .isolated, "two visits have one value")
    }
    return value
  }
}
