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

@Suite("Weak by a protocol")
struct WeakObjectTests {
  @Test("is shared while it is held, and built anew afterwards", arguments: [false, true])
  func watched(isAsynchronous: Bool) async throws {
    let container = Container()
    if isAsynchronous {
      try container.register((any Session).self, scope: .weakObject, async: { _ in Live() })
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

  @Test("has values that are class instances only")
  func noObject() async throws {
    let container = Container()
    try container.register((any Session).self, scope: .weakObject) { _ in Copied() }
    try container.register((any Session).self, named: "slow", scope: .weakObject, async: { _ in Copied() })
    for name in [nil, "slow"] as [Name?] {
      let error = try await #require(throws: ResolutionError.self) { try await container.resolve((any Session).self, named: name) }
      #expect(error.code == .wrongType)
      #expect(error.path.count == 1)
    }
  }

  @Test("takes no disposer, which would never run")
  func disposer() {
    #expect {
      try Container { $0.register((any Session).self, scope: .weakObject, dispose: { _ in }) { _ in Live() } }
    } throws: {
      ($0 as? ResolutionError)?.code == .invalidKey
    }
  }
}
