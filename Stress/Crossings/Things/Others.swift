import Holdfast
import HoldfastDefinitions
import HoldfastDiagnostics
import HoldfastStress

/// Everything of a type.
struct AllThing: Part {
  let name = "all"
  let summary = "every registration of a type, got at once"

  func now(_ asker: Asker, _ question: Question) throws {
    if question.isPossible(asker) { try check(question.need.access.all(asker), question) }
    try question.now(asker)
  }

  nonisolated(nonsending) func later(_ asker: Asker, _ question: Question) async throws {
    if question.isPossible(asker) { check(try await question.need.access.allLater(asker), question) }
    try await question.later(asker)
  }

  private func check(_ all: [Tracked], _ question: Question) {
    if !question.scene.program.rebuilds, question.need.lifetime.isShared {
      question.scene.book.expect(Set(all.map(\.number)).count <= 1, .once, "a collection has one \(question.need.lifetime) more than once")
    }
  }
}

/// An assembly of definitions, one of which forgets its argument.
struct DefinitionsThing: Part {
  let name = "definitions"
  let summary = "an assembly of definitions with arguments, one of which forgets its own"

  private struct Pages: DefinitionAssembly {
    let definitions: Definitions

    final class Page: Sendable {
      let user: Int
      init(_ user: Int) { self.user = user }
    }

    func page(of user: Int) throws -> Page { try define(with: user, scope: .singleton) { Page(user) } }
    func careless(of user: Int) throws -> Page { try define(scope: .singleton) { Page(user) } }
  }

  private func check(_ scene: Scene) throws {
    let pages = try scene.container.assembly(Pages.self)
    let book = scene.book
    for user in 1...2 {
      if let page = try? pages.page(of: user) {
        book.expect(page.user == user, .isolated, "user \(user) got the page of user \(page.user)")
      }
      if let page = try? pages.careless(of: user) {
        book.expect(page.user == user, .isolated, "without a word user \(user) got the page of user \(page.user)")
      }
    }
  }

  func now(_ asker: Asker, _ question: Question) throws {
    try check(question.scene)
    try question.now(asker)
  }

  nonisolated(nonsending) func later(_ asker: Asker, _ question: Question) async throws {
    try check(question.scene)
    try await question.later(asker)
  }
}

/// A circle through a child task that asks a captured container: it must end, or be reported.
struct HiddenCircle: Part {
  let name = "hidden-circle"
  let summary = "two factories that need each other, one through async let over its captured container"

  /// In a container of its own: nothing but cancelling it ends the circle.
  private func container() throws -> Container {
    let container = Container()
    return try container.registerAll { batch in
      batch.register(
        String.self, named: "hidden",
        .async { [weak container] _ in
          guard let container else { throw Released() }
          async let other = container.resolve(String.self, named: "needs hidden")
          return try await other
        })
      batch.register(String.self, named: "needs hidden", .async { r in try await r.resolve(String.self, named: "hidden") })
    }
  }

  nonisolated(nonsending) func later(_ asker: Asker, _ question: Question) async throws {
    let scene = question.scene
    if scene.mode == .ordered, !scene.edit({ $0.isQuiet }), Scene.layer == nil { try await probe(scene) }
    try await question.later(asker)
  }

  /// Asks, and gives up when a report came; the caller is answered in either case.
  nonisolated(nonsending) private func probe(_ scene: Scene) async throws {
    let container = try container()
    let before = LongWaitBook.shared.count
    let isOver = Flag()
    let task = Task {
      _ = try? await container.resolve(String.self, named: "hidden")
      isOver.set()
    }
    for _ in 0..<600 where !isOver.isSet && LongWaitBook.shared.count == before { await scene.wait() }
    scene.book.expect(
      isOver.isSet || LongWaitBook.shared.count > before, .answered, "a circle through a child task neither ended nor was reported")
    task.cancel()
    await task.value
    _ = try? await container.shutdown(builds: .cancel, deadline: .seconds(1))
  }
}

/// Events and long waits are watched.
struct WatchedThing: Part {
  let name = "watched"
  let summary = "the container's events are listened to, and its long waits watched with the longest threshold"

  func prepare(_ scene: Scene) throws {
    let events = try scene.container.events()
    let task = Task.detached { for await _ in events {} }
    scene.edit { $0.streams.append(task) }
    if scene.mode != .orders { LongWaitBook.shared.watch(after: .seconds(Int64.max)) }
  }
}
