import Holdfast
import Testing

/// The examples of the article "Coming from another container", as they stand there.
@Suite("Coming from another container")
enum ComingFrom {}

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
        batch.register((any Animal).self, scope: .transient, taking: String.self) { _, name in Cat(name: name) }
      }
    }

    struct People: Assembly {
      func register(in batch: Batch) {
        batch.register(Owner.self, scope: .graph) { r in Owner(pet: try r.resolve()) }
        batch.register(House.self, scope: .graph) { _ in House() }
        batch.registerInjector(Owner.self) { owner, r in owner.house = try r.resolve() }
        batch.registerInjector(House.self) { house, r in house.owner = try r.resolve() }  // a circle, closed by injectors
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
        c.register(Item.self, scope: .transient, taking: Int.self) { r, id in
          Item(text: try r.resolve((any Store).self).load(id))
        }
      }
      let item = try container.resolve(Item.self, with: 7)
      let screen = container.withCurrent { Screen() }
      let mocked = try container.withOverrides({ $0.register((any Store).self, instance: MockStore()) }) {
        try container.resolve(Item.self, with: 7)
      }

      #expect(item.text == "disk 7")
      #expect(screen.store.load(1) == "disk 1")
      #expect(mocked.text == "mock 7")
    }
  }
}

// MARK: HIPInstanceLocator

extension ComingFrom {
  @Suite
  struct HIPInstanceLocator {
    final class Engine: Sendable {}

    final class Application: Sendable {}

    @MainActor final class Dashboard {
      var engine: Engine?
      var title: String?
    }

    @Test
    @MainActor
    func example() throws {
      let application = Application()

      let locator = try Container(duplicates: .reject) { c in
        c.register(Engine.self) { _ in Engine() }
        c.register(String.self, instance: "Dashboard")
        c.register(weak: application)
        c.registerInjector(
          Dashboard.self,
          mainActor: { dashboard, r in
            dashboard.engine = try r.resolve()
            dashboard.title = try r.resolve()
          })
      }
      let accepted = try locator.registerIfAbsent { $0.register(Engine.self) { _ in Engine() } }  // false: the first one stays

      let dashboard = Dashboard()
      try locator.inject(into: dashboard)

      #expect(!accepted)
      #expect(dashboard.title == "Dashboard")
      #expect(try dashboard.engine === locator.resolve(Engine.self))
      #expect(try locator.resolve(Application.self) === application)
    }
  }
}

// MARK: XServiceLocator

extension ComingFrom {
  @Suite
  struct XServiceLocator {
    protocol Shape: Sendable {
      var area: Double { get }
    }

    struct Rectangle: Shape {
      let width: Double
      let height: Double
      var area: Double { width * height }
    }

    final class Circle {
      let radius: Double
      init(radius: Double) { self.radius = radius }
    }

    @Test
    func example() throws {
      let dependency = try Container()
        .register(Double.self, instance: 100)
        .register((any Shape).self, instance: Rectangle(width: 10, height: 20))
      let container = try Container(parent: dependency)
        .register(Int.self, instance: 10)
        .register(Circle.self, scope: .transient) { r in Circle(radius: try r.resolve()) }

      let shape = try container.resolver.resolve((any Shape).self)
      let circle: Circle = try container.resolve()
      let number = try [dependency, container].resolve(Int.self)

      #expect(shape.area == 200)
      #expect(circle.radius == 100)
      #expect(try container.resolve(Circle.self) !== circle)
      #expect(number == 10)
    }
  }
}

// MARK: Typhoon

extension ComingFrom {
  @Suite
  struct Typhoon {
    struct User: Hashable, Sendable {
      let name: String
    }

    final class PhotoService: Sendable {}

    final class UserDetails {
      let photos: PhotoService
      let user: User

      init(photos: PhotoService, user: User) {
        self.photos = photos
        self.user = user
      }
    }

    final class FriendList {
      var assembly: AppAssembly?
      func select(_ user: User) throws -> UserDetails? { try assembly?.userDetails(for: user) }
    }

    struct AppAssembly: DefinitionAssembly {
      let definitions: Definitions

      var photos: PhotoService { get throws { try define(scope: .singleton) { PhotoService() } } }

      var friendList: FriendList {
        get throws {
          try define {
            FriendList()
          } configure: {
            $0.assembly = self
          }
        }
      }

      func userDetails(for user: User) throws -> UserDetails {
        try define(with: user, scope: .transient) { UserDetails(photos: try photos, user: user) }
      }
    }

    final class Browser {
      let makeDetails: Factory<UserDetails, User>
      init(makeDetails: Factory<UserDetails, User>) { self.makeDetails = makeDetails }
    }

    @Test
    func assembly() throws {
      let container = Container()

      let list = try container.assembly(AppAssembly.self).friendList
      let details = try list.select(User(name: "Ada"))

      #expect(details?.user.name == "Ada")
      #expect(try details?.photos === container.assembly(AppAssembly.self).photos)
    }

    @Test
    func factory() throws {
      let container = Container()

      try container
        .register(PhotoService.self) { _ in PhotoService() }
        .register(UserDetails.self, scope: .transient, taking: User.self) { r, user in UserDetails(photos: try r.resolve(), user: user) }
        .register(Browser.self, scope: .transient) { r in Browser(makeDetails: r.factory(taking: User.self)) }

      let browser = try container.resolve(Browser.self)
      let shown = try browser.makeDetails(User(name: "Grace"))

      #expect(shown.user.name == "Grace")
      #expect(try shown.photos === container.resolve(PhotoService.self))
    }
  }
}

// MARK: SwiftInjections

extension ComingFrom {
  @Suite
  struct SwiftInjections {
    final class First {
      var second: Second?
    }

    final class Second {
      weak var first: First?
    }

    struct FirstAssembly: DefinitionAssembly {
      let definitions: Definitions

      var first: First {
        get throws {
          try define {
            First()
          } configure: {
            $0.second = try assembly(SecondAssembly.self).second
          }
        }
      }

      /// Injects an object that was built elsewhere.
      func inject(into first: First) throws {
        try inject(into: first, key: "first") { $0.second = try assembly(SecondAssembly.self).owned }
      }
    }

    struct SecondAssembly: DefinitionAssembly {
      let definitions: Definitions

      var second: Second {
        get throws {
          try define {
            Second()
          } configure: {
            $0.first = try assembly(FirstAssembly.self).first
          }
        }
      }

      var owned: Second {
        get throws {
          try define {
            Second()
          } configure: {
            $0.first = try existing()
          }
        }
      }
    }

    @Test
    func example() throws {
      let container = Container()

      let first = try container.assembly(FirstAssembly.self).first
      let input = First()
      try container.assembly(FirstAssembly.self).inject(into: input)

      #expect(first.second?.first === first)
      #expect(input.second?.first === input)
      #expect(input !== first)
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

      func service(named name: Name) throws -> any Servicing { try resolver.resolve(named: name) }
    }

    @Test
    func example() throws {
      let container = Container()

      try container
        .register(String.self, named: "appKey", instance: "12345")
        .register(Settings.self, instance: Settings(mode: "sample"))
        .register(named: .remote) { _ in RemoteService() as any Servicing }
        .register(named: .sample) { _ in SampleService() as any Servicing }
        .forward((any Servicing).self, toName: { r in Name(try r.resolve(Settings.self).mode) })

      let service: any Servicing = try container.resolve()  // the sample, as the settings say
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
