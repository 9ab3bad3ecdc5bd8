import Holdfast
import TestSupport
import Testing

/// An Optional of a registered type is handed out as its value is.
@Suite("An Optional of a registered type")
struct OptionalHitTests {
  private final class Page: Sendable {}

  @Test("It is the value's instance, by every way and after every change", arguments: [false, true])
  func values(isSealed: Bool) async throws {
    let container = Container()
    #expect(throws: ResolutionError.self) { try container.resolveNow(Page?.self) }
    try container.register(Page.self) { _ in Page() }
    try container.register(Page.self, named: "transient", scope: .transient) { _ in Page() }
    try container.register(Page.self, named: "cached", scope: .cached("pages")) { _ in Page() }
    try container.register(Page.self, named: "scoped", scope: .scoped) { _ in Page() }
    if isSealed { container.seal() }
    func now(_ resolver: Container, named name: Name? = nil) throws -> Page? { try resolver.resolve(named: name) }
    let first = try now(container)
    for _ in 0..<2 {
      #expect(try now(container) === first)
      #expect(try await container.resolve(Page?.self) === first)
      #expect(try await container.resolve(Page.self) === first)
      #expect(try { try container.resolve(Page??.self) }() as? Page === first)
      #expect(try now(container, named: "transient") !== first)
      let cached = try await container.resolve(Page.self, named: "cached")
      #expect(try now(container, named: "cached") === cached)
      #expect(try await container.resolve(Page?.self, named: "cached") === cached)
    }
    try await container.withScope { scope async throws in
      let own: Page? = try await scope.resolve(named: "scoped")
      let (again, shared) = try { (try scope.resolve(Page?.self, named: "scoped"), try scope.resolve(Page?.self)) }()
      #expect(again === own && shared === first)
    }
    try container.withOverrides {
      $0.register(Page.self) { _ in Page() }
    } operation: { () throws in
      let inside = try container.resolve(Page?.self)
      #expect(inside !== first)
      #expect(try container.resolve(Page?.self) === inside)
    }
    let child = Container(parent: container)
    #expect(try now(child) === first)
    if !isSealed {
      try container.reset(Page.self)
      #expect(try now(container) !== first)
      try container.unregister(Page.self)
      #expect(throws: ResolutionError.self) { try container.resolveNow(Page?.self) }
    }
    try await container.shutdown()
    #expect(throws: ResolutionError.self) { try container.resolveNow(Page?.self) }
  }

  @Test("What is missing is so until it is registered, also while a layer ends", .load)
  func missing() async throws {
    let container = Container()
    let start = Gate("the start of the race")
    let layers = Pending.onThread { () throws in
      try start.block()
      for _ in 0..<200 { container.withOverrides({ $0.register(Page.self) { _ in Page() } }, operation: {}) }
    }
    try container.register(Int.self) { _ in 7 }
    start.open()
    func isMissing() throws -> Bool { try container.resolveIfRegistered(Page.self) == nil }
    func number() throws -> Int? { try container.resolveIfRegistered(Int.self) }
    for _ in 0..<2_000 {
      #expect(try number() == 7)
      #expect(try isMissing())
    }
    try await layers.value()
    for _ in 0..<200 {
      try container.register(Page.self) { _ in Page() }
      #expect(try !isMissing())
      try container.unregister(Page.self)
      #expect(try isMissing())
    }
  }
}
