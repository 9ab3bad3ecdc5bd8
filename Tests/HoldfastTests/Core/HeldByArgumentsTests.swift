import Holdfast
import HoldfastDiagnostics
import Testing

/// What is kept by arguments is handed out without a build: each way in which what was handed out may be wrong the next time.
@Suite("What is kept by arguments is handed out at once, and is never stale")
struct HeldByArgumentsTests {
  fileprivate final class Page: Sendable {
    let number: Int
    let edition: Int

    init(_ number: Int, _ edition: Int) { (self.number, self.edition) = (number, edition) }
  }

  /// The lifetimes whose instances a container keeps by arguments.
  enum Kept: CaseIterable {
    case singleton, cached, weak

    fileprivate func lifetime(capacity: Int? = nil) -> Lifetime<Page, Int> {
      switch self {
      case .singleton: .singleton(capacity: capacity)
      case .cached: .cached("pages", capacity: capacity)
      case .weak: .weak(capacity: capacity)
      }
    }
  }

  private let container = Container()
  private let editions = Counter()

  private func register(_ scope: Lifetime<Page, Int> = .singleton, in registrar: Container? = nil) throws {
    try (registrar ?? container).register(
      Page.self, scope: scope, .factory(taking: Int.self) { [editions] _, number in Page(number, editions.add()) })
  }

  /// Asks twice, so that the second time is no build; with threads and with tasks.
  private func page(_ number: Int, of resolver: some Resolver & Sendable) async throws -> Page {
    let first = try await resolver.resolve(Page.self, with: number)
    #expect(try await resolver.resolve(Page.self, with: number) === first)
    #expect(try { try resolver.resolve(Page.self, with: number) }() === first)
    #expect(first.number == number)
    return first
  }

  @Test("Replaced, reset, unregistered and registered again", arguments: Kept.allCases)
  func changes(_ kept: Kept) async throws {
    try register(kept.lifetime())
    let first = try await page(1, of: container)
    try register(kept.lifetime())
    let second = try await page(1, of: container)
    #expect(second !== first)
    #expect(try container.reset(Page.self, taking: Int.self))
    let third = try await page(1, of: container)
    #expect(third !== second)
    try container.resetAll()
    #expect(try await page(1, of: container) !== third)
    #expect(try container.unregister(Page.self, taking: Int.self))
    #expect(throws: ResolutionError.self) { try container.resolve(Page.self, with: 1) }
    try register(kept.lifetime())
    #expect(try await page(1, of: container) !== third)
  }

