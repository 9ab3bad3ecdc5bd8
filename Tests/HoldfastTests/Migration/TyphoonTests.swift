import Holdfast
import HoldfastDefinitions
import Testing

/// Every row of Typhoon's run-time arguments, in Holdfast's words.
@Suite("Typhoon")
struct TyphoonTests {
  private let container = Container()
  private let ledger = Ledger()

  private func registerPhotos() throws {
    try container.register(PhotoService.self) { [ledger] _ in
      _ = ledger.begin("photos")
      return PhotoService()
    }
  }

  private func registerDetails(_ scope: Lifetime<UserDetailsController, User> = .transient) throws {
    try container.register(
      UserDetailsController.self, scope: scope,
      .factory(taking: User.self) { [ledger] r, user in
        _ = ledger.begin("details")
        return UserDetailsController(photos: try r.resolve(), user: user)
      })
  }

  @Test("Typhoon: run-time arguments")
  func runTimeArguments() throws {
    try registerPhotos()
    try registerDetails()
    let anna = User(name: "Anna")
    let details = try container.resolve(UserDetailsController.self, with: anna)
    #expect(details.user == anna)
    #expect(try details.photos === container.resolve(PhotoService.self))
    let inferred: UserDetailsController = try container.resolve(with: User(name: "Ben"))
    #expect(inferred.user.name == "Ben")
    #expect(inferred !== details && inferred.photos === details.photos)
    #expect(ledger.builds("details") == 2)
    #expect(ledger.builds("photos") == 1)

    // Their types are part of the key.
    let error = try failure { try container.resolve(UserDetailsController.self, with: "Anna") }
    #expect(error.code == .notRegistered)
    #expect("\(error)".contains("taking"))
    #expect(try failure { try container.resolve(UserDetailsController.self, with: anna, anna) }.code == .notRegistered)
    #expect(try failure { try container.resolve(UserDetailsController.self) }.code == .notRegistered)
    #expect(ledger.builds("details") == 2)
  }

  @Test("Typhoon: run-time arguments, any number and any kind")
  func anyNumber() throws {
    try container
      .register(String.self, scope: .transient, .factory(taking: Int.self, Bool.self) { _, number, flag in "\(number) \(flag)" })
      .register(
        String.self, scope: .transient,
        .factory(taking: Int.self, Bool.self, String.self, Double.self, Character.self) {
          _, number, flag, text, double, character in "\(number) \(flag) \(text) \(double) \(character)"
        }
      )
      .register(String.self, named: "theme", scope: .transient, .factory(taking: (any Theme).self) { _, theme in theme.title })
      .register(String.self, scope: .transient) { _ in "none" }
    #expect(try container.resolve(String.self, with: 1, true) == "1 true")
    #expect(try container.resolve(String.self, with: 1, true, "a", 2.5, Character("z")) == "1 true a 2.5 z")
    #expect(try container.resolve(String.self) == "none")
    // An `any P` is found under `any P`: its box is not opened on the way.
    let theme: any Theme = Dark()
    #expect(try container.resolve(String.self, named: "theme", with: theme) == "dark")
    #expect(try failure { try container.resolve(String.self, named: "theme", with: Dark()) }.code == .notRegistered)
    let make = container.factory(String.self, named: "theme", taking: (any Theme).self)
    #expect(try make(Dark()) == "dark", "a factory's parameter converts")
  }

  @Test("Typhoon: factory injection")
  func factoryInjection() throws {
    try registerPhotos()
    try registerDetails()
    try container.register(FriendListController.self, scope: .transient) { r in
      FriendListController(makeDetails: r.factory(taking: User.self))
    }
    let list = try container.resolve(FriendListController.self)
    let (anna, ben) = (try list.makeDetails(User(name: "Anna")), try list.makeDetails(User(name: "Ben")))
    #expect([anna.user.name, ben.user.name] == ["Anna", "Ben"])
    #expect(anna !== ben && anna.photos === ben.photos)
    #expect(ledger.builds("details") == 2)
    #expect(ledger.builds("photos") == 1)
  }

  @Test("Typhoon: factory injection, with a definition that a test overrides")
  func overriddenDefinition() throws {
    try registerPhotos()
    let pages = container.assembly(PageAssembly.self)
    try container.withOverrides {
      $0.register(
        UserDetailsController.self, named: .definition("details(for:)", of: PageAssembly.self), scope: .transient,
        .factory(taking: User.self) { r, user in
          UserDetailsController(photos: try r.resolve(), user: User(name: "fake \(user.name)"))
        })
    } operation: { () throws in
      #expect(try pages.page(for: User(name: "Anna"), number: 1).details.user.name == "fake Anna")
    }
    #expect(try pages.page(for: User(name: "Anna"), number: 1).details.user.name == "Anna")
    #expect(ledger.builds("photos") == 2, "one in the layer, one in the container")
  }

