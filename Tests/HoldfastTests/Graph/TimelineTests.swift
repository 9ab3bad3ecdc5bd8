import Foundation
import Holdfast
import HoldfastDiagnostics
import Testing

@Suite("TimelineTests")
struct TimelineTests {
  private let container = Container()

  /// Computes until some time has passed, so that spans differ in length.
  @Sendable private static func work(_ duration: Duration = .milliseconds(2)) {
    let end = ContinuousClock.now + duration
    while ContinuousClock.now < end {}
  }

  private func registerChain() throws {
    try container.register(Clock.self) { _ in
      Self.work()
      return Clock()
    }
    try container.register((any Store).self) { r in
      let clock = try r.resolve(Clock.self)
      Self.work(.milliseconds(60))
      return Disk(clock: clock)
    }
    try container.register(Journal.self) { r in try Journal(clock: r.resolve(), store: r.resolve()) }
  }

  @Test("Spans nest: what is needed lies within what needed it, on one thread")
  func nesting() throws {
    try registerChain()
    let timeline = BuildTimeline(of: container)
    _ = try container.resolve(Journal.self)
    let spans = timeline.spans
    #expect(spans.map(\.key.short) == ["Clock", "Store", "Journal"], "in the order in which they ended")
    #expect(spans.map(\.requestedBy?.short) == ["Journal", "Journal", nil])
    #expect(Set(spans.map(\.thread)).count == 1)
    let whole = try #require(spans.last)
    for part in spans.dropLast() {
      #expect(part.start >= whole.start && part.start + part.duration <= whole.start + whole.duration)
      #expect(!part.failed && part.duration > .zero)
    }
    #expect(spans[0].start + spans[0].duration <= spans[1].start, "one after the other")
    #expect(whole.start >= .zero)
  }