  @Test("A layer has its own, and overrides; afterwards the container's is there again", arguments: [false, true])
  func layers(isSealed: Bool) async throws {
    try register()
    if isSealed { container.seal() }
    let outside = try await page(1, of: container)
    try container.withOverrides { _ in
    } operation: { () throws in
      let inside = try container.resolve(Page.self, with: 1)
      #expect(inside !== outside)
      #expect(try container.resolve(Page.self, with: 1) === inside)
    }
    try container.withOverrides {
      $0.register(Page.self, .factory(taking: Int.self) { _, number in Page(number, -1) })
    } operation: { () throws in
      for _ in 0..<2 { #expect(try container.resolve(Page.self, with: 1).edition == -1) }
    }
    #expect(try await page(1, of: container) === outside)
  }

  @Test("A child takes its parent's until it has a registration of its own")
  func children() async throws {
    try register()
    let child = Container(parent: container)
    let parents = try await page(1, of: child)
    #expect(try await page(1, of: container) === parents)
    try register(in: child)
    #expect(try await page(1, of: child) !== parents)
    #expect(try child.unregister(Page.self, taking: Int.self))
    #expect(try await page(1, of: child) === parents)
  }

  @Test("Each scope has its own, until it ends")
  func scopes() async throws {
    try register(.scoped)
    let scope = try container.openScope()
    let own = try await page(1, of: scope)
    try await container.withScope { other async throws in
      let others = try await page(1, of: other)
      #expect(others !== own)
    }
    #expect(try await page(1, of: scope) === own)
    try register(.scoped)
    let next = try await page(1, of: scope)
    #expect(next !== own)
    await scope.end()
    #expect(throws: ResolutionError.self) { try scope.resolve(Page.self, with: 1) }
    #expect(throws: ResolutionError.self) { try container.resolve(Page.self, with: 1) }
  }

  @Test("A full cache lets go of what was used least recently, and makes it anew", arguments: Kept.allCases)
  func capacity(_ kept: Kept) async throws {
    try register(kept.lifetime(capacity: 2))
    let (first, second) = (try await page(1, of: container), try await page(2, of: container))
    #expect(try await page(1, of: container) === first)
    _ = try await page(3, of: container)
    #expect(try await page(1, of: container) === first)
    #expect(try await page(2, of: container) !== second)
  }

  @Test("A watched object that was released is made anew")
  func released() async throws {
    try register(.weak)
    let edition = try await page(1, of: container).edition
    let kept = try await page(1, of: container)
    #expect(kept.edition != edition)
    #expect(try await container.resolve(Page.self, with: 1) === kept)
  }

  @Test("After a shutdown nothing is handed out", arguments: Kept.allCases)
  func shutdown(_ kept: Kept) async throws {
    try register(kept.lifetime())
    let kept = try await page(1, of: container)
    try await container.shutdown()
    #expect(try failure { try container.resolve(Page.self, with: 1) }.code == .shutDown)
    withExtendedLifetime(kept) {}
  }

  @Test("What a factory asks for is its need, also where it is kept already")
  func needs() async throws {
    try register()
    _ = try await page(1, of: container)
    try container.register(String.self) { [container] resolver in
      "\(try resolver.resolve(Page.self, with: 1).number) \(try container.resolve(Page.self, with: 1).number)"
    }
    #expect(try await container.resolve(String.self) == "1 1")
    #expect(container.graph().edges.contains { $0.from == AnyKey(String.self) && $0.to == AnyKey(Page.self, taking: Int.self) })
  }

  @Test("Several arguments of unlike sizes are told apart one by one, and released with their cache")
  func severalArguments() throws {
    let alive = Counter()
    try container.register(
      String.self,
      .factory(taking: Bool.self, Wide.self, UInt8.self, String.self) { _, flag, wide, byte, text in
        "\(flag) \(wide.number) \(byte) \(text)"
      })
    for _ in 0..<2 {
      for number in 0..<40 {
        let text = try container.resolve(
          String.self, with: number.isMultiple(of: 2), Wide(number, alive), UInt8(number % 3), "argument that is no small string \(number)")
        #expect(text == "\(number.isMultiple(of: 2)) \(number) \(number % 3) argument that is no small string \(number)")
      }
    }
    #expect(alive.value == 40)
    try container.resetAll()
    #expect(alive.value == 0)
  }

  /// An argument that counts its copies' tokens: each value has one.
  private struct Wide: Hashable, Sendable {
    private final class Token: Sendable {
      let alive: Counter
      init(_ alive: Counter) {
        self.alive = alive
        alive.add()
      }
      deinit { alive.add(-1) }
    }

    let number: Int
    private let token: Token

    init(_ number: Int, _ alive: Counter) { (self.number, token) = (number, Token(alive)) }

    static func == (left: Wide, right: Wide) -> Bool { left.number == right.number }
    func hash(into hasher: inout Hasher) { hasher.combine(number) }
  }

  @Test("Threads that ask while the cache is reset and its capacity is passed get a value of their arguments")
  func races() async throws {
    try register(.singleton(capacity: 4))
    let start = Gate("the start of the race")
    let readers = (0..<4).map { index in
      Pending.onThread { [container] () throws in
        try start.block()
        for turn in 0..<500 {
          let number = (turn + index) % 6
          #expect(try container.resolve(Page.self, with: number).number == number)
        }
      }
    }
    let writer = Pending.onThread { [container] () throws in
      try start.block()
      for turn in 0..<100 {
        if turn.isMultiple(of: 3) { try register(.singleton(capacity: 4)) } else { try container.reset(Page.self, taking: Int.self) }
      }
    }
    start.open()
    for reader in readers { try await reader.value() }
    try await writer.value()
  }
}
