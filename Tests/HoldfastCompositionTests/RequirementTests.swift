import Holdfast
import HoldfastComposition
import HoldfastDiagnostics
import Testing

@Suite("What a composition requires or collects, needed after it was made")
struct RequirementTests {
  struct Module: Composition {
    let clock: Need<any Clock>
    let hour = Shared(\.clock) { $0.hour }
    let request = Given<Request>()
    let audit = Scoped<Request, Audit>(\.request) { Audit(user: $0.user) }
  }

  struct App: Composition {
    let clock = Shared<any Clock> { WallClock() }
    let evening = Shared<any Clock> { FixedClock(hour: 20) }
    let clocks = Several<any Clock>(\.clock, \.evening)
    let hours = Shared(\.clocks) { $0.map(\.hour) }
    let module = Module(clock: Need(\App.clock))
    let scopes = Scopes()
    let worker = Shared(\.scopes) { scopes in
      Worker { id in try await scopes.withScope(Request(user: User(id: id))) { scope, app in try scope(app.module.audit).user.id } }
    }
  }

  struct Worker: Sendable { let work: @Sendable (Int) async throws -> Int }

  struct Window: Composition {
    let clocks: Need<[any Clock]>
    let clock: Need<any Clock>
    let scopes: Need<ComposedScopeOpener<App>>
    let hours = Shared(\.clocks, \.clock) { $0.map(\.hour) + [$1.hour] }
    let worker = Shared(\.scopes) { scopes in
      Worker { id in try await scopes.withScope(Request(user: User(id: id))) { scope, app in try scope(app.module.audit).user.id } }
    }
  }

  @Test("An override in a layer needs several objects, what a module requires, and scopes")
  func layer() async throws {
    let app = try Composed(App.init)
    #expect(try app.hours() == [12, 20])
    let number = try await app.withOverrides({ override, app in
      override(app.clock) { FixedClock(hour: 6) }
      override(app.hours, app.clocks) { $0.map { $0.hour + 100 } }
      override(app.module.hour, app.module.clock) { $0.hour + 1000 }
      override(app.worker, app.scopes) { scopes in
        Worker { id in try await scopes.withScope(Request(user: User(id: id))) { scope, app in try scope(app.module.audit).user.id * 10 } }
      }
    }) {
      #expect(try Self.hours(app) == [106, 120])
      #expect(try Self.hour(app) == 1006)
      return try await Self.worker(app).work(7)
    }
    #expect(number == 70)
    #expect(try Self.hours(app) == [12, 20])
    #expect(try Self.hour(app) == 12)
    #expect(try await app.worker().work(7) == 7)
  }

  private static func hours(_ app: Composed<App>) throws -> [Int] { try app.hours() }
  private static func hour(_ app: Composed<App>) throws -> Int { try app.module.hour() }
  private static func worker(_ app: Composed<App>) throws -> Worker { try app.worker() }

  @Test("An override of a batch too, which outlives the call that collects it")
  func batch() throws {
    let app = try Composed(App.init)
    let count = try app.container.withOverrides({ batch in
      let override = app.overrides(in: batch)
      override(app.hours, app.clocks) { [$0.count] }
    }) { () throws(ResolutionError) in try app.hours() }
    #expect(count == [2])
  }

  @Test("A composition inside another needs what that one collects, requires and opens")
  func inside() async throws {
    let app = try Composed(App.init)
    let window = try Composed(inside: app) {
      Window(clocks: Need(app.clocks), clock: Need(app.module.clock), scopes: Need(app.scopes))
    }
    #expect(try window.hours() == [12, 20, 12])
    #expect(try await window.worker().work(7) == 7)
    #expect(window.container.problems().isEmpty, "\(window.container.problems())")
  }

  @Test(
    "What was collected by a composition that is released is refused with a remedy, and nothing is kept alive", arguments: [false, true])
  func released(isShutDown: Bool) async throws {
    let clocks: App.Several<any Clock>
    weak var log: Log?
    do {
      let kept = Log()
      log = kept
      let app = try Composed { Around(log: kept) }
      clocks = app.app.clocks
      if isShutDown { try await app.shutdown() }
    }
    #expect(log == nil)
    struct Inner: Composition {
      let clocks: Need<[any Clock]>
      let count = Shared(\.clocks) { $0.count }
    }
    let error = #expect(throws: CompositionError.self) { try Composed { Inner(clocks: Need(clocks)) } }
    #expect(error?.problems.map(\.kind) == [.notComposed(AnyKey([any Clock].self))])
    #expect(error?.description.contains("make its composition first") == true)
  }

  struct Around: Composition {
    let log: Log
    let app = App()
  }

  @Test("One requirement cannot be in two modules of one composition")
  func twice() throws {
    struct Twice: Composition {
      let clock = Shared<any Clock> { WallClock() }
      let one: Module
      let other: Module
      init() {
        let need = Need(\Twice.clock)
        (one, other) = (Module(clock: need), Module(clock: need))
      }
    }
    let error = #expect(throws: CompositionError.self) { try Composed(Twice.init) }
    #expect(error?.problems.map(\.kind) == [.composedTwice])
  }

  @Test("Two windows at once, made by threads, have the same outer objects")
  func concurrently() async throws {
    let app = try Composed(App.init)
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<4 {
        group.addTask {
          for _ in 0..<50 {
            let window = try? Composed(inside: app) {
              Window(clocks: Need(app.clocks), clock: Need(app.module.clock), scopes: Need(app.scopes))
            }
            let hours = try? window?.hours()
            #expect(hours == [12, 20, 12])
          }
        }
      }
    }
  }
}
