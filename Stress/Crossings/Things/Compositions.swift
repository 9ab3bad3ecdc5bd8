import Holdfast
import HoldfastComposition
import HoldfastStress

/// A composition in a child of the program's container, asked for objects of one kind beside every question and event.
struct CompositionThing: Part {
  enum Kind: String, CaseIterable {
    case shared, cached, weak, new, graph, maker, scoped, circle, asynchronous, main
  }

  let kind: Kind
  var name: String { "composed-\(kind.rawValue)" }
  var summary: String { "a composition in a child container, and its objects of the kind \(kind.rawValue)" }

  init(_ kind: Kind) {
    self.kind = kind
  }

  func now(_ asker: Asker, _ question: Question) throws {
    if let app = compose(question.scene) { checkNow(app, question.scene.book) }
    try question.now(asker)
  }

  nonisolated(nonsending) func later(_ asker: Asker, _ question: Question) async throws {
    if let app = compose(question.scene) { await checkLater(app, question.scene.book) }
    try await question.later(asker)
  }

  /// Nil where the event has left no container to compose in.
  private func compose(_ scene: Scene) -> Composed<Objects>? {
    try? Composed(Objects.init, in: Container(parent: scene.container))
  }

  private func checkNow(_ app: Composed<Objects>, _ book: Book) {
    switch kind {
    case .shared: expectOne(try? app.shared(), try? app.shared(), book)
    case .cached: expectOne(try? app.cached(), try? app.cached(), book)
    case .weak: expectOne(try? app.weak(), try? app.weak(), book)
    case .new: expectTwo(try? app.new(), try? app.new(), book)
    case .graph:
      guard let pair = try? app.pair() else { return }
      book.expect(pair.0 === pair.1, .once, "one object graph has two objects of a composition")
    case .maker:
      expectOne(try? app.kept(1), try? app.kept(1), book)
      expectTwo(try? app.kept(1), try? app.kept(2), book)
      expectTwo(try? app.made(1), try? app.made(1), book)
    case .circle:
      guard let linked = try? app.linked() else { return }
      book.expect(linked.other?.other === linked, .whole, "an object was handed out before it refers to its other")
    case .scoped, .asynchronous, .main: break
    }
  }

  nonisolated(nonsending) private func checkLater(_ app: Composed<Objects>, _ book: Book) async {
    switch kind {
    case .scoped:
      let first = try? await app.withScope(Visit()) { scope in
        expectOne(try? scope(app.scoped), try? scope(app.scoped), book)
        expectTwo(try? scope(app.fresh), try? scope(app.fresh), book)
        return try scope(app.scoped)
      }
      expectTwo(first, try? await app.withScope(Visit()) { scope in try scope(app.scoped) }, book)
    case .asynchronous: expectOne(try? await app.asynchronous(), try? await app.asynchronous(), book)
    case .main: expectOne(try? await app.main(), try? await app.main(), book)
    default: checkNow(app, book)
    }
  }

  private func expectOne(_ one: Object?, _ other: Object?, _ book: Book) {
    guard let one, let other else { return }
    book.expect(one === other, .once, "a composition gave two objects where callers share one")
  }

  private func expectTwo(_ one: Object?, _ other: Object?, _ book: Book) {
    guard let one, let other else { return }
    book.expect(one !== other, .fresh, "a composition gave an object twice where each caller has its own")
  }

  private final class Object: Sendable {}

  private final class Linked: Sendable {
    private let held = Locked<Reference?>(nil)
    var other: Linked? { held.withLock { $0?.object } }
    func link(to other: Linked) { held.withLock { $0 = Reference(object: other) } }

    private struct Reference: @unchecked Sendable {  // unchecked: the runtime clears it, and only the lock's holder writes it
      weak var object: Linked?
    }
  }

  private struct Visit: ComposedScope {}

  private struct Objects: Composition {
    let shared = Shared { Object() }
    let cached = Shared(in: .cached("crossings"), \.shared) { _ in Object() }
    let weak = Shared(in: .weak) { Object() }
    let new = New(\.shared) { _ in Object() }
    let leaf = New(in: .graph) { Object() }
    let pair = New(\.leaf, \.leaf) { ($0, $1) }
    let made = Maker(taking: Int.self, \.shared) { _, _ in Object() }
    let kept = Maker(in: .once, taking: Int.self) { _ in Object() }
    let linked = Shared { Linked() }
    let linking = Shared { Linked() }
    let forth = Injector(\.linked, \.linking) { $0.link(to: $1) }
    let back = Injector(\.linking, \.linked) { $0.link(to: $1) }
    let visit = Given<Visit>()
    let scoped = Scoped<Visit, Object>(\.visit, \.shared) { _, _ in Object() }
    let fresh = ScopedNew<Visit, Object>(\.scoped) { _ in Object() }
    let asynchronous = SharedAsync {
      await Task.yield()
      return Object()
    }
    let main = SharedOnMain(\.shared) { _ in Object() }
  }
}
