import Holdfast

/// A decorator that suspends, of what an asynchronous factory makes.
struct AsynchronousDecoratorThing: Part {
  let name = "async-decorator"
  let summary = "what an asynchronous factory makes, with a decorator that suspends and runs once for each object"
  var ownLifetime: Lifespan? { .singleton }
  func isAsynchronous(next: Need?) -> Bool { true }

  func install<P: Role>(_ stage: Stage<P>) {
    stage.registerLater(.singleton) { r in try await stage.makeLater(r, .singleton) }
    // A decorator is added to those that are there: the one of a thing that is registered again stays.
    if stage.generation > 0 { return }
    stage.batch.decorate(
      Item<P>.self,
      async: { item, _ in
        let run = stage.scene.book.begins("decorator", P.role)
        defer { stage.scene.book.ends(run) }
        try await stage.scene.passLater(.decorator, P.role)
        stage.noteExtension(of: item, "decorated")
        return item
      })
  }
}

/// An injector that suspends, of what an asynchronous factory makes.
struct AsynchronousInjectorThing: Part {
  let name = "async-injector"
  let summary = "what an asynchronous factory makes, with an injector that suspends and runs once for each object"
  var ownLifetime: Lifespan? { .singleton }
  func isAsynchronous(next: Need?) -> Bool { true }

  func install<P: Role>(_ stage: Stage<P>) {
    stage.registerLater(.singleton) { r in try await stage.makeLater(r, .singleton) }
    stage.batch.registerInjector(
      Item<P>.self,
      async: { item, _ in
        let run = stage.scene.book.begins("injector", P.role)
        defer { stage.scene.book.ends(run) }
        try await stage.scene.passLater(.injector, P.role)
        stage.noteExtension(of: item, "injected")
      })
  }
}
