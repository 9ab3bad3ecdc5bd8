import Holdfast
import HoldfastComposition
import HoldfastStress

/// The objects of a composition, asked for by all workers at once while some of them override or decorate: each is made once all the same.
///
/// A round composes anew, mostly open, sometimes sealed. An act asks for a shared object, for one of two that refer to each other, for one of an
/// argument, for one that a task makes or that each caller gets anew, or opens a scope, also from inside; one act asks for each other kind. In an override layer an act gets another
/// object, which no other act may get; what is made there of several objects has those of the layer. An act registers something else in the place of
/// an object, and does not get the one that it had before. A composition inside has objects of the outer one.
final class CompositionHerd: ContainerWorkload {
  static let name = "composition"
  static let summary = "all workers ask for a composition's objects at once: shared ones are made once, layers and scopes have their own"
  static let acts = 12
  static let hasRounds = true

  private let ledger: Ledger
  private let rounds: Rounds<Composed<HerdObjects>>
  private let defect: Defect?
  var containers: [Container] { [rounds.current.container] }

  init(_ setting: Setting, _ defect: Defect?) {
    ledger = setting.ledger
    self.defect = defect
    let ledger = ledger
    rounds = Rounds(seed: setting.seed, name: Self.name, first: Self.compose(ledger))
  }

  private static func compose(_ ledger: Ledger) -> Composed<HerdObjects> {
    do { return try Composed { HerdObjects(ledger) } } catch { fatalError("the composition of the workload was refused: \(error)") }
  }

  func prepare() {
    plant(in: rounds.current)
  }

  /// Registers something else in the place of an object, so that the composition seems to be broken.
  private func plant(in app: Composed<HerdObjects>) {
    let (ledger, census) = (ledger, app.census)
    ledger.expectSuccess("planting a defect") {
      switch defect {
      case .composesTwice:
        // Built by each caller that comes before it is there.
        let built = Locked<HerdItem?>(nil)
        try app.container.register(HerdItem.self, named: app.module.hub.key?.name, scope: .transient) { _ in
          if let item = built.withLock({ $0 }) { return item }
          let item = HerdItem(census.build(HerdCensus.hub, in: ledger))
          built.withLock { $0 = item }
          return item
        }
      case .sharesGuest:
        try app.container.register(HerdItem.self, named: "guest") { _ in
          HerdItem(Tracked(key: HerdCensus.user, in: ledger))
        }
      default: break
      }
    }
  }

  func beginRound() {
    rounds.current.census.check(ledger)
    rounds.advance { [ledger] number, _ in
      let app = Self.compose(ledger)
      plant(in: app)
      if number.isMultiple(of: 4) { app.container.seal() }
      return app
    }
  }

  func act(_ number: Int, by worker: Worker) {
    let app = rounds.current
    do {
      switch number {
      case 0: settle(try app.module.hub().tracked, of: app, by: worker)
      case 1: judge(try app.sun(), of: app, by: worker)
      case 2: judge(try app.moon(), of: app, by: worker)
      case 3: settle(try app.shelf(worker.random.below(HerdCensus.shelves)).tracked, of: app, by: worker)
      case 4: worker.check(try app.slip().claim(), .ownObject, "an object was handed out twice that each caller gets anew")
      case 5: settle(try app.module.decorated().tracked, of: app, by: worker)
      case 8: try replace(in: app, by: worker)
      case 9: try open(inside: app, by: worker)
      default: try override(in: app, by: worker)
      }
    } catch let error as ResolutionError where error.code == .sealed {
      // A sealed container has no layers.
    } catch {
      worker.check(false, .noSurprise, "an object of a composition could not be had: \(error)")
    }
  }

  func actInTask(_ number: Int, by worker: Worker) async {
    let app = rounds.current
    do {
      switch number {
      case 6: settle(try await app.module.pool().tracked, of: app, by: worker)
      case 7:
        let own = try await app.withScope(HerdVisit(number: worker.index)) { scope in
          let (one, other) = (try scope(app.guest), try scope(app.guest))
          worker.check(one === other, .oneObject, "one scope has two objects")
          return one
        }
        worker.check(own.tracked.claim(), .graphApart, "object \(own.tracked.serial) is in two scopes")
      case 10:
        let own = try await app.opener().withScope(HerdVisit(number: worker.index)) { scope, app in try scope(app.guest) }
        worker.check(own.tracked.claim(), .graphApart, "object \(own.tracked.serial) is in two scopes")
      case 11: try await askInTask(app, by: worker)
      default: act(number, by: worker)
      }
    } catch {
      worker.check(false, .noSurprise, "an object of a composition could not be had: \(error)")
    }
  }