  @Test("Typhoon: no early building")
  func noEarlyBuilding() throws {
    try registerPhotos()
    try registerDetails()
    try container.register(FriendListController.self, scope: .transient) { r in
      FriendListController(makeDetails: r.factory(taking: User.self))
    }
    let list = try container.resolve(FriendListController.self)
    #expect(ledger.builds("photos") == 0)
    #expect(ledger.builds("details") == 0)
    #expect(container.peek(PhotoService.self) == nil)
    _ = try list.makeDetails(User(name: "Anna"))
    #expect(ledger.builds("photos") == 1)
    #expect(ledger.builds("details") == 1)
  }

  @Test("Typhoon: arguments passed on")
  func argumentsPassedOn() throws {
    try registerPhotos()
    try registerDetails()
    try container.register(
      Page.self, scope: .transient,
      .factory(taking: User.self, Int.self) { r, user, number in
        Page(number: number, details: try r.resolve(with: user))
      })
    let page = try container.resolve(Page.self, with: User(name: "Anna"), 3)
    #expect(page.number == 3)
    #expect(page.details.user.name == "Anna")
    #expect(ledger.builds("details") == 1)

    let pages = container.assembly(PageAssembly.self)
    let defined = try pages.page(for: User(name: "Cleo"), number: 4)
    #expect(defined.number == 4)
    #expect(defined.details.user.name == "Cleo")
    #expect(defined.details.photos === page.details.photos)
    #expect(ledger.builds("photos") == 1)
  }

  @Test("Typhoon: arguments × scope")
  func argumentsAndScope() throws {
    // Every point has the same hash: only their values tell them apart.
    let (a, b) = (Point(x: 1, y: 2), Point(x: 2, y: 1))
    func register(_ name: Name, _ scope: Sharing) throws {
      try container.register(
        Tile.self, named: name, scope: scope.lifetime(),
        .factory(taking: Point.self) { [ledger] _, point in
          Tile(point: point, number: ledger.begin(name))
        })
    }
    try register("singleton", .singleton)
    try register("cached", .cached("tiles"))
    try register("scoped", .scoped)
    try container.register(
      Tile.self, named: "transient", scope: .transient,
      .factory(taking: Point.self) { [ledger] _, point in
        Tile(point: point, number: ledger.begin("transient"))
      })
    try container.register(
      Tile.self, named: "weak", scope: .weak,
      .factory(taking: Point.self) { [ledger] _, point in
        Tile(point: point, number: ledger.begin("weak"))
      })
    for name: Name in ["singleton", "cached", "weak"] {
      let (first, second) = (try container.resolve(Tile.self, named: name, with: a), try container.resolve(Tile.self, named: name, with: b))
      #expect(first !== second)
      #expect((first.point, second.point) == (a, b))
      #expect(try container.resolve(Tile.self, named: name, with: Point(x: 1, y: 2)) === first)
      #expect(try container.resolve(Tile.self, named: name, with: Point(x: 2, y: 1)) === second)
      #expect(ledger.builds(name) == 2)
    }
    #expect(try container.resolve(Tile.self, named: "transient", with: a) !== container.resolve(Tile.self, named: "transient", with: a))
    #expect(ledger.builds("transient") == 2)

    #expect(try container.resolve(Tile.self, named: "weak", with: a).number == 3, "the first one was not held")
    container.reset(group: "tiles")
    #expect(try container.resolve(Tile.self, named: "cached", with: a).number == 3)
    #expect(try failure { try container.resolve(Tile.self, named: "scoped", with: a) }.code == .outsideScope)
    for round in 0..<2 {
      try container.withScope { scope in
        let first = try scope.resolve(Tile.self, named: "scoped", with: a)
        let second = try scope.resolve(Tile.self, named: "scoped", with: b)
        #expect(first !== second && (first.point, second.point) == (a, b))
        #expect(try scope.resolve(Tile.self, named: "scoped", with: Point(x: 1, y: 2)) === first)
      }
      #expect(ledger.builds("scoped") == 2 * round + 2)
    }
  }

  @Test("Typhoon: arguments × scope, one for each value in a graph")
  func argumentsInAGraph() throws {
    try container
      .register(
        Node.self, scope: .graph,
        .factory(taking: Point.self) { [ledger] _, point in
          Node(point: point, number: ledger.begin("node"))
        }
      )
      .register([Node].self, scope: .transient) { r in
        [
          try r.resolve(with: Point(x: 1, y: 2)), try r.resolve(with: Point(x: 2, y: 1)), try r.resolve(with: Point(x: 1, y: 2)),
        ]
      }
    let nodes = try container.resolve([Node].self)
    #expect(nodes[0] === nodes[2] && nodes[0] !== nodes[1])
    #expect(ledger.builds("node") == 2)
    #expect(try container.resolve([Node].self)[0] !== nodes[0])
    #expect(ledger.builds("node") == 4)
  }

