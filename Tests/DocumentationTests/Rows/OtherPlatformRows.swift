import Holdfast
import HoldfastDiagnostics
import Testing

/// The rows for those who come from .NET, Dagger, Hilt or Koin, as far as the article's own examples do not run them.
@Suite("What the rows for .NET, Dagger, Hilt and Koin say")
struct OtherPlatformRows {
  let container = Container()

  struct Kennel {
    let cat: Cat
    let dog: Dog?
    let later: Lazy<Cat>
    let another: Provider<Cat>
    let named: [Name: any Animal]
  }

  @Test("parameters of a wired initializer: optional, lazy, provider, and a collection by name")
  func parameters() throws {
    try container
      .register(Cat.self) { _ in Cat() }
      .register((any Animal).self, named: "tom") { _ in Cat(name: "Tom") }
      .register(Kennel.self, scope: .transient, .wired(Kennel.init))
    let kennel = try container.resolve(Kennel.self)
    #expect(kennel.dog == nil)
    #expect(try kennel.later.value() === kennel.cat)
    #expect(try kennel.another() === kennel.cat)
    #expect(kennel.named["tom"]?.name == "Tom")
  }

  @Test("an open generic is a generic function that registers")
  func openGenerics() throws {
    struct Repository<Element>: Sendable {
      let name: String
    }
    func registerRepository<Element>(of type: Element.Type, in batch: Batch) {
      batch.register(Repository<Element>.self) { _ in Repository(name: "\(type)") }
    }
    let container = try Container { batch in
      registerRepository(of: Cat.self, in: batch)
      registerRepository(of: Dog.self, in: batch)
    }
    #expect(try container.resolve(Repository<Dog>.self).name == "Dog")
  }

  @Test("a message finds the handler for its type, also where that is known at run time only")
  func handlers() throws {
    struct Created: Sendable {}
    struct Deleted: Sendable {}
    try container
      .register((any MessageHandler<Created>).self) { _ in NamedHandler(name: "created") }
      .register((any MessageHandler<Deleted>).self) { _ in NamedHandler(name: "deleted") }
    func send<M: Sendable>(_ message: M) throws -> String { try container.resolve((any MessageHandler<M>).self).handle(message) }
    let messages: [any Sendable] = [Deleted(), Created()]
    #expect(try messages.map { try send($0) } == ["deleted", "created"])
  }

  @Test("TryAdd, Replace, and duplicates that are rejected")
  func duplicates() throws {
    try container.register(Cat.self) { _ in Cat() }
    #expect(try !container.registerIfAbsent { $0.register(Cat.self) { _ in Cat(name: "Tom") } })
    #expect(try container.resolve(Cat.self).name == "Mimi")
    try container.register(Cat.self) { _ in Cat(name: "Tom") }
    #expect(try container.resolve(Cat.self).name == "Tom")

    let strict = try Container(duplicates: .reject).register(Cat.self) { _ in Cat() }
    let error = #expect(throws: ResolutionError.self) { try strict.register(Cat.self) { _ in Cat() } }
    #expect(error?.code == .duplicate)
  }

  @Test("a decorator")
  func decorators() throws {
    try container
      .register((any Animal).self) { _ in Cat() }
      .decorate((any Animal).self) { animal, _ in Cat(name: animal.name.uppercased()) }
    #expect(try container.resolve((any Animal).self).name == "MIMI")
  }

  @Test("disposers at the end of a scope and at the shutdown, and none for a transient")
  func disposers() async throws {
    let (scoped, shared) = (Calls(), Calls())
    try container
      .register(Cat.self, scope: .scoped(dispose: { _ in scoped.add() }), factory: { _ in Cat() })
      .register(Dog.self, scope: .singleton(dispose: { _ in shared.add() }), factory: { _ in Dog() })
    let scope = try container.openScope()
    _ = try await scope.resolve(Cat.self)
    _ = try await scope.resolve(Dog.self)
    await scope.end()
    #expect(scoped.count == 1)
    #expect(shared.count == 0)
    try await container.shutdown()
    #expect(shared.count == 1)
  }

  @Test("what is created at the start")
  func warmUp() async throws {
    let calls = Calls()
    try container.register(
      Cat.self, scope: .eagerSingleton,
      .async { _ in
        calls.add()
        return Cat()
      })
    try await container.warmUp(.eager)
    #expect(calls.count == 1)
    #expect(try container.resolveNow(Cat.self).name == "Mimi")
  }

  @Test("a missing binding and a circle are found before anything is built")
  func validation() throws {
    struct Chicken: Sendable {
      let egg: Egg
    }
    final class Egg: Sendable {
      let cat: Cat
      let chicken: Chicken
      init(cat: Cat, chicken: Chicken) { (self.cat, self.chicken) = (cat, chicken) }
    }
    try container.register(Chicken.self, .wired(Chicken.init)).register(Egg.self, .wired(Egg.init))
    #expect(Set(container.problems().map(\.kind)) == [.missing, .cycle])
  }

  @MainActor final class Model {}

  @Test("a view model")
  @MainActor
  func viewModels() throws {
    try container.register(Model.self, scope: .transient, .mainActorWired(Model.init))
    #expect(try container.resolve(Model.self) !== container.resolve(Model.self))
  }

  @Test("unloading")
  func unload() throws {
    try container.register(Cat.self) { _ in Cat() }
    try container.unregister(Cat.self)
    #expect(!container.contains(Cat.self))
  }
}

private protocol MessageHandler<Message>: Sendable {
  associatedtype Message: Sendable

  func handle(_ message: Message) -> String
}

private struct NamedHandler<Message: Sendable>: MessageHandler {
  let name: String

  func handle(_ message: Message) -> String { name }
}
