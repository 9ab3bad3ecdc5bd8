import Holdfast
import HoldfastTesting
import Synchronization
import Testing

private final class Model: Sendable {}

private final class Keeper: Sendable {
  let kept = Mutex<[Model]>([])
}

@Suite("Expecting objects to be released")
struct ExpectReleasedTests {
  @Test("An object that nothing keeps is none to report")
  func released() async throws {
    let container = try Container { $0.register(Model.self, scope: .transient) { _ in Model() } }
    try expectReleased { try container.resolve(Model.self) }
    try await expectReleased { () async throws in try await container.resolve(Model.self) }
  }

  @Test("An object may be made by one that is not Sendable")
  func madeByOneThatIsNotSendable() async throws {
    final class Maker {
      private var made = 0

      func make() async throws -> Model {
        made += 1
        return Model()
      }
    }
    let maker = Maker()
    try await expectReleased { try await maker.make() }
  }

  @Test("An object that is kept is reported with its type")
  func kept() throws {
    let container = try Container { $0.register(Model.self) { _ in Model() } }
    try withKnownIssue {
      try expectReleased { try container.resolve(Model.self) }
    } matching: { issue in
      issue.comments.contains { $0.rawValue.contains("Model is still alive") }
    }
  }

  @Test("What a container has built goes with it; what does not is named")
  func builtByAContainer() throws {
    try expectReleased {
      let container = try Container { $0.register(Model.self) { _ in Model() } }
      _ = try container.resolve(Model.self)
      return container
    }

    let keeper = Keeper()
    try withKnownIssue {
      try expectReleased {
        let container = try Container { batch in
          batch.register(
            Model.self,
            .factory(taking: Int.self) { _, _ in
              let model = Model()
              keeper.kept.withLock { $0.append(model) }
              return model
            })
        }
        _ = try container.resolve(Model.self, with: 1)
        return container
      }
    } matching: { issue in
      issue.comments.contains { $0.rawValue.contains("Model taking Swift.Int, registered at HoldfastTestingTests/ExpectReleased") }
    }
  }
}
