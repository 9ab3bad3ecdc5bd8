import Holdfast
import HoldfastDiagnostics

/// What needs itself by `@Injected`, and what needs the leaf by nothing else.
struct WrapperCircleThing: Part {
  let name = "wrapper-circle"
  let summary = "two factories that need each other, and one that needs the leaf; all use @Injected only"

  func addition(to batch: Recorder) {
    for (name, other) in [("ring", "ring's other half"), ("ring's other half", "ring")] as [(Name, Name)] {
      // Not shared, so that no warm-up meets it.
      batch.register(String.self, named: name, scope: .transient) { _ in (try? Injected<String>(named: other).get()) ?? "without the other"
      }
    }
    batch.register(Reader.self) { _ in Reader(hasLeaf: (try? Injected<Item<Leaf>>().get()) != nil) }
  }

  private struct Reader: Sendable {
    let hasLeaf: Bool
  }

  func now(_ asker: Asker, _ question: Question) throws {
    if case .container(let container) = asker { askForRing(container, question.scene) }
    try question.now(asker)
  }

  nonisolated(nonsending) func later(_ asker: Asker, _ question: Question) async throws {
    if case .container(let container) = asker { askForRing(container, question.scene) }
    try await question.later(asker)
  }

  private func askForRing(_ container: Container, _ scene: Scene) {
    do {
      let ring = try container.resolveNow(String.self, named: "ring")
      scene.book.report(.whole, "a circle of wrappers was handed out: \(ring)")
    } catch {
      let isCycle = error.code == .cycle || (error.underlying as? ResolutionError)?.code == .cycle
      let isRefused = [.shutDown, .notRegistered].contains(error.code)
      scene.book.expect(isCycle || isRefused, .errors, "a circle of wrappers got \(scene.text(error))")
    }
  }

  /// What was got by a wrapper is a need, and so an edge of the graph; a sealed hit looks at nothing, and needs of what went are forgotten.
  func inspect(_ scene: Scene) throws {
    guard let container = try? scene.container, !scene.edit({ $0.isSealed }), !scene.program.rebuilds else { return }
    guard (try? container.resolveNow(Reader.self))?.hasLeaf == true else { return }
    let isEdge = container.graph().edges.contains { $0.from == AnyKey(Reader.self) && $0.to == AnyKey(Item<Leaf>.self) }
    scene.book.expect(isEdge, .whole, "what a factory got by @Injected is no need of it")
  }
}
