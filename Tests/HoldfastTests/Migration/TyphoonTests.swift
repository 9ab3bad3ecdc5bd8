import Holdfast
import HoldfastDefinitions
import Testing

/// Every row of Typhoon's run-time arguments, in Holdfast's words.
@Suite("Typhoon")
struct TyphoonTests {
  let container = Container()
  let ledger = Ledger()

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

private struct PageAssembly: DefinitionAssembly {
  let definitions: Definitions

  func details(for user: User) throws -> UserDetailsController {
    try define(with: user) { UserDetailsController(photos: try resolver.resolve(), user: user) }
  }

  func page(for user: User, number: Int) throws -> Page {
    try define(with: user, number) { Page(number: number, details: try details(for: user)) }
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
