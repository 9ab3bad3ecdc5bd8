import Holdfast
import Testing

@Suite("What a factory made with a property that could not be filled")
struct UnfilledObjectTests {
  final class Missing: Sendable {}

  final class Outer: Sendable {
    let missing = Injected<Missing>()
  }

  enum Way: CaseIterable {
    case sync, async, mainActor

    var making: Making<Outer> {
      switch self {
      case .sync: .factory { _ in Outer() }
      case .async: .async { _ in Outer() }
      case .mainActor: .mainActor { _ in Outer() }
      }
    }
  }

  @Test("It is neither completed nor disposed of, and the caller is told what is missing", arguments: Way.allCases)
  func discarded(_ way: Way) async throws {
    let (container, injected, disposed) = (Container(), Counter(), Counter())
    try container.register(Outer.self, scope: .singleton(dispose: { _ in disposed.add() }), way.making)
    try container.registerInjector(Outer.self) { _, _ in injected.add() }
    let error = try #require(await #expect(throws: ResolutionError.self) { try await container.resolve(Outer.self) })
    #expect(error.code == .notRegistered && error.path == [AnyKey(Outer.self), AnyKey(Missing.self)], "\(error)")
    #expect(try await container.shutdown().isClean)
    #expect(injected.value == 0 && disposed.value == 0)
  }

  @Test("A transient of that kind is not completed", arguments: Way.allCases)
  func transient(_ way: Way) async throws {
    let (container, injected) = (Container(), Counter())
    try container.register(Outer.self, scope: .transient, way.making)
    try container.registerInjector(Outer.self) { _, _ in injected.add() }
    await #expect(throws: ResolutionError.self) { try await container.resolve(Outer.self) }
    #expect(injected.value == 0)
  }

  @Test("No decorator is given it", arguments: Way.allCases, [Lifetime<Outer>.singleton, .transient])
  func undecorated(_ way: Way, _ lifetime: Lifetime<Outer>) async throws {
    let (container, decorated) = (Container(), Counter())
    try container.register(Outer.self, scope: lifetime, way.making)
    try container.decorate(Outer.self) { outer, _ in
      decorated.add()
      return outer
    }
    if case .async = way {
      try container.decorate(
        Outer.self,
        async: { outer, _ in
          decorated.add()
          return outer
        })
    }
    let error = try #require(await #expect(throws: ResolutionError.self) { try await container.resolve(Outer.self) })
    #expect(error.code == .notRegistered && error.path == [AnyKey(Outer.self), AnyKey(Missing.self)], "\(error)")
    #expect(decorated.value == 0)
  }

  private class Page: @unchecked Sendable {}  // unchecked: it has constants only

  private final class Whole: Page, Disposable, @unchecked Sendable {  // unchecked: it has constants only
    let disposals: Counter

    init(_ disposals: Counter) { self.disposals = disposals }

    func dispose() { disposals.add() }
  }

  private final class Lacking: Page, Disposable, @unchecked Sendable {  // unchecked: it has constants only
    let missing = Injected<Missing>()
    let disposals: Counter

    init(_ disposals: Counter) { self.disposals = disposals }

    func dispose() { disposals.add() }
  }

  enum Decorating: CaseIterable {
    case sync, async
  }

  @Test(
    "What a decorator made of that kind goes no further, and only what it was given is disposed of", arguments: Way.allCases,
    Decorating.allCases)
  func decorator(_ way: Way, _ decorating: Decorating) async throws {
    // An asynchronous decorator is for asynchronous factories only.
    if case .async = decorating, way != .async { return }
    for hasDisposer in [false, true] {
      let container = Container()
      let (disposals, lacking, told, further) = (Counter(), Counter(), Counter(), Counter())
      let making: Making<Page> =
        switch way {
        case .sync: .factory { _ in Whole(disposals) }
        case .async: .async { _ in Whole(disposals) }
        case .mainActor: .mainActor { _ in Whole(disposals) }
        }
      let lifetime: Lifetime<Page> = hasDisposer ? .singleton(dispose: { if $0 is Whole { told.add() } }) : .singleton
      try container.register(Page.self, scope: lifetime, making)
      switch decorating {
      case .sync: try container.decorate(Page.self) { _, _ in Lacking(lacking) }
      case .async: try container.decorate(Page.self, async: { _, _ in Lacking(lacking) })
      }
      try container.decorate(Page.self) { page, _ in
        further.add()
        return page
      }
      let error = try #require(await #expect(throws: ResolutionError.self) { try await container.resolve(Page.self) })
      #expect(error.code == .notRegistered && error.path == [AnyKey(Page.self), AnyKey(Missing.self)], "\(error)")
      _ = try await container.shutdown()
      #expect(further.value == 0 && lacking.value == 0)
      #expect(disposals.value == (hasDisposer ? 0 : 1) && told.value == (hasDisposer ? 1 : 0))
    }
  }
}
