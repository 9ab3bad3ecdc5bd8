import Holdfast
import HoldfastDiagnostics
import Testing

private struct Chronometer: Sendable {}

private struct User: Sendable, Hashable {
  let id: Int
}

/// Not `Sendable`: it stays with its caller.
private final class Draft {
  var text = ""
}

private final class Details {
  let meter: Chronometer
  let user: User
  let number: Int

  init(meter: Chronometer, user: User, number: Int) {
    self.meter = meter
    self.user = user
    self.number = number
  }
}

private final class Editor {
  let draft: Draft
  let meter: Chronometer

  init(draft: Draft, meter: Chronometer) {
    self.draft = draft
    self.meter = meter
  }
}

private final class Feed: Sendable {
  let user: User
  let meters: Provider<Chronometer>

  init(user: User, meters: Provider<Chronometer>) {
    self.user = user
    self.meters = meters
  }
}

@MainActor private final class DetailsModel {
  let user: User
  let meter: Chronometer

  init(user: User, meter: Chronometer) {
    self.user = user
    self.meter = meter
  }
}

private struct Range: Sendable, Equatable {
  let from: Int
  let to: Int
}

@Suite("Wiring with arguments")
struct AssistedWiringTests {
  private static func made() throws -> Container { try Container { $0.register(Chronometer.self) { _ in Chronometer() } } }

  @Test("gives arguments to parameters of their types, wherever they stand, and finds the others")
  func transient() throws {
    let container = try Self.made()
    try container.register(Details.self, scope: .transient, .wired(Details.init, taking: User.self, Int.self))
    let details = try container.resolve(Details.self, with: User(id: 3), 9)
    #expect(details.user == User(id: 3) && details.number == 9)
    #expect(try container.factory(Details.self, taking: User.self, Int.self)(User(id: 4), 1).user == User(id: 4))
    #expect(container.graph().edges.map(\.to) == [AnyKey(Chronometer.self)])
    #expect(container.problems().isEmpty)
    try container.unregister(Chronometer.self)
    #expect(container.problems().map(\.kind) == [.missing])
  }

  @Test("gives several arguments of a type in order")
  func order() throws {
    let container = try Self.made().register(Range.self, scope: .transient, .wired(Range.init(from:to:), taking: Int.self, Int.self))
    #expect(try container.resolve(Range.self, with: 1, 2) == Range(from: 1, to: 2))
  }

  @Test("takes what is not Sendable where the value is its caller's")
  func notSendable() throws {
    let container = try Self.made().register(Editor.self, scope: .transient, .wired(Editor.init, taking: Draft.self))
    let draft = Draft()
    #expect(try container.resolve(Editor.self, with: draft).draft === draft)
  }

  @Test("shares one value for each argument, and sees overrides")
  func shared() throws {
    let container = try Self.made().register(Feed.self, .wired(Feed.init, taking: User.self))
    let feed = try container.resolve(Feed.self, with: User(id: 1))
    #expect(try container.resolve(Feed.self, with: User(id: 1)) === feed)
    #expect(try container.resolve(Feed.self, with: User(id: 2)) !== feed)
    try container.withOverrides({ $0.register(Chronometer.self) { _ in Chronometer() } }) { () throws in
      #expect(try container.resolve(Feed.self, with: User(id: 1)) !== feed)
    }
  }

  @Test("shares a value in a graph")
  func graph() throws {
    let container = try Self.made()
      .register(Details.self, scope: .graph, .wired(Details.init, taking: User.self, Int.self))
      .register(Bool.self, scope: .transient) { r in
        try r.resolve(Details.self, with: User(id: 1), 1) === r.resolve(Details.self, with: User(id: 1), 1)
      }
    #expect(try container.resolve(Bool.self))
  }

  @Test("makes view models on the main actor, from there and from elsewhere")
  @MainActor
  func mainActor() async throws {
    let container = try Self.made().register(DetailsModel.self, scope: .transient, .mainActorWired(DetailsModel.init, taking: User.self))
    #expect(try container.resolveNow(DetailsModel.self, with: User(id: 5)).user == User(id: 5))
    let model = try await Task.detached { try await container.resolve(DetailsModel.self, with: User(id: 6)) }.value
    #expect(model.user == User(id: 6))
  }

  @Test("says which argument no parameter takes")
  func unused() throws {
    let container = try Self.made().register(String.self, scope: .transient, .wired({ (_: Chronometer) in "" }, taking: User.self))
    let error = try #require(throws: ResolutionError.self) { try container.resolve(String.self, with: User(id: 1)) }
    #expect(error.code == .forgottenArguments)
    #expect(error.path.count == 1)
    #expect(error.message.contains("no parameter that takes the argument"))
  }

  @Test("says it of the registration with its name, and where that is")
  @MainActor
  func unusedNamed() throws {
    struct Ticket: Sendable { let number: Int }
    let line = UInt32(#line + 2)
    let container = try Self.made()
      .register(Ticket.self, named: "n", scope: .transient, .wired(Ticket.init, taking: Int.self, String.self))
      .register(Ticket.self, named: "m", scope: .transient, .mainActorWired({ Ticket(number: $0) }, taking: Int.self, String.self))
      .register(Ticket.self, named: "s", .wired(Ticket.init, taking: Int.self, String.self))
      .register(Ticket.self, named: "g", scope: .graph, .wired(Ticket.init, taking: Int.self, String.self))
    for (index, name) in (["n", "m", "s", "g"] as [Name]).enumerated() {
      let error = try #require(throws: ResolutionError.self) { try container.resolve(Ticket.self, named: name, with: 1, "") }
      #expect(error.key == AnyKey(Ticket.self, named: name, taking: Int.self, String.self))
      #expect(error.path == [error.key])
      #expect(error.site?.line == line + UInt32(index))
      #expect(error.message == "The initializer of \(error.key) has no parameter that takes the argument Swift.String.")
    }
  }
}
