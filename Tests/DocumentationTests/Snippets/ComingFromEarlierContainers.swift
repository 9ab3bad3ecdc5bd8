import Holdfast
import HoldfastCompatibility
import HoldfastDefinitions
import Testing

/// The examples of the article "Coming from Typhoon and other earlier containers", as they stand there.
@Suite("Coming from Typhoon and other earlier containers")
enum ComingFromEarlierContainers {}

// MARK: Typhoon

extension ComingFromEarlierContainers {
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
      func select(_ user: User) throws -> UserDetails? {
        try assembly?.userDetails(for: user)
      }
    }

    struct AppAssembly: DefinitionAssembly {
      let definitions: Definitions

      var photos: PhotoService {
        get throws { try define(scope: .singleton) { PhotoService() } }
      }

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
        try define(with: user, scope: .transient) {
          UserDetails(photos: try photos, user: user)
        }
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
        .register(
          UserDetails.self, scope: .transient,
          .factory(taking: User.self) { r, user in
            UserDetails(photos: try r.resolve(), user: user)
          }
        )
        .register(Browser.self, scope: .transient) { r in
          Browser(makeDetails: r.factory(taking: User.self))
        }

      let browser = try container.resolve(Browser.self)
      let shown = try browser.makeDetails(User(name: "Grace"))

      #expect(shown.user.name == "Grace")
      #expect(try shown.photos === container.resolve(PhotoService.self))
    }
  }
}

// MARK: SwiftInjections

extension ComingFromEarlierContainers {
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
        try inject(into: first, key: "first") {
          $0.second = try assembly(SecondAssembly.self).owned
        }
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

// MARK: HIPInstanceLocator

extension ComingFromEarlierContainers {
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
      // `accepted` is false: the first registration stays.
      let accepted = try locator.registerIfAbsent {
        $0.register(Engine.self) { _ in Engine() }
      }

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

extension ComingFromEarlierContainers {
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
      let number = try ResolverChain([dependency, container]).resolve(Int.self)

      #expect(shape.area == 200)
      #expect(circle.radius == 100)
      #expect(try container.resolve(Circle.self) !== circle)
      #expect(number == 10)
    }
  }
}
