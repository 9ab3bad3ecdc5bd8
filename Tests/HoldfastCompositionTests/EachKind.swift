import HoldfastComposition

/// One object of each kind, whose texts say what made them.
struct EachKind: Composition {
  struct Visit: ComposedScope {}

  @MainActor final class Panel {
    nonisolated let text: String
    init(_ text: String) { self.text = text }
  }

  let shared = Shared { "own" }
  let sharedAsync = SharedAsync { ["own"] }
  let sharedOnMain = SharedOnMain { Panel("own") }
  let new = New { "own" }
  let newAsync = NewAsync { ["own"] }
  let newOnMain = NewOnMain { Panel("own") }
  let maker = Maker(taking: Int.self) { "own \($0)" }
  let makerAsync = MakerAsync(taking: Int.self) { ["own \($0)"] }
  let makerOnMain = MakerOnMain(taking: Int.self) { Panel("own \($0)") }
  let visit = Given<Visit>()
  let scoped = Scoped<Visit, String> { "own" }
  let scopedAsync = ScopedAsync<Visit, [String]> { ["own"] }
  let scopedOnMain = ScopedOnMain<Visit, Panel> { Panel("own") }
  let scopedNew = ScopedNew<Visit, String> { "own" }
  let scopedNewAsync = ScopedNewAsync<Visit, [String]> { ["own"] }
  let scopedNewOnMain = ScopedNewOnMain<Visit, Panel> { Panel("own") }
  let scopedMaker = ScopedMaker<Visit, Int, String>(taking: Int.self) { "own \($0)" }
  let scopedMakerAsync = ScopedMakerAsync<Visit, Int, [String]>(taking: Int.self) { ["own \($0)"] }
  let scopedMakerOnMain = ScopedMakerOnMain<Visit, Int, Panel>(taking: Int.self) { Panel("own \($0)") }

  // What is no object of its own.
  let wrap = Decorator(\.shared) { $0 }
  let inject = Injector(\.sharedOnMain) { _ in }
  let scopes = Scopes()
  let several = Several<String>(\.shared)

  static let count = 18

  static func override(_ override: Overrides, _ app: EachKind, by text: String) {
    override(app.shared) { text }
    override(app.sharedAsync) { [text] }
    override(app.sharedOnMain) { Panel(text) }
    override(app.new) { text }
    override(app.newAsync) { [text] }
    override(app.newOnMain) { Panel(text) }
    override(app.maker) { "\(text) \($0)" }
    override(app.makerAsync) { ["\(text) \($0)"] }
    override(app.makerOnMain) { Panel("\(text) \($0)") }
    override(app.scoped) { text }
    override(app.scopedAsync) { [text] }
    override(app.scopedOnMain) { Panel(text) }
    override(app.scopedNew) { text }
    override(app.scopedNewAsync) { [text] }
    override(app.scopedNewOnMain) { Panel(text) }
    override(app.scopedMaker) { "\(text) \($0)" }
    override(app.scopedMakerAsync) { ["\(text) \($0)"] }
    override(app.scopedMakerOnMain) { Panel("\(text) \($0)") }
  }

  /// What each of them says, made of the argument 1 where it takes one.
  static func texts(_ app: Composed<EachKind>) async throws -> [String] {
    var texts = try synchronous(app)
    texts += try await app.sharedAsync() + app.newAsync() + app.makerAsync(1)
    texts += [try await app.sharedOnMain().text, try await app.newOnMain().text, try await app.makerOnMain(1).text]
    texts += try await app.withScope(Visit()) { scope in
      var texts = try synchronous(scope, app)
      texts += try await scope(app.scopedAsync) + scope(app.scopedNewAsync) + scope(app.scopedMakerAsync, 1)
      texts += [try await scope(app.scopedOnMain).text, try await scope(app.scopedNewOnMain).text]
      return texts + [try await scope(app.scopedMakerOnMain, 1).text]
    }
    return texts
  }

  private static func synchronous(_ app: Composed<EachKind>) throws -> [String] { [try app.shared(), try app.new(), try app.maker(1)] }

  private static func synchronous(_ scope: OpenScope<Visit>, _ app: Composed<EachKind>) throws -> [String] {
    [try scope(app.scoped), try scope(app.scopedNew), try scope(app.scopedMaker, 1)]
  }
}
