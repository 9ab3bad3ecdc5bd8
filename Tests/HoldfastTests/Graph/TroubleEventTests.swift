import Holdfast
import HoldfastDiagnostics
import OnceKernel
import Testing

/// What was observed: each event with where its registration is, or where its scope was opened.
private final class Places: Sendable {
  private let entries = Guarded<[(what: String, line: UInt32?, overrides: SourceSite?)]>([])

  func note(_ event: ContainerEvent) {
    let what =
      switch event.kind {
      case .registered: "registered"
      case .replaced: "replaced"
      case .unregistered: "unregistered"
      case .reset: "reset"
      case .building: "building"
      case .built: "built"
      case .failed: "failed"
      case .waited: "waited"
      case .slow: "slow"
      case .disposed: "disposed"
      case .disposalFailed: "disposal failed"
      case .scopeOpened: "opened"
      case .scopeEnded: "ended"
      case .scopeForgotten: "forgotten"
      }
    if let site = event.site, site.file != #fileID { fatalError("\(event) is of \(site)") }
    entries.withLock { $0.append((what, event.site?.line, event.overrides?.site)) }
  }

  /// In order; the thread sanitizer takes a change in place after a copy for a race.
  var all: [(what: String, line: UInt32?, overrides: SourceSite?)] { entries.withLock { $0.map(\.self) } }

  func lines(of what: String) -> [UInt32?] { all.filter { $0.what == what }.map(\.line) }
}

@Suite("Events of what goes wrong, with their places")
struct TroubleEventTests {
  private struct Broken: Error {}

  private let container = Container()
  private let places = Places()

  @Test("Each event names the place of its registration", arguments: Form.allCases)
  func registrations(_ form: Form) async throws {
    let observation = container.observe { [places] in places.note($0) }
    let first = UInt32(#line) + 1
    try container.register(Int.self, scope: .singleton(dispose: { _ in throw Broken() })) { _ in 1 }
    try container.register(Double.self) { _ in throw Broken() }
    _ = try await ask(container, Int.self, as: form.caller(0)).value()
    _ = try await ask(container, Double.self, as: form.caller(1)).error()
    let second = UInt32(#line) + 2
    try await container.replace { batch in
      batch.register(Int.self) { _ in 2 }
      batch.unregister(Double.self)
    }
    try await Timeout.until("the disposer of the old value") { places.lines(of: "disposal failed").count == 1 }
    try container.reset(Int.self)
    try container.unregister(Int.self)
    #expect(places.lines(of: "registered") == [first, first + 1])
    #expect(places.lines(of: "building") == [first, first + 1, second] && places.lines(of: "built") == [first, second])
    #expect(places.lines(of: "failed") == [first + 1])
    #expect(places.lines(of: "replaced") == [second] && places.lines(of: "unregistered") == [first + 1, second])
    #expect(places.lines(of: "disposal failed") == [first] && places.lines(of: "reset") == [second])
    withExtendedLifetime(observation) {}
  }

  @Test("The events of a scope name the place where it was opened")
  func scopes() async throws {
    let observation = container.observe { [places] in places.note($0) }
    let line = UInt32(#line) + 1
    await (try container.openScope()).end()
    do { _ = try container.openScope() }
    try await Timeout.until("a scope is told of as forgotten") { places.lines(of: "ended").count == 2 }
    #expect(places.lines(of: "opened") == [line, line + 1] && places.lines(of: "ended") == [line, line + 1])
    #expect(places.lines(of: "forgotten") == [line + 1])
    withExtendedLifetime(observation) {}
  }

  // In processes of their own: the settings of long waits are the process's.

  @Test("A slow factory is told of while it runs, once: S, with a single caller")
  func slowThread() async {
    await #expect(processExitsWith: .success) {
      ProcessClock.own()
      try await SlowFactory().run(.threads)
    }
  }

  @Test("A slow factory is told of while it runs, once: A, with a single caller")
  func slowTask() async {
    await #expect(processExitsWith: .success) {
      ProcessClock.own()
      try await SlowFactory().run(.tasks)
    }
  }

  @Test("A slow factory is told of while it runs, once: under warmUp, S and A")
  func slowWarmUp() async {
    await #expect(processExitsWith: .success) {
      ProcessClock.own()
      try await SlowFactory(warmsUp: true).run(.threads)
      try await SlowFactory(warmsUp: true).run(.tasks)
    }
  }

  @Test("An asynchronous transient with a single caller is told of, in overrides with whose it is")
  func slowTransient() async {
    await #expect(processExitsWith: .success) {
      ProcessClock.own()
      try await tellOfSlowTransient()
    }
  }
}

/// What no test waits for: it passes at once.
private let limit = Duration.milliseconds(500)

private func tellOfSlowTransient() async throws {
  LongWaits.report(after: limit) { _ in }
  let (container, places, go) = (Container(), Places(), Gate("go"))
  let observation = container.observe { places.note($0) }
  let line = UInt32(#line) + 1
  let site = try await container.withOverrides({ $0.register(Int.self, scope: .transient, .async { _ in try await slow(go) }) }) {
    let caller = Pending<Int>.inTask { [layers = OverrideLayers.current] in
      try await layers.apply { try await container.resolve(Int.self) }
    }
    try await PassingTime.passes(limit) { try await Timeout.until("the slow factory is told of") { !places.lines(of: "slow").isEmpty } }
    go.open()
    _ = try await caller.value()
    return places.all.first { $0.what == "slow" }?.overrides
  }
  if places.lines(of: "slow") != [line] || site?.line != line { fatalError("\(places.all)") }
  withExtendedLifetime(observation) {}
}

private func slow(_ go: Gate) async throws -> Int {
  try await go.pass()
  return 1
}

/// A factory that takes longer than the limit of a wait.
private struct SlowFactory {
  var warmsUp = false

  func run(_ form: Form) async throws {
    let reports = Counter()
    LongWaits.report(after: limit) { _ in reports.add() }
    let (container, places, go) = (Container(), Places(), Gate("go"))
    let observation = container.observe { places.note($0) }
    // Not by the tests' helpers, whose place it would be.
    let line = UInt32(#line) + (form.buildsAsynchronously ? 2 : 4)
    if form.buildsAsynchronously {
      try container.register(Int.self, .async { _ in try await slow(go) })
    } else {
      try container.register(Int.self) { _ in
        try go.block()
        return 1
      }
    }
    let caller =
      warmsUp
      ? Pending<Void>.inTask(on: OwnThread()) { try await container.warmUp() }
      : ask(container, Int.self, as: form.caller(0)) { _ in }
    try await PassingTime.passes(limit) {
      try await Timeout.until("the slow factory is told of") { !places.lines(of: "slow").isEmpty && reports.value > 0 }
    }
    // Another slow one is told of after it, and the first not again.
    let stop = Gate("stop")
    try container.register(String.self) { _ in
      try stop.block()
      return ""
    }
    let other = ask(container, String.self, as: .thread)
    try await PassingTime.passes(limit) {
      try await Timeout.until("the other one is told of") { places.lines(of: "slow").count > 1 && reports.value > 1 }
    }
    go.open()
    stop.open()
    _ = (try await caller.value(), try await other.value())
    let told = places.lines(of: "slow")
    if told.count != 2 || told[0] != line || reports.value != 2 { fatalError("\(places.all), \(reports.value) reports") }
    withExtendedLifetime(observation) {}
  }
}
