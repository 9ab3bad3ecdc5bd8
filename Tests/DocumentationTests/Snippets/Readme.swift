import Holdfast
import Testing

/// The examples of the readme, as they stand there.
@Suite("Readme")
struct Readme {
  @Test
  func program() throws {
    protocol Store: Sendable { func name(of id: Int) -> String }
    struct DiskStore: Store { func name(of id: Int) -> String { "user \(id)" } }
    final class Draft { var text = "" }  // a plain class, not Sendable

    struct Greeter: Sendable {
      let store: any Store
      func greet(_ id: Int) -> String { "Hello, \(store.name(of: id))" }
    }

    let container = try Container { batch in
      batch.register((any Store).self) { _ in DiskStore() }
      batch.register(Greeter.self) { r in try Greeter(store: r.resolve()) }
      batch.register(Draft.self, scope: .transient) { _ in Draft() }
    }

    let greeter = try container.resolve(Greeter.self)  // built now, with its store; later resolves return this one
    let draft: Draft = try container.resolve()  // a new one, the caller's own, so it need not be Sendable
    draft.text = greeter.greet(1)
    print(draft.text)
    #expect(draft.text == "Hello, user 1")
  }

  struct Store: Sendable {}

  struct User: Sendable {
    let name: String
  }

  @MainActor final class ProfileModel {
    let title = "Profile of "
    init(store: Store) {}
  }

  struct UserPage {
    let title: String
    init(user: User, store: Store) { title = user.name }
  }

  func registerScreens(in container: Container) throws {
    try container
      .register(ProfileModel.self, scope: .transient, mainActor: { r in try ProfileModel(store: r.resolve()) })
      .register(UserPage.self, scope: .transient, taking: User.self) { r, user in try UserPage(user: user, store: r.resolve()) }
  }

  @MainActor func show(_ user: User, from container: Container) throws -> String {
    let model = try container.resolve(ProfileModel.self)  // synchronously: this is the main actor
    let page = try container.resolve(UserPage.self, with: user)  // the argument's type is part of the key
    return model.title + page.title
  }

  @Test
  @MainActor
  func screens() throws {
    let container = try Container().register(Store.self) { _ in Store() }
    try registerScreens(in: container)
    #expect(try show(User(name: "Ada"), from: container) == "Profile of Ada")
  }
}
