public import Holdfast
import OnceKernel

/// Records when each value was built, on which thread, for which other factory, and how long callers waited.
///
/// ```swift
/// let timeline = BuildTimeline(of: container)
/// try await container.warmUp()
/// print(timeline.slowest(10))
/// try timeline.chromeTrace.write(toFile: "startup.json", atomically: true, encoding: .utf8)   // open it in Perfetto
/// ```
///
/// It records until you release it.
public final class BuildTimeline: Sendable {
  /// One build.
  public struct Span: Sendable {
    /// What was built.
    public let key: AnyKey
    /// The build that needed it, if a factory did.
    public let requestedBy: AnyKey?
    /// The thread on which it ended.
    public let thread: UInt
    /// Since the timeline was made.
    public let start: Duration
    /// How long it took, including its dependencies.
    public let duration: Duration
    /// Whether the factory threw.
    public let failed: Bool
  }

  /// One wait for another caller's build.
  package struct Wait: Sendable {
    /// What was waited for.
    package let key: AnyKey
    /// The build that waited, if a factory did.
    package let waiter: AnyKey?
    /// The thread that waited.
    package let thread: UInt
    /// Since the timeline was made.
    package let end: Duration
    /// How long it waited.
    package let duration: Duration
  }

  private struct State {
    var spans: [Span] = []
    var waits: [Wait] = []
    var dropped = 0
  }

  private static let limit = 100_000
  private let state: Guarded<State>
  private let observation: EventObservation

  /// Starts to record what a container builds from now on.
  public init(of container: Container) {
    let start = ProcessClock.now.instant
    let state = Guarded(State())
    self.state = state
    observation = container.observe { event in
      let end = start.duration(to: event.time)
      state.withLock { state in
        if state.spans.count + state.waits.count >= Self.limit {
          state.dropped += 1
          return
        }
        switch event.kind {
        case .built(let duration): state.spans.append(Self.span(event, end, duration, failed: false))
        case .failed: state.spans.append(Self.span(event, end, .zero, failed: true))
        case .waited(let duration):
          state.waits.append(
            Wait(key: event.key, waiter: event.requestedBy, thread: event.thread, end: end, duration: duration))
        case .registered, .replaced, .unregistered, .reset, .building, .slow, .disposed, .disposalFailed, .scopeOpened, .scopeEnded,
          .scopeForgotten:
          break
        }
      }
    }
  }

  private static func span(_ event: ContainerEvent, _ end: Duration, _ duration: Duration, failed: Bool) -> Span {
    Span(
      key: event.key, requestedBy: event.requestedBy, thread: event.thread, start: end - duration, duration: duration, failed: failed)
  }

  /// Every build, in the order in which they ended.
  public var spans: [Span] { state.withLock { $0.spans } }

  /// Every wait, in the order in which they ended.
  package var waits: [Wait] { state.withLock { $0.waits } }

  /// The chain of builds that took longest. It begins with a build that no other build asked for; each build on it waited for the next.
  public var criticalPath: [Span] {
    let spans = spans.filter { !$0.failed }
    let byRequester = Dictionary(grouping: spans.filter { $0.requestedBy != nil }, by: \.requestedBy)
    let byKey = Dictionary(spans.map { ($0.key, $0) }, uniquingKeysWith: { $0.duration > $1.duration ? $0 : $1 })
    let waits = Dictionary(grouping: waits, by: \.waiter)
    var path: [Span] = []
    var seen: Set<AnyKey> = []
    var next = spans.filter { $0.requestedBy == nil }.max { $0.duration < $1.duration }
    while let span = next, seen.insert(span.key).inserted {
      path.append(span)
      // A build that was waited for counts with the time that was waited.
      let built = (byRequester[span.key] ?? []).map { ($0, $0.duration) }
      let awaited = (waits[span.key] ?? []).compactMap { wait in byKey[wait.key].map { ($0, wait.duration) } }
      next = (built + awaited).max { $0.1 < $1.1 }?.0
    }
    return path
  }

  /// The slowest builds as a short table, slowest first. A negative count means zero.
  public func slowest(_ count: Int = 10) -> String {
    let rows = spans.filter { !$0.failed }.sorted { $0.duration > $1.duration }.prefix(max(0, count))
    return rows.map { span in
      "\(Self.inMilliseconds(span.duration)) ms  \(span.key)" + (span.requestedBy.map { "  for \($0)" } ?? "")
    }.joined(separator: "\n")
  }

  /// The timeline in the Chrome trace event format, as JSON text.
  ///
  /// Builds that overlap on a thread without being nested, such as those of tasks that take turns, have tracks of their own.
  public var chromeTrace: String {
    let (builds, waits) = state.withLock { ($0.spans, $0.waits) }
    let failures = builds.filter(\.failed).map { span in
      TraceEvent(
        name: span.key.description, cat: "failed", ph: "i", ts: Self.microseconds(span.start), tid: span.thread, args: Self.args(of: span))
    }
    let slices =
      builds.filter { !$0.failed }.map { span in
        TraceEvent(
          name: span.key.description, cat: "build", ph: "X", ts: Self.microseconds(span.start), dur: Self.microseconds(span.duration),
          tid: span.thread, args: Self.args(of: span))
      }
      + waits.map { wait in
        TraceEvent(
          name: "wait for \(wait.key)", cat: "wait", ph: "X", ts: Self.microseconds(wait.end - wait.duration),
          dur: Self.microseconds(wait.duration), tid: wait.thread, args: ["waiter": wait.waiter?.description ?? "a caller"])
      }
    let events = TraceEvent.laidOut(slices) + failures
    return "{\"traceEvents\":[\(events.map(\.json).joined(separator: ","))]}"
  }

  private static func args(of span: Span) -> [String: String] {
    ["requestedBy": span.requestedBy?.description ?? "a caller outside every factory"]
  }

  /// With three places after the point, in ten columns.
  private static func inMilliseconds(_ duration: Duration) -> String {
    let thousandths = Int(microseconds(duration).rounded())
    let text = "\(thousandths / 1000).\(String(thousandths % 1000 + 1000).dropFirst())"
    return String(repeating: " ", count: max(0, 10 - text.count)) + text
  }

  private static func microseconds(_ duration: Duration) -> Double {
    Double(duration.components.seconds) * 1e6 + Double(duration.components.attoseconds) / 1e12
  }
}
