import Holdfast

/// Two objects that refer to each other through injectors.
struct InjectorCircle: Part {
  let name = "circle"
  let summary = "two objects in a circle that injectors close"
  /// A circle of transients has no end.
  func has(_ lifetime: Lifespan) -> Bool { !lifetime.isTransient }
  func isAsynchronous(next: Need?) -> Bool { false }
  func codes(next: Need?) -> Set<ResolutionError.Code> {
    next?.isAsynchronous == true ? [.asyncOnly, .mainActorOnly] : []
  }

  func install<P: Role>(_ stage: Stage<P>) {
    let lifetime = stage.lifetime
    stage.register(lifetime) { r in try stage.make(r, lifetime) }
    let mate = stage.beside(Beside<P>.self, needs: nil)
    mate.register(lifetime) { r in try mate.make(r, lifetime) }
    stage.batch.registerInjector(Item<P>.self) { item, r in
      let run = stage.scene.book.begins("injector", P.role)
      defer { stage.scene.book.ends(run) }
      try stage.scene.pass(.injector, P.role)
      stage.scene.book.asks(P.role, for: Beside<P>.role)
      let mate = try r.resolve(Item<Beside<P>>.self)
      stage.scene.book.mated(item.number, with: mate.number)
      stage.scene.book.injected(mate.number, into: item.number)
      let again = item.edit { contents in
        defer { contents.mate = mate }
        return contents.mate != nil
      }
      stage.scene.book.expect(!again, .once, "\(item.title) was injected twice")
    }
    stage.batch.registerInjector(Item<Beside<P>>.self) { mate, r in
      try stage.scene.pass(.injector, Beside<P>.role)
      stage.scene.book.asks(Beside<P>.role, for: P.role)
      let item = try r.resolve(Item<P>.self)
      stage.scene.book.expect(item.number != mate.number, .once, "the circle is closed with itself")
    }
  }
}

/// A decorator of a type.
struct DecoratorThing: Part {
  let name = "decorator"
  let summary = "a type with a decorator, which runs once for each object"

  func install<P: Role>(_ stage: Stage<P>) {
    stage.consume(stage.lifetime)
    // A decorator is added to those that are there: the one of a thing that is registered again stays.
    if stage.generation > 0 { return }
    stage.batch.decorate(Item<P>.self) { item, _ in
      let run = stage.scene.book.begins("decorator", P.role, counts: !stage.lifetime.isTransient)
      defer { stage.scene.book.ends(run) }
      try stage.scene.pass(.decorator, P.role)
      stage.noteExtension(of: item, "decorated")
      return item
    }
  }
}

/// A second key for what it needs.
struct ForwardThing: Part {
  let name = "forward"
  let summary = "gets what it needs under a second key, which forwards to the first"

  func install<P: Role>(_ stage: Stage<P>) {
    guard let next = stage.next, let alias = next.access.alias(in: stage.batch) else { return stage.consume(stage.lifetime) }
    stage.consume(stage.lifetime) { _, r, _ in (try alias.now(.run(r)), []) }
  }
}
