import Holdfast
import HoldfastDefinitions
import Testing

extension TyphoonTests {
  @Test("Typhoon: forgotten arguments")
  func forgottenArguments() throws {
    let container = Container()
    let screens = container.assembly(Screens.self)
    for name in ["Anna", "Ben"] {
      let error = try failure { try screens.forgetful(for: name) }
      #expect(error.code == .forgottenArguments && error.message.contains("forgetful(for:)"))
      #expect(try screens.details(for: name).user == name)
      #expect(try screens.fresh(for: name).user == name)
    }
    #expect(try screens.details(for: "Anna") === screens.details(for: "Anna"))
    // Wiring: a parameter that takes the argument has to be there.
    try container.register(Details.self, .wired({ Details("nobody") }, taking: Int.self))
    #expect(try failure { try container.resolve(Details.self, with: 1) }.code == .forgottenArguments)
  }

  @Test("Typhoon: arguments × isolation")
  func argumentsAndIsolation() async throws {
    let container = Container()
    try container
      .register(Controller.self, scope: .transient, .mainActor(taking: String.self) { _, user in Controller(user: user) })
      .register(Controller.self, named: "shared", .mainActor(taking: String.self) { _, user in Controller(user: user) })
      .register(Controller.self, named: "wired", scope: .transient, .mainActorWired(Controller.init, taking: String.self))
      .register(
        Details.self,
        .async(taking: String.self) { _, user in
          await Task.yield()
          return Details(user)
        }
      )
      .register(Details.self, named: "isolated", .isolated(taking: String.self) { @Desk _, user in Details(user) })
    let names: [Name?] = [nil, "shared", "wired"]
    for name in names {
      #expect(try await container.resolve(Controller.self, named: name, with: "Anna").user == "Anna")
      #expect(try await MainActor.run { try container.resolveNow(Controller.self, named: name, with: "Ben").user } == "Ben")
    }
    let shared = try await container.resolve(Controller.self, named: "shared", with: "Anna")
    #expect(try await container.resolve(Controller.self, named: "shared", with: "Anna") === shared)
    #expect(try await container.resolve(Controller.self, named: "shared", with: "Ben") !== shared)
    let factory = container.factory(Controller.self, taking: String.self)
    #expect(try await factory("Cleo").user == "Cleo")
    // On a thread that is not the main one, the error says what to write.
    let refused = ask(as: .thread) { _ = try container.resolveNow(Controller.self, with: "Dora") }
    let result = try await refused.result()
    #expect(try #require(throws: ResolutionError.self) { try result.get() }.code == .mainActorOnly)
    for name in [nil, "isolated"] as [Name?] {
      let details = try await container.resolve(Details.self, named: name, with: "Anna")
      #expect(details.user == "Anna")
      #expect(try await container.resolve(Details.self, named: name, with: "Anna") === details)
      #expect(try await container.resolve(Details.self, named: name, with: "Ben").user == "Ben")
    }
  }

  private final class Details: Sendable {
    let user: String

    init(_ user: String) { self.user = user }
  }

  /// The view controller of the article.
  @MainActor
  private final class Controller {
    nonisolated let user: String

    init(user: String) { self.user = user }
  }

  @globalActor
  private actor Desk {
    static let shared = Desk()
  }

  private struct Screens: DefinitionAssembly {
    let definitions: Definitions

    func forgetful(for user: String) throws -> Details { try define(scope: .singleton) { Details(user) } }
    func details(for user: String) throws -> Details { try define(with: user, scope: .singleton) { Details(user) } }
    func fresh(for user: String) throws -> Details { try define(scope: .transient) { Details(user) } }
  }
}
