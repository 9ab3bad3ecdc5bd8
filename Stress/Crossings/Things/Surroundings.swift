import Holdfast
import HoldfastCompatibility
import HoldfastStress
import StressKit

/// A child container, made for a question and gone after it.
struct ChildThing: Part {
  let name = "child"
  let summary = "asked in a child container with a registration of its own"
  var isPlural: Bool { true }
  var ownLifetime: Lifespan? { .singleton }

  /// In the parent too, so that it can be asked directly.
  func install<P: Role>(_ stage: Stage<P>) { stage.consume(.singleton) }

  private func child(_ scene: Scene, _ asker: Asker) throws -> Container? {
    guard case .container(let parent) = asker else { return nil }
    let index = scene.program.chain.firstIndex { $0 is ChildThing } ?? 0
    return try Container(parent: parent) { batch in
      Recorder.hand(to: batch) { scene.install(index, in: $0, generation: 0) }
      batch.register(Leash.self) { _ in Leash() }
    }
  }

  func now(_ asker: Asker, _ question: Question) throws {
    guard let child = try child(question.scene, asker) else { return try question.now(asker) }
    let kept = question.scene.edit { $0.others.count }
    let leash: WeakLeash
    do {
      try question.now(.container(child))
      leash = try WeakLeash(child.resolve())
    } catch {
      question.scene.disown(child, true)
      throw error
    }
    guard isDropped(question.scene, kept) else { return question.scene.disown(child, false) }
    question.scene.disown(child, true)
    leash.check(question.scene, consume child)
  }

  nonisolated(nonsending) func later(_ asker: Asker, _ question: Question) async throws {
    guard let child = try child(question.scene, asker) else { return try await question.later(asker) }
    let kept = question.scene.edit { $0.others.count }
    let leash: WeakLeash
    do {
      try await question.later(.container(child))
      leash = try WeakLeash(await child.resolve())
    } catch {
      question.scene.disown(child, true)
      throw error
    }
    guard isDropped(question.scene, kept) else { return question.scene.disown(child, false) }
    question.scene.disown(child, true)
    leash.check(question.scene, consume child)
  }

  /// Whether the child is dropped now: one that a child of its own keeps is not.
  private func isDropped(_ scene: Scene, _ kept: Int) -> Bool { scene.chance(2) && scene.edit { $0.others.count } == kept }

  func prepare(_ scene: Scene) throws { scene.edit { _ = $0.foreign.insert(scene.place(of: self)) } }
}

/// A singleton of a child container, which must go when its container goes.
private final class Leash: Sendable {}

private struct WeakLeash {
  weak var leash: Leash?

  init(_ leash: Leash) { self.leash = leash }

  func check(_ scene: Scene, _ child: consuming Container) {
    _ = consume child
    for _ in 0..<20_000 where leash != nil { MonotonicClock.pauseThread(microseconds: 500) }
    scene.book.expect(leash == nil, .alive, "a child container was dropped, and its singleton lives on")
  }
}

/// A chain of a container that knows nothing and the one that does.
struct ChainThing: Part {
  let name = "chain"
  let summary = "asked through a chain of two containers"
  func now(_ asker: Asker, _ question: Question) throws {
    switch asker {
    case .container(let container) where question.scene.needs[0].needsScope:
      try container.withScope { try question.now(.other(ResolverChain([Container(), $0]))) }
    case .container(let container): try question.now(.other(ResolverChain([Container(), container])))
    case .scope(let scope): try question.now(.other(ResolverChain([Container(), scope])))
    default: try question.now(asker)
    }
  }

  nonisolated(nonsending) func later(_ asker: Asker, _ question: Question) async throws {
    switch asker {
    case .container(let container) where question.scene.needs[0].needsScope:
      try await container.withScope { scope in try await question.later(.other(ResolverChain([Container(), scope]))) }
    case .container(let container): try await question.later(.other(ResolverChain([Container(), container])))
    case .scope(let scope): try await question.later(.other(ResolverChain([Container(), scope])))
    default: try await question.later(asker)
    }
  }
}

/// An override layer around every question; it overrides what stands at the end of the chain.
struct LayerThing: Part {
  let name = "layer"
  let summary = "asked inside an override layer"
  var isPlural: Bool { true }

