import Holdfast

/// A provider of what it needs.
struct ProviderThing: Part {
  let name = "provider"
  let summary = "keeps a provider of what it needs"
  func install<P: Place>(_ stage: Stage<P>) {
    stage.consume(stage.lifetime) { next, r, scene in (nil, scene.keep([next.access.provider(.run(r))])) }
  }
}

/// A lazy reference to what it needs.
struct LazyThing: Part {
  let name = "lazy"
  let summary = "keeps a lazy reference to what it needs"
  func install<P: Place>(_ stage: Stage<P>) {
    stage.consume(stage.lifetime) { next, r, scene in (nil, scene.keep([next.access.lazy(.run(r))])) }
  }
}

/// A provider and a lazy reference, resolved by their own types.
struct ReferencesThing: Part {
  let name = "references"
  let summary = "resolves a provider of what it needs, and a lazy reference to it, by their types"
  func install<P: Place>(_ stage: Stage<P>) {
    stage.consume(stage.lifetime) { next, r, scene in (nil, scene.keep(try next.access.references(.run(r)))) }
  }
}

/// A factory of what needs an argument.
struct FactoryThing: Part {
  let name = "factory"
  let summary = "keeps a factory function of what is made from an argument"
  func install<P: Place>(_ stage: Stage<P>) {
    let mate = stage.beside(Beside<P>.self, needs: stage.next?.isAsynchronous == true ? nil : stage.next)
    mate.batch.register(Item<Beside<P>>.self, scope: .transient, taking: Int.self) { r, _ in try mate.make(r, .transient) }
    let access = WithArgument<Beside<P>>(isOneForAll: false)
    stage.consume(stage.lifetime) { _, r, scene in (nil, scene.keep([access.provider(.run(r))])) }
  }
}

/// `@Injected` in what a factory makes.
struct WrapperThing: Part {
  let name = "wrapper"
  let summary = "has a property that @Injected fills"
  func install<P: Place>(_ stage: Stage<P>) {
    stage.consume(stage.lifetime, first: true) { next, _, _ in
      guard let way = next.access.injected() else { return (nil, []) }
      return (try? way.now?(), [way])
    }
  }
}

/// `@LazyInjected` in what a factory makes.
struct LazyWrapperThing: Part {
  let name = "lazy-wrapper"
  let summary = "has a property that @LazyInjected fills when it is read"
  func install<P: Place>(_ stage: Stage<P>) {
    stage.consume(stage.lifetime) { next, _, scene in (nil, scene.keep([next.access.lazyInjected()])) }
  }
}

/// A factory that captured its container.
struct CapturedThing: Part {
  let name = "captured"
  let summary = "a factory that asks the container it captured"
  func install<P: Place>(_ stage: Stage<P>) {
    stage.consume(stage.lifetime) { next, _, scene in (try next.access.now(.container(scene.container)), []) }
  }
}
