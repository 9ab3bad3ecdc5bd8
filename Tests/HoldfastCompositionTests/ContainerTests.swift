import Foundation
import Holdfast
import HoldfastComposition
import HoldfastDiagnostics
import Synchronization
import TestSupport
import Testing

@Suite("The container of a composition")
struct ContainerTests {
  @Test("Keys have the paths of the properties, the needs are known before anything is built, and all of it is valid")
  func graph() throws {
    let app = try makeApp()
    let names = app.container.keys().compactMap { $0.name?.text }
    #expect(names.contains("storage.store") && names.contains("ordering.till") && names.contains("accounts.profile"))
    let graph = app.container.graph()
    #expect(graph.nodes.allSatisfy { $0.areNeedsKnown })
    let till = try #require(graph.edges.filter { $0.from.name == "ordering.till" }.compactMap { $0.to.name?.text } as [String]?)
    #expect(Set(till) == ["payments", "ordering.receipt"])
    #expect(app.container.problems(.afterWarmUp).isEmpty, "\(app.container.problems(.afterWarmUp))")
  }

  @Test("Drawings, events and the timeline of builds name the properties, also of a module, and who needed what")
  func told() async throws {
    let app = try makeApp()
    #expect(app.container.graph().mermaid.contains("storage.store") && app.container.graph().dot.contains("ordering.till"))
    let timeline = BuildTimeline(of: app.container)
    let log = Log()
    let observation = app.container.observe { event in
      if case .built = event.kind { log.note("\(event.key.name?.text ?? "?") for \(event.requestedBy?.name?.text ?? "none")") }
    }
    _ = try app.storage.store()
    try await app.warmUp()
    observation.cancel()
    #expect(log.all.prefix(3) == ["storage.config for storage.store", "storage.clock for storage.store", "storage.store for none"])
    #expect(timeline.spans.contains { $0.key.name == "accounts.theme" } && timeline.spans.contains { $0.key.name == "banner" })
  }

  @Test("A shutdown disposes in the reverse order of creation; afterwards requests throw")
  func shutdown() async throws {
    struct Closing: Composition {
      let log: Log
      let first: Shared<Cache>
      let second: Shared<Avatars>
      init(_ log: Log) {
        self.log = log
        first = Shared(dispose: { _ in log.note("first") }) { Cache() }
        second = Shared(dispose: { _ in log.note("second") }, \.first) { Avatars(cache: $0) }
      }
    }
    let log = Log()
    let app = try Composed { Closing(log) }
    try use(app.second)
    #expect(try await app.shutdown().isClean)
    #expect(log.all == ["second", "first"])
    let error = #expect(throws: ResolutionError.self) { try app.second() }
    #expect(error?.code == .shutDown)
  }

  private func use<Root, Value>(_ object: SharedObject<Root, Value>) throws { _ = try object() }

  @Test("What is kept of a released composition throws, and its objects are released, sealed or not", arguments: [false, true])
  func released(isSealed: Bool) throws {
    weak var till: Till?
    var store: SharedObject<StorageObjects, any Store>?
    do {
      let app = try makeApp()
      if isSealed { app.container.seal() }
      store = app.storage.store
      till = try app.ordering.till()
      #expect(till != nil)
    }
    let error = #expect(throws: ResolutionError.self) { try store?() }
    #expect(error?.code == .shutDown)
    store = nil
    #expect(till == nil)
  }

  @Test("The objects of a sealed composition are released with it")
  func releasedSealed() throws {
    weak var avatars: Avatars?
    struct Plain: Composition {
      let cache = Shared { Cache() }
      let avatars = Shared(\.cache) { Avatars(cache: $0) }
    }
    do {
      let app = try Composed(Plain.init)
      app.container.seal()
      avatars = try app.avatars()
      #expect(try app.avatars() === avatars)
    }
    #expect(avatars == nil)
  }

  @Test("Compositions that were made and dropped leave nothing")
  func dropped() throws {
    struct Counted: Composition {
      let object: Shared<Counter>
      let user: Shared<[Counter]>
      init() {
        object = Shared { Counter() }
        user = Shared(\.object) { [$0] }
      }
    }
    for _ in 0..<2_000 {
      let app = try Composed(Counted.init)
      #expect(try app.user().count == 1)
      withExtendedLifetime(app) {}
    }
    #expect(Counter.living.load(ordering: .relaxed) == 0)
  }

  @Test("A late request is told where the composition was shut down")
  func shutDown() async throws {
    let app = try makeApp()
    try await app.shutdown()
    let line = #line - 1
    let error = #expect(throws: ResolutionError.self) { try app.payments() }
    #expect(error?.code == .shutDown)
    let message = error?.message ?? ""
    #expect(message.hasSuffix("was shut down at HoldfastCompositionTests/ContainerTests.swift:\(line)."), "\(message)")
  }

