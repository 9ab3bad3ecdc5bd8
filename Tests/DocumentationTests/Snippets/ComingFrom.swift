import Holdfast
import HoldfastCompatibility
import Testing

/// The examples of the article "Coming from another container", as they stand there.
@Suite("Coming from another container")
enum ComingFrom {}

// MARK: One service at a time

extension ComingFrom {
  @Suite
  struct Moving {
    protocol API: Sendable {}
    struct LegacyAPI: API {}

    /// The container of another library.
    struct LegacyContainer {
      static let shared = LegacyContainer()
      func api() -> any API { LegacyAPI() }
    }

    func registerWhatIsNotMoved(in batch: Batch) {
      batch.register((any API).self, scope: .transient) { _ in
        LegacyContainer.shared.api()
      }
    }

    @Test
    func example() throws {
      let container = try Container { registerWhatIsNotMoved(in: $0) }
      #expect(try container.resolve((any API).self) is LegacyAPI)
    }
  }
}

// MARK: What compiles and does something else

extension ComingFrom {
  @Suite
  struct SilentChanges {
    protocol Mailer: Sendable {}

    struct LiveMailer: Mailer {}

    struct MailerMock: Mailer {}

    struct Outbox: Sendable {
      let mailer: any Mailer
    }

    final class Letter: Sendable {
      let text: String
      init(text: String) { self.text = text }
    }

    func showWhatChanges() throws {
      let app = try Container()
        .register((any Mailer).self) { _ in LiveMailer() }  // no scope: one per container
        .register(Outbox.self) { r in Outbox(mailer: try r.resolve()) }
        .register(
          Letter.self,
          .factory(taking: String.self) { _, text in Letter(text: text) })

      let child = try Container(parent: app)
        .register((any Mailer).self) { _ in MailerMock() }
      let outbox = try child.resolve(Outbox.self)  // the app's, which has the live mailer
      precondition(outbox.mailer is LiveMailer)

      let test = try Container(overriding: app) {
        $0.register((any Mailer).self) { _ in MailerMock() }
      }
      let tested = try test.resolve(Outbox.self)  // built for the test, with the mock
      precondition(tested.mailer is MailerMock)

      let hello = try app.resolve(Letter.self, with: "hello")
      // The same letter: add scope: .transient for a new one.
      let again = try app.resolve(Letter.self, with: "hello")
      precondition(hello === again)
    }

    @Test
    func example() throws {
      try showWhatChanges()
    }
  }
}

// MARK: Swinject

extension ComingFrom {
  @Suite
  struct Swinject {
    protocol Animal: Sendable {
      var name: String { get }
    }

    struct Cat: Animal {
      let name: String
    }

    final class Owner {
      let pet: any Animal
      var house: House?
      init(pet: any Animal) { self.pet = pet }
    }

    final class House {
      weak var owner: Owner?
    }

    struct Animals: Assembly {
      func register(in batch: Batch) {
        batch.register((any Animal).self) { _ in Cat(name: "Mimi") }
        batch.register(
          (any Animal).self, scope: .transient,
          .factory(taking: String.self) { _, name in Cat(name: name) })
      }
    }

    struct People: Assembly {
      func register(in batch: Batch) {
        batch.register(Owner.self, scope: .graph) { r in Owner(pet: try r.resolve()) }
        batch.register(House.self, scope: .graph) { _ in House() }
        // A circle, closed by injectors:
        batch.registerInjector(Owner.self) { owner, r in owner.house = try r.resolve() }
        batch.registerInjector(House.self) { house, r in house.owner = try r.resolve() }
      }
    }

    @Test
    func example() throws {
      let container = try Container(Animals(), People())
      let owner = try container.resolve(Owner.self)
      let tiger = try container.resolve((any Animal).self, with: "Tiger")

      #expect(owner.house?.owner === owner)
      #expect(owner.pet.name == "Mimi")
      #expect(tiger.name == "Tiger")
    }
  }
}

// MARK: Factory

extension ComingFrom {
  @Suite
  struct FactoryContainers {
    protocol Store: Sendable {
      func load(_ id: Int) -> String
    }

    struct DiskStore: Store {
      func load(_ id: Int) -> String { "disk \(id)" }
    }

    struct MockStore: Store {
      func load(_ id: Int) -> String { "mock \(id)" }
    }

    struct Item: Sendable {
      let text: String
    }

    struct Screen {
      @Injected var store: any Store
    }

    @Test
    func example() throws {
      let container = try Container { c in
        c.register((any Store).self) { _ in DiskStore() }
        c.register(
          Item.self, scope: .transient,
          .factory(taking: Int.self) { r, id in
            Item(text: try r.resolve((any Store).self).load(id))
          })
      }
      let item = try container.resolve(Item.self, with: 7)
      let screen = container.withCurrent { Screen() }
      let mocked = try container.withOverrides({
        $0.register((any Store).self, instance: MockStore())
      }) {
        try container.resolve(Item.self, with: 7)
      }

      #expect(item.text == "disk 7")
      #expect(screen.store.load(1) == "disk 1")
      #expect(mocked.text == "mock 7")
    }
  }
}

// MARK: Resolver

extension ComingFrom {
  @Suite
  struct Resolver {
    protocol Servicing: Sendable {
      var source: String { get }
    }

    struct RemoteService: Servicing { var source: String { "remote" } }

    struct SampleService: Servicing { var source: String { "sample" } }

    struct Settings: Sendable {
      let mode: String
    }

    struct Session: Resolving {
      @Injected(named: "appKey") var key: String

      func service(named name: Name) throws -> any Servicing {
        try resolver.resolve(named: name)
      }
    }

    @Test
    func example() throws {
      let container = Container()

      try container
        .register(String.self, named: "appKey", instance: "12345")
        .register(Settings.self, instance: Settings(mode: "sample"))
        .register(named: .remote) { _ in RemoteService() as any Servicing }
        .register(named: .sample) { _ in SampleService() as any Servicing }
        .forward(
          (any Servicing).self, toName: { r in Name(try r.resolve(Settings.self).mode) })

      let service: any Servicing = try container.resolve()  // the sample, as settings say
      let session = container.withCurrent { Session() }

      #expect(service.source == "sample")
      #expect(session.key == "12345")
      #expect(try container.withCurrent { try session.service(named: .remote).source } == "remote")
    }
  }
}

extension Name {
  static let remote: Name = "remote"
  static let sample: Name = "sample"
}