  /// Each kind that the other acts do not ask for. Those of the main actor are in none: the main thread waits for the end of the run.
  private func askInTask(_ app: Composed<HerdObjects>, by worker: Worker) async throws {
    func own(_ tracked: Tracked, _ what: String) { worker.check(tracked.claim(), .ownObject, "\(what) was handed out twice") }
    own(try await app.slipInTask(), "what each caller gets anew, made in a task,")
    own(try app.made(worker.index), "what is made of an argument")
    own(try await app.madeInTask(worker.index), "what a task makes of an argument")
    try await app.withScope(HerdVisit(number: worker.index)) { scope in
      let (one, other) = (try await scope(app.visited), try await scope(app.visited))
      worker.check(one === other, .oneObject, "one scope has two objects that tasks make")
      own(one.tracked, "what each scope has its own of, made in a task,")
      own(try scope(app.fresh), "what each caller in a scope gets anew")
      own(try await scope(app.freshInTask), "what each caller in a scope gets anew, made in a task,")
      own(try scope(app.page, 1), "what is made of an argument in a scope")
      own(try await scope(app.pageInTask, 1), "what a task makes of an argument in a scope")
    }
  }

  func finish() {
    rounds.current.census.check(ledger)
  }

  private func override(in app: Composed<HerdObjects>, by worker: Worker) throws {
    let ledger = ledger
    let number = worker.index
    try app.withOverrides({ override, app in
      override(app.module.hub) { HerdItem(Tracked(key: HerdCensus.hub, generation: UInt64(number) + 1, in: ledger)) }
      override(app.all, app.several) { $0 }
    }) {
      let (hub, user) = (try app.module.hub(), try app.user())
      worker.check(user.next === hub, .oneObject, "what was made in a layer does not have the layer's object")
      worker.check(hub.tracked.generation == UInt64(number) + 1, .graphApart, "a layer gave the object of another one")
      worker.check(try app.all().first === hub, .oneObject, "what a layer collects is not the layer's")
    }
  }

  /// Registers something else in the place of an object. Others do so too, but none gives the object back that was there.
  private func replace(in app: Composed<HerdObjects>, by worker: Worker) throws {
    let old = try app.module.slot()
    let ledger = ledger
    try app.container.register(HerdItem.self, named: app.module.slot.key?.name) { _ in
      HerdItem(Tracked(key: HerdCensus.user, in: ledger))
    }
    worker.check(try app.module.slot() !== old, .freshAfterReplace, "a property gave an object that had been replaced")
  }

  /// A composition inside has the outer one's objects, and its own end.
  private func open(inside app: Composed<HerdObjects>, by worker: Worker) throws {
    let window = try Composed(inside: app) { HerdWindow(hub: Need(app.module.hub), all: Need(app.several)) }
    let objects = try window.objects()
    worker.check(
      try objects.allSatisfy { try $0 === app.module.hub() }, .oneObject, "a composition inside has another object than the outer one")
  }

  /// Checks two shared objects that refer to each other.
  private func judge(_ link: HerdItem, of app: Composed<HerdObjects>, by worker: Worker) {
    let other = link.next
    worker.check(other?.next === link, .whollyInjected, "a shared object is handed out before it refers to its other")
    for tracked in [link.tracked, other?.tracked].compactMap({ $0 }) { settle(tracked, of: app, by: worker) }
  }

  /// Checks that all workers get the same object.
  private func settle(_ tracked: Tracked, of app: Composed<HerdObjects>, by worker: Worker) {
    worker.check(tracked.isIntact, .intact, "object \(tracked.serial) is not wholly built")
    let first = app.census.objects[tracked.key].settle(on: tracked.serial)
    worker.check(first == tracked.serial, .oneObject, "one caller got object \(first) of key \(tracked.key), another \(tracked.serial)")
  }
}

/// The objects that all workers ask for.
struct HerdObjects: Composition {
  let census: HerdCensus
  let module: HerdModule
  let sun: Shared<HerdItem>
  let moon: Shared<HerdItem>
  let rise = Injector(\.sun, \.moon) { $0.link(to: $1) }
  let fall = Injector(\.moon, \.sun) { $0.link(to: $1) }
  let user: New<HerdItem>
  let shelf: Maker<Made<HerdItem, Int>>
  let slip: New<Tracked>
  let wrap = Decorator(\.module.decorated, \.module.hub) { object, hub in
    object.link(to: hub)
    return object
  }
  let guest: Scoped<HerdVisit, HerdItem>
  let slipInTask: NewAsync<Tracked>
  let made: Maker<Made<Tracked, Int>>
  let madeInTask: MakerAsync<Made<Tracked, Int>>
  let visited: ScopedAsync<HerdVisit, HerdItem>
  let fresh: ScopedNew<HerdVisit, Tracked>
  let freshInTask: ScopedNewAsync<HerdVisit, Tracked>
  let page: ScopedMaker<HerdVisit, Int, Tracked>
  let pageInTask: ScopedMakerAsync<HerdVisit, Int, Tracked>
  let scopes = Scopes()
  let opener = Shared(\.scopes) { $0 }
  let several = Several<HerdItem>(\.module.hub, \.module.hub)
  let all = Shared(\.several) { $0 }

