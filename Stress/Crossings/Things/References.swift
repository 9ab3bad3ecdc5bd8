import Holdfast

/// A provider of what it needs.
struct ProviderThing: Part {
  let name = "provider"
  let summary = "keeps a provider of what it needs"
  func install<P: Role>(_ stage: Stage<P>) {
    stage.consume(stage.lifetime) { next, r, scene in (nil, scene.keep([next.access.provider(.run(r))])) }
  }
}

/// A lazy reference to what it needs.
struct LazyThing: Part {
  let name = "lazy"
  let summary = "keeps a lazy reference to what it needs"
  func install<P: Role>(_ stage: Stage<P>) {
    stage.consume(stage.lifetime) { next, r, scene in (nil, scene.keep([next.access.lazy(.run(r))])) }
  }
}

/// A provider and a lazy reference, resolved by their own types.
struct ReferencesThing: Part {
  let name = "references"
  let summary = "resolves a provider of what it needs, and a lazy reference to it, by their types"
  func install<P: Role>(_ stage: Stage<P>) {
    stage.consume(stage.lifetime) { next, r, scene in (nil, scene.keep(try next.access.references(.run(r)))) }
  }
}

/// A factory of what needs an argument.
struct FactoryThing: Part {
  let name = "factory"
  let summary = "keeps a factory function of what is made from an argument"
  func install<P: Role>(_ stage: Stage<P>) {
    let mate = stage.beside(Beside<P>.self, needs: stage.next?.isAsynchronous == true ? nil : stage.next)
    mate.batch.register(Item<Beside<P>>.self, scope: .transient, .factory(taking: Argument.self) { r, _ in try mate.make(r, .transient) })
    let access = WithArgument<Beside<P>>(isOneForAll: false)
    stage.consume(stage.lifetime) { _, r, scene in
      scene.book.asks(P.role, for: Beside<P>.role)
      return (nil, scene.keep([access.provider(.run(r))]))
    }
  }
}

/// `@Injected` in what a factory makes.
struct WrapperThing: Part {
  let name = "wrapper"
  let summary = "has a property that @Injected fills"
  func install<P: Role>(_ stage: Stage<P>) {
    stage.consume(stage.lifetime, first: true) { next, _, _ in
      guard let reference = next.access.injected() else { return (nil, []) }
      return (try? reference.now?(), [reference])
    }
  }
}

/// `@LazyInjected` in what a factory makes.
struct LazyWrapperThing: Part {
  let name = "lazy-wrapper"
  let summary = "has a property that @LazyInjected fills when it is read"
  func install<P: Role>(_ stage: Stage<P>) {
    stage.consume(stage.lifetime) { next, _, scene in (nil, scene.keep([next.access.lazyInjected()])) }
  }
}

/// A factory that captured its container.
struct CapturedThing: Part {
  let name = "captured"
  let summary = "a factory that asks the container it captured"
  func install<P: Role>(_ stage: Stage<P>) {
    var stage = stage
    stage.sharesGraph = false
    stage.consume(stage.lifetime) { next, _, scene in (try next.access.now(.container(scene.container)), []) }
  }
}

/// A factory that asks its container by a key whose type it is not told.
struct RunTimeKeyThing: Part {
  let name = "run-time-key"
  let summary = "asks for what it needs by a key that is known only at run time, and callers ask so too"

  func install<P: Role>(_ stage: Stage<P>) {
    var stage = stage
    stage.asker = { [scene = stage.scene] _ in try .runTimeKey(scene.container) }
    stage.consume(stage.lifetime)
  }

  func now(_ asker: Asker, _ question: Question) throws {
    if let asker = byKey(asker, question) { _ = try question.need.access.now(asker) }
    try question.now(asker)
  }

  nonisolated(nonsending) func later(_ asker: Asker, _ question: Question) async throws {
    if let asker = byKey(asker, question) { _ = try await question.need.access.later(asker) }
    try await question.later(asker)
  }

  private func byKey(_ asker: Asker, _ question: Question) -> Asker? {
    guard case .container(let container) = asker, !question.need.needsScope else { return nil }
    return .runTimeKey(container)
  }
}
