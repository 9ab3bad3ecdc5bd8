import Holdfast
import HoldfastComposition
import HoldfastStress

/// A composition in a child of the program's container, asked for objects of one kind beside every question and event.
struct CompositionThing: Part {
  enum Kind: String, CaseIterable {
    case shared, cached, weak, new, graph, maker, scoped, circle, asynchronous, main
    case decorated, several, deferred, warmed, isolated, override, window, opener, disposed, sealed
    case madeInTask = "made-in-task"
    case madeOnMain = "made-on-main"
    case scopedMaking = "scoped-making"
  }

  let kind: Kind
  var name: String { "composed-\(kind.rawValue)" }
  var summary: String { "a composition in a child container, and its objects of the kind \(kind.rawValue)" }

  init(_ kind: Kind) {
    self.kind = kind
  }

  func now(_ asker: Asker, _ question: Question) throws {
    expectReleased(question.scene)
    if let app = compose(question.scene) { checkNow(app, question.scene.book) }
    try question.now(asker)
  }

  nonisolated(nonsending) func later(_ asker: Asker, _ question: Question) async throws {
    expectReleased(question.scene)
    if let app = compose(question.scene) { await checkLater(app, question.scene.book) }
    try await question.later(asker)
  }

  /// Nil where the event has left no container to compose in.
  private func compose(_ scene: Scene) -> Composed<CrossedObjects>? {
    try? Composed(CrossedObjects.init, in: Container(parent: scene.container))
  }

  private func checkNow(_ app: Composed<CrossedObjects>, _ book: Book) {
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
    case .decorated:
      guard let plain = try? app.plain() else { return }
      book.expect(plain.count == 2, .whole, "an object was handed out undecorated")
      expectOne(plain.last, try? app.shared(), book)
    case .several: expectAll(try? app.all(), [try? app.shared(), try? app.cached()], book)
    case .deferred: expectOne(try? app.later().resolveNow(), try? app.shared(), book)
    case .override: override(in: app, book)
    case .window:
      let window = try? Composed(inside: app) {
        CrossedWindow(outer: HoldfastComposition.Need(app.shared), all: HoldfastComposition.Need(app.several))
      }
      expectAll(try? window?.own(), [try? app.shared(), try? app.shared(), try? app.cached()], book)
    case .sealed, .scoped, .scopedMaking, .opener, .disposed, .asynchronous, .isolated, .warmed, .madeInTask, .main, .madeOnMain: break
    }
  }

  /// What a sealed composition made is released with its last handle, although a property leads to it.
  private func expectReleased(_ scene: Scene) {
    guard kind == .sealed else { return }
    weak var object: CrossedObject?
    var property: Any?
    do {
      guard let app = compose(scene) else { return }
      app.container.seal()
      object = try? app.shared()
      property = app.shared
    }
    scene.book.expect(object == nil, .alive, "an object of a sealed composition outlives it")
    withExtendedLifetime(property) {}
  }

  /// A layer has an object of its own, made of several of the composition's, which no other caller gets.
  private func override(in app: Composed<CrossedObjects>, _ book: Book) {
    let outside = try? app.shared()
    try? app.withOverrides({ override, app in
      override(app.shared) { CrossedObject() }
      override(app.all, app.several) { $0 }
    }) {
      expectTwo(try? app.shared(), outside, book)
      expectAll(try? app.all(), [try? app.shared(), try? app.cached()], book)
    }
    expectOne(try? app.shared(), outside, book)
  }

  nonisolated(nonsending) private func checkLater(_ app: Composed<CrossedObjects>, _ book: Book) async {
    switch kind {
    case .scoped:
      let first = try? await app.withScope(CrossedVisit()) { scope in
        expectOne(try? scope(app.scoped), try? scope(app.scoped), book)
        expectOne(try? await scope(app.scopedInTask), try? await scope(app.scopedInTask), book)
        expectOne(try? await scope(app.scopedOnMain), try? await scope(app.scopedOnMain), book)
        return try scope(app.scoped)
      }
      expectTwo(first, try? await app.withScope(CrossedVisit()) { scope in try scope(app.scoped) }, book)
    case .scopedMaking:
      try? await app.withScope(CrossedVisit()) { scope in
        expectTwo(try? scope(app.fresh), try? scope(app.fresh), book)
        expectTwo(try? await scope(app.freshInTask), try? await scope(app.freshInTask), book)
        expectTwo(try? await scope(app.freshOnMain), try? await scope(app.freshOnMain), book)
        expectTwo(try? scope(app.page, 1), try? scope(app.page, 1), book)
        expectTwo(try? await scope(app.pageInTask, 1), try? await scope(app.pageInTask, 1), book)
        expectTwo(try? await scope(app.pageOnMain, 1), try? await scope(app.pageOnMain, 1), book)
      }
    case .opener:
      guard let opener = try? app.opener() else { return }
      let first = try? await opener.withScope(CrossedVisit()) { scope, app in try scope(app.scoped) }
      expectTwo(first, try? await opener.withScope(CrossedVisit()) { scope, app in try scope(app.scoped) }, book)
    case .disposed:
      guard let ended = try? await app.withScope(CrossedVisit(), operation: { scope in try scope(app.scoped) }) else { return }
      let endings = ended.endings.withLock { $0 }
      book.expect(endings == 1, .disposed, "an object of a composition's scope was disposed of \(endings) times when that had ended")
    case .asynchronous: expectOne(try? await app.asynchronous(), try? await app.asynchronous(), book)
    case .isolated: expectOne(try? await app.isolated(), try? await app.isolated(), book)
    case .warmed:
      guard let object = try? await app.asynchronous() else { return }
      expectOne(object, try? app.warm().first, book)
    case .madeInTask:
      expectTwo(try? await app.newInTask(), try? await app.newInTask(), book)
      expectOne(try? await app.keptInTask(1), try? await app.keptInTask(1), book)
    case .main: expectOne(try? await app.main(), try? await app.main(), book)
    case .madeOnMain:
      expectTwo(try? await app.newOnMain(), try? await app.newOnMain(), book)
      expectOne(try? await app.keptOnMain(1), try? await app.keptOnMain(1), book)
    case .decorated:
      guard let watched = try? await app.watched() else { return }
      book.expect(watched.count == 2, .whole, "an object was handed out undecorated")
      checkNow(app, book)
    default: checkNow(app, book)
    }
  }

  private func expectOne(_ one: CrossedObject?, _ other: CrossedObject?, _ book: Book) {
    guard let one, let other else { return }
    book.expect(one === other, .once, "a composition gave two objects where callers share one")
  }

  private func expectTwo(_ one: CrossedObject?, _ other: CrossedObject?, _ book: Book) {
    guard let one, let other else { return }
    book.expect(one !== other, .fresh, "a composition gave an object twice where each caller has its own")
  }

  private func expectAll(_ all: [CrossedObject]?, _ expected: [CrossedObject?], _ book: Book) {
    guard let all else { return }
    book.expect(all.count == expected.count, .answered, "a collection of a composition has \(all.count) objects, not \(expected.count)")
    for (one, other) in zip(all, expected) { expectOne(one, other, book) }
  }
}