  @Test("The critical path goes from what no build asked for down to what held it up")
  func criticalPath() throws {
    try registerChain()
    let timeline = BuildTimeline(of: container)
    #expect(timeline.criticalPath.isEmpty)
    _ = try container.resolve(Journal.self)
    #expect(timeline.criticalPath.map(\.key.short) == ["Journal", "Store"])
    #expect(
      timeline.slowest(2).split(separator: "\n").map { String($0.split(separator: "  ").last ?? "") } == [
        "HoldfastTests.Journal", "for HoldfastTests.Journal",
      ])
  }

  @Test("The slowest builds are none for a count of zero or less", arguments: [0, -1, Int.min])
  func slowestOfNone(_ count: Int) throws {
    try registerChain()
    let timeline = BuildTimeline(of: container)
    _ = try container.resolve(Clock.self)
    #expect(timeline.slowest(count).isEmpty)
  }

  @Test("Of builds that ran for others the critical path knows the wait", .bounded)
  func criticalPathThroughWaits() async throws {
    let (names, ledger) = (Name.fresh(3), Ledger())
    let (started, go) = (Gate("started"), Gate("go"))
    try container.register(Plan(names[0], ledger, needs: [names[1], names[2]]), as: .threads)
    try container.register(Plan(names[1], ledger), as: .threads)
    try container.register(
      Plan(names[2], ledger).gated(started: started, go: go).checking { _ in Self.work(.milliseconds(5)) }, as: .threads)
    let timeline = BuildTimeline(of: container)
    let builder = ask(container, names[2], as: .thread)
    try await started.pass()
    let waiter = ask(container, names[0], as: .thread)
    try await joined(1, on: names[2])
    go.open()
    _ = (try await builder.value(), try await waiter.value())
    let wait = try #require(timeline.waits.first)
    #expect(timeline.waits.count == 1)
    #expect(wait.key.name == names[2] && wait.waiter?.name == names[0] && wait.duration >= .milliseconds(5))
    #expect(timeline.spans.first { $0.key.name == names[2] }?.thread != wait.thread)
    let path = timeline.criticalPath.map(\.key.name)
    #expect(path == [names[0], names[2]] || path == [names[2]], "whichever took longer stands first")
  }

  @Test("Asynchronous builds have spans too", .bounded)
  func asynchronous() async throws {
    try container.register(
      Clock.self,
      .async { _ in
        await Task.yield()
        return Clock()
      })
    try container.register((any Store).self, .asyncWired { (clock: Clock) async in Disk(clock: clock) })
    let timeline = BuildTimeline(of: container)
    _ = try await container.resolve((any Store).self)
    #expect(timeline.spans.map(\.key.short) == ["Clock", "Store"])
    #expect(timeline.spans.map(\.requestedBy?.short) == ["Store", nil])
    #expect(timeline.criticalPath.map(\.key.short) == ["Store", "Clock"])
  }

  @Test("A failed build is there, and is not on the critical path")
  func failed() throws {
    try container.register(Clock.self) { _ in throw Outage(reason: "no battery") }
    let timeline = BuildTimeline(of: container)
    _ = try? container.resolve(Clock.self)
    #expect(timeline.spans.map(\.failed) == [true])
    #expect(timeline.criticalPath.isEmpty && timeline.slowest().isEmpty)
  }

  @Test("It records from when it is made; what was built before is not there")
  func beginning() throws {
    try registerChain()
    _ = try container.resolve(Clock.self)
    let timeline = BuildTimeline(of: container)
    _ = try container.resolve((any Store).self)
    #expect(timeline.spans.map(\.key.short) == ["Store"])
    #expect(timeline.waits.isEmpty)
  }

  // MARK: The Chrome trace event format

  private struct Trace: Decodable {
    struct Event: Decodable {
      let name: String
      let cat: String
      let ph: String
      let ts: Double
      let dur: Double?
      let pid: Int
      let tid: Int
      let id: Int?
      let args: [String: String]?
    }

    let traceEvents: [Event]
  }

  private func trace(of timeline: BuildTimeline) throws -> [Trace.Event] {
    try JSONDecoder().decode(Trace.self, from: Data(timeline.chromeTrace.utf8)).traceEvents
  }

  @Test("The Chrome trace parses, with the format's fields, in microseconds")
  func chromeTrace() throws {
    try registerChain()
    try container.register(Int.self, named: "\"quoted\"\n") { _ in throw Outage(reason: "") }
    let timeline = BuildTimeline(of: container)
    #expect(try trace(of: timeline).isEmpty)
    _ = try container.resolve(Journal.self)
    _ = try? container.resolve(Int.self, named: "\"quoted\"\n")
    let events = try trace(of: timeline)
    #expect(events.map(\.name).dropLast() == ["HoldfastTests.Journal", "HoldfastTests.Clock", "HoldfastTests.Store"])
    #expect(events.map(\.ph) == ["X", "X", "X", "i"])
    #expect(events.map(\.cat) == ["build", "build", "build", "failed"])
    for event in events.dropLast() {
      let span = try #require(timeline.spans.first { $0.key.description == event.name })
      #expect(abs(event.ts - span.start / .microseconds(1)) < 1)
      #expect(abs(try #require(event.dur) - span.duration / .microseconds(1)) < 1)
      #expect(event.tid == Int(span.thread) && event.pid == 1)
      #expect(event.args?["requestedBy"] == span.requestedBy?.description ?? "a caller outside every factory")
    }
  }

  @Test(
    "On each track of the trace slices nest or follow each other, as viewers demand",
    .bounded)
  func tracks() async throws {
    for index in 0..<40 {
      try container.register(
        Int.self, named: Name("\(index)"),
        .async { r in
          for _ in 0..<index % 7 { await Task.yield() }
          if index >= 10 { _ = try await r.resolve(Int.self, named: Name("\(index / 3)")) }
          Self.work(.microseconds(200))
          return index
        })
    }
    let timeline = BuildTimeline(of: container)
    try await container.warmUp()
    #expect(timeline.spans.count == 40)
    let events = try trace(of: timeline)
    for track in Dictionary(grouping: events.filter { $0.ph == "X" }, by: \.tid).values {
      let crossing = Self.pairs(track).filter { one, other in
        let (first, second) = one.ts <= other.ts ? (one, other) : (other, one)
        let (firstEnd, secondEnd) = (first.ts + (first.dur ?? 0), second.ts + (second.dur ?? 0))
        return secondEnd > firstEnd && second.ts < firstEnd
      }
      #expect(crossing.map { "\($0.name) and \($1.name)" } == [])
    }
    // The others are pairs of a beginning and an end.
    let (begins, ends) = (events.filter { $0.ph == "b" }, events.filter { $0.ph == "e" })
    #expect(begins.map(\.id) == ends.map(\.id) && begins.map(\.name) == ends.map(\.name) && !begins.contains { $0.id == nil })
    #expect(zip(begins, ends).allSatisfy { $0.ts <= $1.ts })
    #expect(Set(events.filter { $0.cat == "build" }.map(\.name)).count == 40)
  }

  private static func pairs<Element>(_ elements: [Element]) -> [(Element, Element)] {
    elements.indices.flatMap { index in elements[(index + 1)...].map { (elements[index], $0) } }
  }
}