  @Test("A change of the container does not confuse a property: it finds the cell again")
  func replaced() throws {
    let app = try makeApp()
    let cache = try app.payments()
    #expect(cache.pay(1) == "paid 1 at 12")
    for round in 0..<3 {
      let clock = app.storage.clock
      try app.container.register((any Clock).self, named: clock.key?.name) { _ in FixedClock(hour: round) }
      #expect(try clock().hour == round)
      #expect(try clock().hour == round)
      try app.container.reset((any Payments).self, named: "payments")
      #expect(try app.payments().pay(1) == "paid 1 at \(round)")
    }
    try app.container.unregister((any Clock).self, named: app.storage.clock.key?.name)
    let error = #expect(throws: ResolutionError.self) { try app.storage.clock() }
    #expect(error?.code == .notRegistered)
  }

  @Test("Threads that ask while the container changes never get an older object than before", .load)
  func changing() throws {
    let app = try makeApp()
    let clock = app.storage.clock
    let (isOver, ended, wrong) = (Flag(), Tally(), Tally())
    let asking = 3
    for _ in 0..<asking {
      Thread.detachNewThread {
        var last = 0
        while !isOver.isSet {
          guard let hour = try? clock().hour, hour == 12 && last == 0 || hour >= last else {
            wrong.add()
            break
          }
          last = hour == 12 && last == 0 ? 0 : hour
        }
        ended.add()
      }
    }
    for hour in 100..<400 {
      try app.container.register((any Clock).self, named: clock.key?.name) { _ in FixedClock(hour: hour) }
      #expect(try clock().hour == hour)
    }
    isOver.set()
    while ended.count < asking { sched_yield() }
    #expect(wrong.count == 0)
    withExtendedLifetime(app) {}
  }

  @Test("An override of the outer composition's object is refused by the inner one")
  func overrideOfOuter() throws {
    struct Window: Composition {
      let outer: Need<any Payments>
      let payments = Shared<any Payments>(\.outer) { $0 }
    }
    let app = try makeApp()
    let window = try Composed(inside: app) { Window(outer: Need(app.payments)) }
    #expect(throws: CompositionError.self) {
      try window.withOverrides({ override, _ in override(app.payments) { CardPayments(clock: FixedClock(hour: 1)) } }) {}
    }
  }

  @Test("Beside registered values, in both directions")
  func beside() throws {
    struct Reports: Composition {
      let clock = Registered<any Clock>()
      let payments = Shared<any Payments>(\.clock) { CardPayments(clock: $0) }
    }
    let container = try Container { $0.register((any Clock).self) { _ in FixedClock(hour: 3) } }
    let reports = try Composed(Reports.init, in: container)
    let key = try #require(reports.payments.key)
    try container.register(String.self) { r in try r.resolve(key).pay(7) }
    #expect(try container.resolve(String.self) == "paid 7 at 3")
    #expect(key.name == "Reports.payments")
    #expect(container.problems().isEmpty)
    let error = #expect(throws: CompositionError.self) { try Composed(Reports.init) }
    #expect(error?.problems.map(\.kind) == [.notRegistered(AnyKey((any Clock).self))])
    #expect(error?.description.hasSuffix("compose in that container: Composed(App.init, in: container).") == true)
    let taken = #expect(throws: CompositionError.self) { try Composed(Reports.init, in: container) }
    #expect(taken?.problems.map(\.kind) == [.taken])
    let other = try Composed(Reports.init, in: container, named: "other")
    #expect(try other.payments().pay(1) == "paid 1 at 3")
  }

  @Test("A composition inside another, with objects of the outer one")
  func inside() throws {
    struct Twice: Payments {
      let inner: any Payments
      func pay(_ cents: Int) -> String { "twice " + inner.pay(cents) }
    }
    struct Window: Composition {
      let outer: Need<any Payments>
      let payments = Shared<any Payments>(\.outer) { Twice(inner: $0) }
    }
    let app = try makeApp()
    let window = try Composed(inside: app) { Window(outer: Need(app.payments)) }
    #expect(try window.payments().pay(1) == "twice paid 1 at 12")
    #expect(window.container.problems().isEmpty)
    let error = #expect(throws: CompositionError.self) { try Composed { Window(outer: Need(app.payments)) } }
    #expect(error?.problems.map(\.kind) == [.unrelated(AnyKey((any Payments).self, named: "payments"))])
    let text = try app.withOverrides({ override, app in override(app.storage.clock) { FixedClock(hour: 4) } }) {
      try window.payments().pay(1)
    }
    #expect(text == "twice paid 1 at 4")
    #expect(try window.payments().pay(1) == "twice paid 1 at 12")
  }
}
