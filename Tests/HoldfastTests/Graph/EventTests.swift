import Holdfast
import HoldfastDiagnostics
import OnceKernel
import Testing

/// What was observed, in order.
private final class Log: Sendable {
  private let entries = Guarded<[ContainerEvent]>([])

  func add(_ event: ContainerEvent) {
    entries.withLock { $0.append(event) }
  }

  /// Copied one by one, for the thread sanitizer: see `Chronicle.all`.
  var events: [ContainerEvent] { entries.withLock { $0.map(\.self) } }
  /// Each event in short, with the time left out.
  var lines: [String] { events.map(\.short) }
}

extension ContainerEvent {
  /// What happened to what, and for whom, without times.
  fileprivate var short: String {
    let origin = requestedBy.map { " for \($0.short)" } ?? ""
    return switch kind {
    case .registered: "registered \(key.short)"
    case .replaced: "replaced \(key.short)"
    case .unregistered: "unregistered \(key.short)"
    case .reset: "reset \(key.short)"
    case .building: "building \(key.short)\(origin)"
    case .built: "built \(key.short)\(origin)"
    case .failed: "failed \(key.short)\(origin)"
    case .waited: "waited \(key.short)\(origin)"
    case .slow: "slow \(key.short)\(origin)"
    case .disposed: "disposed \(key.short)"
    case .disposalFailed: "failed to dispose of \(key.short)"
    case .scopeOpened: "opened \(key.short)"
    case .scopeEnded(_, let ending, _, let instances): "ended \(key.short): \(ending), \(instances)"
    case .scopeForgotten: "forgotten \(key.short)"
    }
  }
}

@Suite("EventTests")
struct EventTests {
  private let container = Container()
  private let log = Log()

  private func observing() -> EventObservation { container.observe { [log] in log.add($0) } }

