import Holdfast
import Testing

private protocol Session: Sendable {
  var number: Int { get }
}

private final class Live: Session {
  let number = 1
}

private struct Copied: Session {
  let number = 2
}

private final class Wired: Session {
  let number: Int

  init(number: Int) { self.number = number }

  static func later(number: Int) async throws -> Wired { Wired(number: number) }
}

@MainActor private final class OfTheMainActor: Session {
  let number: Int

  init(number: Int) { self.number = number }
}

@Suite("Weak by a protocol")
struct WeakObjectTests {
  @Test("is shared while it is held, and built anew afterwards", arguments: [false, true])
  func watched(isAsynchronous: Bool) async throws {
    let container = Container()
    if isAsynchronous {
      try container.register((any Session).self, scope: .weakObject, .async { _ in Live() })
    } else {
      try container.register((any Session).self, scope: .weakObject) { _ in Live() }
    }
    weak var gone: Live?
    do {
      let first = try #require(try await container.resolve((any Session).self) as? Live)
      #expect(try await container.resolve((any Session).self) as? Live === first)
      gone = first
    }
    #expect(gone == nil)
    #expect(try await container.resolve((any Session).self).number == 1)
  }

  private static let forms: [Name] = ["wired", "asyncWired", "mainActorWired", "taking", "unchecked"]

  @Test("takes every form of wiring that a singleton takes", arguments: forms)
  func wired(_ form: Name) async throws {
    let container = try Container {
      $0.register(Int.self, instance: 3)
      $0.register((any Session).self, named: "wired", scope: .weakObject, .wired(Wired.init))
      $0.register((any Session).self, named: "asyncWired", scope: .weakObject, .asyncWired(Wired.later))
      $0.register((any Session).self, named: "mainActorWired", scope: .weakObject, .mainActorWired(OfTheMainActor.init))
      $0.register((any Session).self, named: "taking", scope: .weakObject, .wired(Wired.init, taking: Int.self))
      $0.register((any Session).self, named: "unchecked", scope: .uncheckedWeakObject, .wired(Wired.init))
    }
    func resolve() async throws -> any Session {
      if form == "taking" { return try await container.resolve((any Session).self, named: form, with: 3) }
      return try await container.resolve((any Session).self, named: form)
    }
    weak var gone: AnyObject?
    do {
      let first = try await resolve()
      let second = try await resolve()
      #expect(first as AnyObject === second as AnyObject)
      #expect(first.number == 3)
      gone = first as AnyObject
    }
    try await Timeout.until("the object is released; the main actor's job may hold it a moment longer") { gone == nil }
    #expect(try await resolve().number == 3)
  }

  @Test("has values that are class instances only")
  func noObject() async throws {
    let container = Container()
    try container.register((any Session).self, scope: .weakObject) { _ in Copied() }
    try container.register((any Session).self, named: "slow", scope: .weakObject, .async { _ in Copied() })
    for name in [nil, "slow"] as [Name?] {
      let error = try await #require(throws: ResolutionError.self) { try await container.resolve((any Session).self, named: name) }
      #expect(error.code == .wrongType)
      #expect(error.path.count == 1)
    }
  }
}
