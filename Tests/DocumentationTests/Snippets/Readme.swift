import Holdfast
import Testing

/// The examples of the readme, as they stand there.
@Suite("Readme")
struct Readme {
  @Test
  func program() throws {
    protocol Store: Sendable { func name(of id: Int) -> String }
    struct DiskStore: Store { func name(of id: Int) -> String { "user \(id)" } }
    final class Draft { var text = "" }  // a plain class; it need not be Sendable

    struct Greeter: Sendable {
      let store: any Store
      func greet(_ id: Int) -> String { "Hello, \(store.name(of: id))" }
    }

    let container = try Container { batch in
      batch.register((any Store).self) { _ in DiskStore() }
      batch.register(Greeter.self) { r in try Greeter(store: r.resolve()) }
      batch.register(Draft.self, scope: .transient) { _ in Draft() }
    }

    let greeter = try container.resolve(Greeter.self)  // built now, shared from now on
    let draft: Draft = try container.resolve()  // a new one, the caller's own
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

  func registerScreens(in batch: Batch) {
    batch.register(
      ProfileModel.self, scope: .transient,
      .mainActor { r in try ProfileModel(store: r.resolve()) })
    batch.register(
      UserPage.self, scope: .transient,
      .factory(taking: User.self) { r, user in
        try UserPage(user: user, store: r.resolve())
      })
  }

  @MainActor func show(_ user: User, from container: Container) throws -> String {
    // Synchronously, because this is the main actor:
    let model = try container.resolve(ProfileModel.self)
    let page = try container.resolve(UserPage.self, with: user)
    return model.title + page.title
  }

  @Test
  @MainActor
  func screens() throws {
    let container = try Container { batch in
      batch.register(Store.self) { _ in Store() }
      registerScreens(in: batch)
    }
    #expect(try show(User(name: "Ada"), from: container) == "Profile of Ada")
  }
}
