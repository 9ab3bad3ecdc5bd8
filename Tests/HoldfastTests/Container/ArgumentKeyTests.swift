import Holdfast
import HoldfastCompatibility
import HoldfastDiagnostics
import Testing

// Not private: the runtime finds no private protocol by its name.
protocol Paged: Sendable { var number: Int { get } }

/// A key with arguments is a key like any other.
@Suite("Keys with arguments")
struct ArgumentKeyTests {
  private final class Page: Paged {
    let number: Int
    init(_ number: Int) { self.number = number }
  }

  private final class Book: Sendable {
    let page: Page?
    init(_ page: Page?) { self.page = page }
  }

  private let container = Container()
  private let key = AnyKey(Page.self, taking: Int.self)

  @Test("It is contained, reset and unregistered, and the key of its type alone is another")
  func change() throws {
    try container.register(Page.self, .factory(taking: Int.self) { _, number in Page(number) })
    #expect(container.keys() == [key])
    #expect(container.contains(Page.self, taking: Int.self) && container.contains(key))
    #expect(!container.contains(Page.self) && !container.contains(Page.self, taking: String.self))
    let first = try container.resolve(Page.self, with: 1)
    #expect(try container.reset(Page.self, taking: Int.self))
    #expect(try container.resolve(Page.self, with: 1) !== first)
    #expect(try !container.unregister(Page.self))
    #expect(try container.unregister(Page.self, taking: Int.self))
    #expect(!container.contains(key))
  }

  @Test("It may be missing, for threads and tasks, also behind a parent and a chain")
  func missing() async throws {
    for resolver in [container, Container(parent: container), Container(parent: ResolverChain([container]))] as [any Resolver & Sendable] {
      #expect(try await resolver.resolveIfRegistered(Page.self, with: 1) == nil)
    }
    try container.register(Page.self, .factory(taking: Int.self) { _, number in Page(number) })
    for resolver in [container, Container(parent: container), Container(parent: ResolverChain([container]))] as [any Resolver & Sendable] {
      #expect(try await resolver.resolveIfRegistered(Page.self, with: 1)?.number == 1)
      #expect(try resolver.resolveNow(Page.self, with: 2).number == 2)
      let wrapped: Page? = try await resolver.resolve(Page?.self, with: 3)
      #expect(wrapped?.number == 3)
    }
  }

  @Test("It is forwarded with its arguments, to a target that is made synchronously or not, and decorated once")
  func forward() async throws {
    let decorated = Counter()
    try container.register(Page.self, named: "now", .factory(taking: Int.self) { _, number in Page(number) })
      .register(Page.self, named: "later", .async(taking: Int.self) { _, number in Page(number) })
      .decorate(Page.self) { page, _ in
        decorated.add()
        return page
      }
    for name in ["now", "later"] as [Name] {
      try container.forward((any Paged).self, named: name, to: Page.self, targetNamed: name, taking: Int.self) { $0 }
      let page = try await container.resolve((any Paged).self, named: name, with: 4)
      #expect(page.number == 4)
      #expect(try await container.resolve(Page.self, named: name, with: 4) === page as? Page)
    }
    #expect(decorated.value == 2)
    #expect(container.problems().isEmpty)
  }

  @Test("A transient is decorated, whether it is registered before the container's first decorator, in one batch with it, or after it")
  func decorated() throws {
    try container.register(Page.self, named: "before", scope: .transient, .factory(taking: Int.self) { _, number in Page(number) })
      .registerAll { batch in
        batch.register(Page.self, named: "with", scope: .transient, .factory(taking: Int.self) { _, number in Page(number) })
          .decorate(Book.self) { book, _ in book }
      }
      .register(Page.self, named: "after", scope: .transient, .factory(taking: Int.self) { _, number in Page(number) })
    for name in ["before", "with", "after"] as [Name] { #expect(try container.resolve(Page.self, named: name, with: 1).number == 1) }
    try container.decorate(Page.self) { page, _ in Page(-page.number) }
    for name in ["before", "with", "after"] as [Name] { #expect(try container.resolve(Page.self, named: name, with: 1).number == -1) }
  }

  @Test("It is declared, learned and drawn as a dependency, and has its own")
  func dependencies() throws {
    try container.register(Page.self, scope: .transient, .factory(taking: Int.self) { _, number in Page(number) })
      .register(Book.self, .factory(taking: Int.self) { r, number in Book(try r.resolve(Page.self, with: number)) })
      .register(Book.self) { _ in Book(nil) }
      .declare(Book.self, needs: .on(Page.self, taking: Int.self))
    _ = try container.resolve(Book.self, with: 5)
    let edges = container.graph().edges
    #expect(edges.contains { $0.from == AnyKey(Book.self) && $0.to == key && $0.isDeclared })
    #expect(edges.contains { $0.from == AnyKey(Book.self, taking: Int.self) && $0.to == key && !$0.isDeclared })
    try container.declare(Book.self, taking: Int.self, needs: .on(String.self))
    #expect(container.problems().contains { $0.kind == .missing && $0.key == AnyKey(Book.self, taking: Int.self) })
  }

  @Test("What was missed narrowly is named, with other arguments or by a protocol")
  func nearest() throws {
    try container.register(Page.self, .factory(taking: Int.self) { _, number in Page(number) })
    for body in [{ _ = try $0.resolve(Page.self, with: "1") }, { _ = try $0.resolve((any Paged).self, with: 1) }]
      as [(Container) throws -> Void]
    {
      #expect {
        try body(container)
      } throws: {
        "\($0)".contains("Page taking Swift.Int")
      }
    }
  }

  @Test("Injectors and decorators run on the main actor for what is made there from arguments")
  func extensions() async throws {
    let injected = Counter()
    try container.register(Page.self, .mainActor(taking: Int.self) { _, number in Page(number) })
      .registerInjector(Page.self, mainActor: { _, _ in _ = injected.add() })
    #expect(try await container.resolve(Page.self, with: 6).number == 6)
    #expect(throws: ResolutionError.self) { try container.resolve(Page.self, with: 7) }
    #expect(try await MainActor.run { try container.resolveNow(Page.self, with: 8).number } == 8)
    #expect(injected.value == 2)
  }
}