  init(_ ledger: Ledger) {
    let census = HerdCensus()
    self.census = census
    module = HerdModule(ledger, census)
    sun = Shared { HerdItem(census.build(HerdCensus.sun, in: ledger)) }
    moon = Shared { HerdItem(census.build(HerdCensus.moon, in: ledger)) }
    user = New(\.module.hub) { hub in
      let user = HerdItem(Tracked(key: HerdCensus.user, in: ledger))
      user.link(to: hub)
      return user
    }
    shelf = Maker(in: .once, taking: Int.self) { HerdItem(census.build($0, in: ledger)) }
    slip = New { Tracked(key: HerdCensus.user, in: ledger) }
    guest = Scoped { HerdItem(Tracked(key: HerdCensus.user, in: ledger)) }
    slipInTask = NewAsync(\.module.pool) { _ in Tracked(key: HerdCensus.user, in: ledger) }
    made = Maker(taking: Int.self, \.module.hub) { _, _ in Tracked(key: HerdCensus.user, in: ledger) }
    madeInTask = MakerAsync(taking: Int.self, \.module.pool) { _, _ in Tracked(key: HerdCensus.user, in: ledger) }
    visited = ScopedAsync(\.module.pool) { _ in HerdItem(Tracked(key: HerdCensus.user, in: ledger)) }
    fresh = ScopedNew(\.module.hub) { _ in Tracked(key: HerdCensus.user, in: ledger) }
    freshInTask = ScopedNewAsync(\.visited) { _ in Tracked(key: HerdCensus.user, in: ledger) }
    page = ScopedMaker(taking: Int.self, \.module.hub) { _, _ in Tracked(key: HerdCensus.user, in: ledger) }
    pageInTask = ScopedMakerAsync(taking: Int.self, \.visited) { _, _ in Tracked(key: HerdCensus.user, in: ledger) }
  }
}

/// A composition inside the other one.
struct HerdWindow: Composition {
  let hub: Need<HerdItem>
  let all: Need<[HerdItem]>
  let objects = Shared(\.hub, \.all) { [$0] + $1 }
}

struct HerdModule: Composition {
  let hub: Shared<HerdItem>
  /// What registrations replace.
  let slot: Shared<HerdItem>
  let pool: SharedAsync<HerdItem>
  let decorated: Shared<HerdItem>

  init(_ ledger: Ledger, _ census: HerdCensus) {
    hub = Shared { HerdItem(census.build(HerdCensus.hub, in: ledger)) }
    slot = Shared { HerdItem(Tracked(key: HerdCensus.user, in: ledger)) }
    pool = SharedAsync {
      await Task.yield()
      return HerdItem(census.build(HerdCensus.pool, in: ledger))
    }
    decorated = Shared { HerdItem(census.build(HerdCensus.decorated, in: ledger)) }
  }
}

struct HerdVisit: ComposedScope {
  let number: Int
}

final class HerdItem: Sendable {
  let tracked: Tracked
  private let other = Locked<Unowned?>(nil)

  /// It keeps nothing alive, so that two objects do not keep each other.
  private struct Unowned: @unchecked Sendable {  // unchecked: the runtime clears it, and only the lock's holder writes it
    weak var object: HerdItem?
  }

  init(_ tracked: Tracked) {
    self.tracked = tracked
  }

  var next: HerdItem? { other.withLock { $0?.object } }

  func link(to object: HerdItem) {
    other.withLock { $0 = Unowned(object: object) }
  }
}

/// What became of the shared objects of one composition, by their numbers; those of the shelves come first.
final class HerdCensus: Sendable {
  static let shelves = 3
  static let hub = 3, sun = 4, moon = 5, pool = 6, decorated = 7
  /// Of what is no shared object.
  static let user = 8

  let builds = (0..<8).map { _ in KeyState() }
  let objects = (0..<8).map { _ in KeyState() }

  /// An object that is made once, in no hurry.
  func build(_ key: Int, in ledger: Ledger) -> Tracked {
    _ = builds[key].nextNumber()
    MonotonicClock.yieldThread()
    return Tracked(key: key, in: ledger)
  }

  /// Checks that nothing was made twice.
  func check(_ ledger: Ledger) {
    for (key, state) in builds.enumerated() {
      ledger.check(state.lastNumber <= 1, .oneBuild, "shared object \(key) was made \(state.lastNumber) times in one composition")
    }
  }
}