  @Test("Registered, replaced, built with what it needs, read, reset, unregistered: in order")
  func order() throws {
    let observation = observing()
    try container.register(Clock.self, .wired(Clock.init))
    try container.registerAll { batch in
      batch.register((any Store).self, .wired(Disk.init)).register(Journal.self) { r in
        try Journal(clock: r.resolve(), store: r.resolve())
      }
    }
    _ = try container.resolve(Journal.self)
    _ = try container.resolve(Journal.self)
    try container.register(Clock.self, .wired(Clock.init))
    try container.reset(Journal.self)
    try container.unregister(Journal.self)
    try container.unregister(Journal.self)
    #expect(
      log.lines == [
        "registered Clock", "registered Store", "registered Journal", "building Journal", "building Clock for Journal",
        "built Clock for Journal", "building Store for Journal", "built Store for Journal", "built Journal", "replaced Clock",
        "reset Journal", "unregistered Journal",
      ])
    #expect(log.events.map(\.time) == log.events.map(\.time).sorted())
    #expect(Set(log.events.map(\.thread)).count == 1)
    withExtendedLifetime(observation) {}
  }

  @Test("The event of a failed build has the asking key and the error")
  func failed() throws {
    try container.register(Clock.self) { _ in throw Outage(reason: "no battery") }.register((any Store).self, .wired(Disk.init))
    let observation = observing()
    _ = try failure { try container.resolve((any Store).self) }
    #expect(log.lines == ["building Store", "building Clock for Store", "failed Clock for Store", "failed Store"])
    guard case .failed(let error) = try #require(log.events.last).kind else { throw TimedOut(what: "a failure") }
    #expect(error.code == .factoryFailed && error.path == [AnyKey((any Store).self), AnyKey(Clock.self)])
    withExtendedLifetime(observation) {}
  }

  @Test(
    "A wait for another caller's build is told of, in threads and tasks", .bounded,
    arguments: Form.allCases)
  func waited(_ form: Form) async throws {
    let (name, ledger, started, go) = (Name.fresh("waited"), Ledger(), Gate("started"), Gate("go"))
    try container.register(Plan(name, ledger).gated(started: started, go: go), as: form)
    let observation = observing()
    let builder = ask(container, name, as: form.caller(0))
    try await started.pass()
    let waiter = ask(container, name, as: form.caller(1))
    try await joined(form.buildsAsynchronously ? 2 : 1, on: name)
    go.open()
    _ = (try await builder.value(), try await waiter.value())
    try await Timeout.until("a wait") { log.events.contains { $0.isWait } }
    let waits = log.events.filter(\.isWait)
    #expect(waits.count == 1)
    #expect(waits.first?.key == AnyKey(Part.self, named: name) && waits.first?.requestedBy == nil)
    withExtendedLifetime(observation) {}
  }

  @Test(
    "What is disposed of is told of when it is: after a reset, a replacement, at the end of a scope, at the shutdown",
    .bounded)
  func disposed() async throws {
    try container.register(Clock.self, scope: .singleton(dispose: { _ in }), factory: { _ in Clock() })
    try container.register(Int.self, scope: .scoped(dispose: { _ in }), factory: { _ in 1 })
    let observation = observing()
    _ = try await container.resolve(Clock.self)
    try container.reset(Clock.self)
    try await Timeout.until("a disposal") { log.lines.count == 4 }
    #expect(log.lines == ["building Clock", "built Clock", "reset Clock", "disposed Clock"])
    _ = try await container.withScope { try await $0.resolve(Int.self) }
    #expect(log.lines.dropFirst(4) == ["opened Scope", "building Int", "built Int", "disposed Int", "ended Scope: completed, 1"])
    _ = try await container.resolve(Clock.self)
    try await container.shutdown(deadline: nil)
    #expect(log.lines.dropFirst(9) == ["building Clock", "built Clock", "disposed Clock"])
    withExtendedLifetime(observation) {}
  }

  @Test("Resetting a group, or all, tells of each key")
  func resetMany() throws {
    try container.register(Int.self, scope: .cached("group")) { _ in 1 }.register(Clock.self, .wired(Clock.init))
      .register(Double.self, scope: .transient) { _ in 1 }
    _ = (try container.resolve(Int.self), try container.resolve(Clock.self))
    let observation = observing()
    container.reset(group: "group")
    #expect(log.lines == ["reset Int"])
    try container.resetAll()
    #expect(log.lines.dropFirst().contains("reset Clock"))
    #expect(!log.lines.contains("reset Double"), "a transient has nothing to forget")
    withExtendedLifetime(observation) {}
  }

  @Test("What fails to be registered is no event")
  func refused() throws {
    let container = Container(duplicates: .reject)
    let observation = container.observe { [log] in log.add($0) }
    try container.register(Int.self, instance: 1)
    #expect(throws: ResolutionError.self) { try container.register(Int.self, instance: 2) }
    #expect(log.lines == ["registered Int"])
    withExtendedLifetime(observation) {}
  }

  @Test("An observer that resolves and registers does not deadlock", .bounded)
  func reentrant() async throws {
    let container = container
    try container.register(Clock.self, .wired(Clock.init))
    let observation = container.observe { [log] event in
      log.add(event)
      guard event.key == AnyKey(Int.self) else { return }
      do {
        _ = try container.resolve(Clock.self)
        try container.register(Double.self, instance: 1)
        try container.reset(Clock.self)
        _ = container.graph()
      } catch {
        Issue.record("\(error)")
      }
    }
    _ = try await onThread { try container.register(Int.self, instance: 1) }
    #expect(log.lines.prefix(4) == ["registered Int", "building Clock", "built Clock", "registered Double"])
    observation.cancel()
  }

  @Test("An observer may build what is just being registered, or resolve what was just built")
  func reentrantBuild() throws {
    let container = container
    let observation = container.observe { [log] event in
      log.add(event)
      switch event.kind {
      case .registered where event.key == AnyKey(Clock.self): _ = try? container.resolve(Clock.self)
      default: break
      }
    }
    try container.register(Clock.self, .wired(Clock.init))
    #expect(container.peek(Clock.self) != nil)
    #expect(log.lines == ["registered Clock", "building Clock", "built Clock"])
    observation.cancel()
  }

  @Test("A cancelled observation hears no more, and neither does one that was released; others do")
  func cancelling() throws {
    let others = Log()
    let kept = container.observe { others.add($0) }
    let observation = observing()
    try container.register(Int.self, instance: 1)
    observation.cancel()
    observation.cancel()
    try container.register(Double.self, instance: 1)
    do { _ = observing() }
    try container.register(Float.self, instance: 1)
    #expect(log.lines == ["registered Int"])
    #expect(others.lines == ["registered Int", "registered Double", "registered Float"])
    withExtendedLifetime(kept) {}
  }

  @Test("What an observer holds is released with it, outside every lock")
  func released() throws {
    let deaths = Counter()
    let container = container
    let rattle = DeinitProbe {
      deaths.add()
      _ = try? container.register(Int.self, instance: 1)
      container.observe { _ in }.cancel()
    }
    var observation: EventObservation? = container.observe { [rattle] _ in withExtendedLifetime(rattle) {} }
    #expect(observation != nil)
    _ = consume rattle
    observation?.cancel()
    #expect(deaths.value == 1)
    observation = nil
  }

  @Test("As a sequence: in order, for every listener", .bounded)
  func sequence() async throws {
    let (first, second) = (container.events(), container.events())
    try container.register(Int.self, instance: 1).register(Double.self, instance: 1)
    for events in [first, second] {
      var iterator = events.makeAsyncIterator()
      #expect(await iterator.next()?.short == "registered Int")
      #expect(await iterator.next()?.short == "registered Double")
    }
  }

  @Test("The sequence of a container that overrides another ends with either", .bounded)
  func sequenceOfOverriding() async throws {
    func registered(in events: AsyncStream<ContainerEvent>) -> Pending<[String]> {
      Pending.inTask { await events.reduce(into: []) { $0.append($1.short) } }
    }
    let base = registered(in: container.events())
    var preview: Container? = try Container(overriding: container) { _ in }
    let shutDown = registered(in: try #require(preview).events())
    try container.register(Int.self, instance: 1)
    _ = try await preview?.shutdown()
    #expect(try await shutDown.value() == ["registered Int"])
    let late = registered(in: try #require(preview).events())
    #expect(try await late.value() == [])

    preview = try Container(overriding: container) { _ in }
    let released = registered(in: try #require(preview).events())
    preview = nil
    #expect(try await released.value() == [])

    preview = try Container(overriding: container) { _ in }
    let ofBase = registered(in: try #require(preview).events())
    try container.register(Double.self, instance: 1)
    _ = try await container.shutdown()
    #expect(try await ofBase.value() == ["registered Double"])
    #expect(try await base.value() == ["registered Int", "registered Double"])
    let afterEnd = registered(in: try #require(preview).events())
    #expect(try await afterEnd.value() == [])
  }

  @Test("A sequence that is not read keeps the newest and drops the oldest", .bounded)
  func bounded() async throws {
    let events = container.events(bufferingNewest: 2)
    try container.register(Int.self, instance: 1).register(Double.self, instance: 1).register(Float.self, instance: 1)
    var iterator = events.makeAsyncIterator()
    #expect(await iterator.next()?.short == "registered Double")
    #expect(await iterator.next()?.short == "registered Float")
    try container.register(String.self, instance: "")
    #expect(await iterator.next()?.short == "registered String")
  }

  @Test("A task that is cancelled while it reads ends the sequence", .bounded)
  func cancelledReader() async throws {
    let (events, began) = (container.events(), Gate("the first event"))
    let reader = Pending.inTask {
      var count = 0
      for await _ in events {
        count += 1
        began.open()
      }
      return count
    }
    try container.register(Int.self, instance: 1)
    try await began.pass()
    reader.cancel()
    #expect(try await reader.value() == 1)
  }

  @Test("Threads that register, build and observe at the same time lose no event", .bounded)
  func concurrent() async throws {
    let (start, count) = (Gate("the start"), 50)
    let observation = observing()
    let callers = (0..<4).map { worker in
      Pending.onThread { [container] in
        try start.block()
        for index in 0..<count {
          let own = container.observe { _ in }
          try container.register(Int.self, named: Name("\(worker) \(index)")) { _ in index }
          _ = try container.resolve(Int.self, named: Name("\(worker) \(index)"))
          own.cancel()
        }
      }
    }
    start.open()
    for caller in callers { try await caller.value() }
    for kind in ["registered", "building", "built"] { #expect(log.lines.count { $0.hasPrefix(kind) } == 4 * count) }
    withExtendedLifetime(observation) {}
  }

  @Test("The text of each")
  func text() throws {
    try container.register(Clock.self) { _ in throw Outage(reason: "no battery") }.register((any Store).self, .wired(Disk.init))
    let observation = observing()
    _ = try? container.resolve((any Store).self)
    #expect(
      log.events.map(\.description) == [
        "building HoldfastTests.Store", "building HoldfastTests.Clock for HoldfastTests.Store",
        "failed HoldfastTests.Clock for HoldfastTests.Store: The factory of HoldfastTests.Clock threw.",
        "failed HoldfastTests.Store: The factory of HoldfastTests.Clock threw.",
      ])
    withExtendedLifetime(observation) {}
  }
}

extension ContainerEvent {
  fileprivate var isWait: Bool {
    if case .waited = kind { true } else { false }
  }
}