  func now(_ asker: Asker, _ question: Question) throws {
    let keys = try question.scene.container.keys()
    let number = question.scene.nextLayer()
    try question.scene.container.withOverrides { batch in
      Recorder.hand(to: batch) { question.scene.install(question.scene.last, in: $0, generation: 0, layer: number) }
    } operation: {
      try Scene.$layer.withValue(number) {
        question.scene.keepReferences(of: asker)
        try question.now(asker)
      }
    }
    question.scene.ended(layer: number)
    try after(question.scene, keys, number)
  }

  nonisolated(nonsending) func later(_ asker: Asker, _ question: Question) async throws {
    let keys = try question.scene.container.keys()
    let number = question.scene.nextLayer()
    try await question.scene.container.withOverrides { batch in
      Recorder.hand(to: batch) { question.scene.install(question.scene.last, in: $0, generation: 0, layer: number) }
    } operation: {
      try await Scene.$layer.withValue(number) {
        question.scene.keepReferences(of: asker)
        try await question.later(asker)
      }
    }
    question.scene.ended(layer: number)
    try after(question.scene, keys, number)
  }

  /// A layer leaves nothing behind, and what was made in it gives nothing of the container away.
  private func after(_ scene: Scene, _ keys: [AnyKey], _ number: Int) throws {
    let left = Set(try scene.container.keys()).subtracting(keys)
    // At the same time an event may register something in the container itself.
    let isSure = scene.mode == .ordered || scene.program.events.isEmpty
    scene.book.expect(left.isEmpty || !isSure, .isolated, "a layer left \(left.map(\.description).sorted()) registered in its container")
    for reference in scene.kept(inLayer: number) {
      guard let value = try? reference.now?() else { continue }
      let real = value.reached.filter { $0.role == Leaf.role && !$0.isOverride }
      scene.book.expect(real.isEmpty, .isolated, "a \(reference.name) of a layer that is over gave the container's own \(value.title)")
    }
  }

  /// A layer keeps nothing for scopes that are over, of a child's neither: so many of them leave the heap as it was.
  func inspect(_ scene: Scene) throws {
    // Other threads use the heap too.
    guard scene.mode == .ordered, !scene.edit({ $0.isClosing || $0.isReleased }) else { return }
    let container = try scene.container
    let child = Container(parent: container)
    var before: Int?
    try container.withOverrides({ $0.register(Leash.self, scope: .scoped) { _ in Leash() } }) {
      for number in 0..<600 {
        if number == 100 { before = HeapSize.now }
        try child.withScope { _ = try $0.resolve(Leash.self) }
      }
      // Events that were not read yet lie in their streams for a moment.
      var kept = 0
      for _ in 0..<1_000 {
        guard let before, let after = HeapSize.now else { return }
        kept = after - before
        if kept < 200_000 { return }
        MonotonicClock.pauseThread(microseconds: 5_000)
      }
      scene.book.report(.alive, "a layer keeps \(kept) bytes for 500 scopes that are over")
    }
  }
}

/// A scope inside a scope.
struct NestedScopeThing: Part {
  let name = "nested-scope"
  let summary = "asked in a scope inside a scope"
  var opensScope: Bool { true }

  func now(_ asker: Asker, _ question: Question) throws {
    switch asker {
    case .container(let container): try container.withScope { try $0.withScope { try question.now(.scope($0)) } }
    case .scope(let scope): try scope.withScope { try question.now(.scope($0)) }
    default: try question.now(asker)
    }
  }

  nonisolated(nonsending) func later(_ asker: Asker, _ question: Question) async throws {
    switch asker {
    case .container(let container):
      try await container.withScope { outer in try await outer.withScope { inner in try await question.later(.scope(inner)) } }
    case .scope(let scope): try await scope.withScope { inner in try await question.later(.scope(inner)) }
    default: try await question.later(asker)
    }
  }
}

/// Warming up before a question.
struct WarmUpThing: Part {
  let name = "warm-up"
  let summary = "the container warms up before it is asked"

  nonisolated(nonsending) func later(_ asker: Asker, _ question: Question) async throws {
    _ = try await question.scene.container.warmUp()
    try await question.later(asker)
  }
}
