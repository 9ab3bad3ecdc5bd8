import Holdfast
import Observation
import Testing

/// The examples of the article "Using it with SwiftUI and UIKit" that need neither, as they stand there.
@Suite("SwiftUI and UIKit")
struct SwiftUIAndUIKit {
  protocol ProfileStore: Sendable {
    var name: String { get }
  }

  struct LocalProfileStore: ProfileStore {
    let name = "Ada"
  }

  @MainActor final class ProfileModel {
    let store: any ProfileStore
    private(set) var name = ""

    init(store: any ProfileStore) { self.store = store }

    func load() { name = store.name }
  }

  func registerModels(in container: Container) throws {
    try container
      .register((any ProfileStore).self) { _ in LocalProfileStore() }
      .register(
        ProfileModel.self, scope: .transient,
        .mainActor { r in ProfileModel(store: try r.resolve()) })
  }

  @MainActor func makeModel(from container: Container) throws -> ProfileModel {
    // Synchronously: this is the main actor.
    let model = try container.resolve(ProfileModel.self)
    model.load()
    return model
  }

  struct UserID: Hashable, Sendable {
    let value: Int
  }

  @MainActor @Observable final class DetailsModel {
    private let store: any ProfileStore
    private let user: UserID
    var title: String { "\(store.name), \(user.value)" }

    init(store: any ProfileStore, user: UserID) {
      self.store = store
      self.user = user
    }
  }

  @MainActor func makeDetails(
    from container: Container, of user: UserID
  ) throws -> DetailsModel {
    try container.register(
      DetailsModel.self, scope: .transient,
      .mainActorWired(DetailsModel.init, taking: UserID.self))
    return try container.resolve(DetailsModel.self, with: user)
  }

  @Test
  @MainActor
  func modelWithArguments() throws {
    let container = Container()
    try registerModels(in: container)
    #expect(try makeDetails(from: container, of: UserID(value: 7)).title == "Ada, 7")
  }

  struct SampleProfileStore: ProfileStore {
    let name = "Grace"
  }

  func makePreviewContainer(of app: Container) throws -> Container {
    try Container(overriding: app) {
      $0.register((any ProfileStore).self, instance: SampleProfileStore())
    }
  }

  @Test
  @MainActor
  func preview() async throws {
    let container = Container()
    try registerModels(in: container)
    let preview = try makePreviewContainer(of: container)
    let provider = preview.provider(ProfileModel.self)
    // As SwiftUI does: later, in a task of its own.
    let name = try await Task { @MainActor in
      let model = try provider()
      model.load()
      return model.name
    }.value
    #expect(name == "Grace")
    #expect(try makeModel(from: container).name == "Ada")
  }

  @Test
  @MainActor
  func model() throws {
    let container = Container()
    try registerModels(in: container)
    #expect(try makeModel(from: container).name == "Ada")
  }
}