  @Test("Typhoon: arguments × cycles")
  func argumentsAndCycles() throws {
    try container
      .register(
        Node.self, scope: .graph,
        .factory(taking: Point.self) { [ledger] _, point in
          Node(point: point, number: ledger.begin("node"))
        }
      )
      .register(
        Edge.self, scope: .graph,
        .factory(taking: Point.self) { [ledger] _, point in
          Edge(point: point, number: ledger.begin("edge"))
        }
      )
      .registerInjector(Node.self) { node, r in node.edge = try r.resolve(with: node.point) }
      .registerInjector(Edge.self) { edge, r in edge.node = try r.resolve(with: edge.point) }
    for round in 1...2 {
      let node = try container.resolve(Node.self, with: Point(x: 1, y: 2))
      #expect(node.edge?.node === node)
      #expect(node.edge?.point == node.point)
      let edge = try container.resolve(Edge.self, with: Point(x: 2, y: 1))
      #expect(edge.node?.edge === edge)
      (node.edge, edge.node) = (nil, nil)
      #expect(ledger.builds("node") == 2 * round)
      #expect(ledger.builds("edge") == 2 * round)
    }
    let defined = try container.assembly(CycleAssembly.self).node(at: Point(x: 5, y: 6))
    #expect(defined.edge?.node === defined)
    #expect(defined.edge?.point == Point(x: 5, y: 6))
    defined.edge = nil
  }
}

extension TyphoonTests {
  @Test("Typhoon: example, a friend list with a factory or an assembly", arguments: [false, true])
  func example(withAssembly: Bool) throws {
    try registerPhotos()
    try container.register(FriendList.self, scope: .transient) { [ledger] r in
      FriendList(screens: withAssembly ? r.assembly(ScreenAssembly.self) : ScreenFactory(make: r.factory(taking: User.self)), ledger)
    }
    try registerDetails()
    let list = try container.resolve(FriendList.self)
    #expect(ledger.builds("photos") == 0)
    let (anna, ben) = (try list.select(User(name: "Anna")), try list.select(User(name: "Ben")))
    #expect([anna.user.name, ben.user.name] == ["Anna", "Ben"])
    #expect(anna !== ben)
    #expect(try anna.photos === container.resolve(PhotoService.self) && ben.photos === anna.photos)
    #expect(ledger.builds("photos") == 1)
    #expect(ledger.builds("selected") == 2)
  }
}

// MARK: What the tests build

private struct User: Hashable, Sendable {
  let name: String
}

private final class PhotoService: Sendable {}

private final class UserDetailsController {
  var photos: PhotoService
  var user: User

  init(photos: PhotoService, user: User) {
    self.photos = photos
    self.user = user
  }
}

private final class FriendListController {
  var makeDetails: Factory<UserDetailsController, User>

  init(makeDetails: Factory<UserDetailsController, User>) { self.makeDetails = makeDetails }
}

private final class Page {
  var number: Int
  var details: UserDetailsController

  init(number: Int, details: UserDetailsController) {
    self.number = number
    self.details = details
  }
}

private protocol Theme {
  var title: String { get }
}

private struct Dark: Theme {
  var title: String { "dark" }
}

private struct Point: Hashable, Sendable {
  let x: Int
  let y: Int

  func hash(into hasher: inout Hasher) {}
}

private final class Tile: Sendable {
  let point: Point
  let number: Int

  init(point: Point, number: Int) {
    self.point = point
    self.number = number
  }
}

private final class Node {
  let point: Point
  let number: Int
  var edge: Edge?

  init(point: Point, number: Int) {
    self.point = point
    self.number = number
  }
}

private final class Edge {
  let point: Point
  let number: Int
  var node: Node?

  init(point: Point, number: Int) {
    self.point = point
    self.number = number
  }
}

private struct PageAssembly: DefinitionAssembly {
  let definitions: Definitions

  func details(for user: User) throws -> UserDetailsController {
    try define(with: user) { UserDetailsController(photos: try resolver.resolve(), user: user) }
  }

  func page(for user: User, number: Int) throws -> Page {
    try define(with: user, number) { Page(number: number, details: try details(for: user)) }
  }
}

private struct CycleAssembly: DefinitionAssembly {
  let definitions: Definitions

  func node(at point: Point) throws -> Node {
    try define(with: point) {
      Node(point: point, number: 0)
    } configure: {
      $0.edge = try edge(at: point)
    }
  }

  func edge(at point: Point) throws -> Edge {
    try define(with: point) {
      Edge(point: point, number: 0)
    } configure: {
      $0.node = try node(at: point)
    }
  }
}

/// What the friend list of the example knows of the rest of the application.
private protocol Screens {
  func userDetailsController(for user: User) throws -> UserDetailsController
}

private struct ScreenAssembly: DefinitionAssembly, Screens {
  let definitions: Definitions

  func userDetailsController(for user: User) throws -> UserDetailsController {
    try define(with: user, scope: .transient) { UserDetailsController(photos: try resolver.resolve(), user: user) }
  }
}

private struct ScreenFactory: Screens {
  let make: Factory<UserDetailsController, User>

  func userDetailsController(for user: User) throws -> UserDetailsController { try make(user) }
}

private final class FriendList {
  var screens: any Screens
  private let ledger: Ledger

  init(screens: any Screens, _ ledger: Ledger) {
    self.screens = screens
    self.ledger = ledger
  }

  func select(_ user: User) throws -> UserDetailsController {
    _ = ledger.begin("selected")
    return try screens.userDetailsController(for: user)
  }
}
