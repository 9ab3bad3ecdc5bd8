public import Holdfast
import HoldfastDiagnostics

/// How long each factory takes when everything is built once, and which factories can run at the same time.
///
/// Each report of `stress` has one. One caller resolves one key after the other, in two rounds. The shorter time of each factory counts.
public struct StartUpProfile: Sendable, CustomStringConvertible {
  /// One factory.
  public struct Step: Sendable {
    /// The key that it builds.
    public let key: AnyKey
    /// How long the factory took, without its dependencies and without waits for other builds.
    public let own: Duration
    /// When it can begin at the earliest, if each factory begins as soon as its dependencies are built.
    public let earliest: Duration
    /// The keys that it needs before it can return.
    public let needs: [AnyKey]
    /// Whether it is on the critical path.
    public let isCritical: Bool
  }

  /// The factories that ran, in the order of `earliest`.
  public let steps: [Step]
  /// The time of all factories together: the start-up with one caller.
  public let total: Duration
  /// The longest chain of factories that have to run one after the other, in order.
  public let criticalPath: [Step]

  /// The time of the critical path. More cores cannot make the start-up faster than this.
  public var criticalTime: Duration { criticalPath.reduce(.zero) { $0 + $1.own } }

  /// The shortest start-up on a number of cores, if factories compute all the time. Factories that wait may be faster.
  public func ideal(cores: Int) -> Duration { max(criticalTime, total / max(1, cores)) }

  init(_ rounds: [[BuildTimeline.Span]], _ examination: Examination) {
    var best: [AnyKey: Duration] = [:]
    for spans in rounds {
      for (key, own) in StartUpProfile.ownTimes(spans) {
        let key = examination.contributions.common(key)
        best[key] = min(best[key] ?? own, own)
      }
    }
    let edges = examination.edges.mapValues { $0.filter { best[$0] != nil } }
    self.init(own: best, needs: edges)
  }

  /// - Parameter needs: what each needs before it can return; circles are cut.
  package init(own: [AnyKey: Duration], needs: [AnyKey: Set<AnyKey>]) {
    var ends: [AnyKey: Duration] = [:]
    var from: [AnyKey: AnyKey] = [:]
    func end(_ key: AnyKey, _ open: Set<AnyKey>) -> Duration {
      if let known = ends[key] { return known }
      var start = Duration.zero
      for need in needs[key] ?? [] where own[need] != nil && !open.contains(need) {
        let ready = end(need, open.union([need]))
        if ready > start { (start, from[key]) = (ready, need) }
      }
      ends[key] = start + (own[key] ?? .zero)
      return ends[key] ?? .zero
    }
    for key in own.keys { _ = end(key, [key]) }
    var path: [AnyKey] = []
    var next = ends.max { ($0.value, "\($1.key)") < ($1.value, "\($0.key)") }?.key
    while let key = next, !path.contains(key) {
      path.insert(key, at: 0)
      next = from[key]
    }
    let critical = Set(path)
    let all = own.map { key, own in
      Step(
        key: key, own: own, earliest: (ends[key] ?? own) - own, needs: (needs[key] ?? []).sorted { "\($0)" < "\($1)" },
        isCritical: critical.contains(key))
    }
    steps = all.sorted { ($0.earliest, "\($0.key)") < ($1.earliest, "\($1.key)") }
    total = own.values.reduce(.zero, +)
    criticalPath = path.compactMap { key in all.first { $0.key == key } }
  }

  /// The time of each build without that of the builds that it asked for.
  private static func ownTimes(_ spans: [BuildTimeline.Span]) -> [AnyKey: Duration] {
    let spans = spans.filter { !$0.failed }
    let children = Dictionary(grouping: spans.filter { $0.requestedBy != nil }, by: \.requestedBy)
    var own: [AnyKey: Duration] = [:]
    for span in spans where own[span.key] == nil {
      let end = span.start + span.duration
      var covered = Duration.zero
      var reached = span.start
      // Those inside it, joined where they overlap.
      for child in (children[span.key] ?? []).sorted(by: { $0.start < $1.start })
      where child.start < end && child.start + child.duration > span.start {
        let (start, stop) = (max(child.start, reached), min(child.start + child.duration, end))
        if stop > start { covered += stop - start }
        reached = max(reached, stop)
      }
      own[span.key] = max(.zero, span.duration - covered)
    }
    return own
  }

  /// The start-up as text: a line for each of the factories that take longest, where it could run, the critical path marked. ``svg`` is a picture.
  public var description: String {
    let shown = shown
    guard !shown.isEmpty, criticalTime > .zero else { return "nothing was built" }
    let width = 40.0
    let longest = shown.map { Self.label($0).count }.max() ?? 0
    let lines = shown.map { step in
      let start = Int(step.earliest / criticalTime * width)
      let length = max(1, Int((step.own / criticalTime * width).rounded()))
      let bar = String(repeating: " ", count: start) + String(repeating: step.isCritical ? "█" : "░", count: length)
      let label = Self.label(step)
      let padding = String(repeating: " ", count: longest - label.count)
      return "  \(label)\(padding) │\(bar) \(Figures.duration(step.own))"
    }
    let figures =
      "start-up: \(Figures.duration(total)) one after the other, \(Figures.duration(criticalTime)) on the critical path (█); "
      + "at best \(Figures.duration(ideal(cores: 2))) on 2 cores, \(Figures.duration(ideal(cores: 8))) on 8"
    return ([figures] + lines).joined(separator: "\n")
  }

  /// How many factories a picture shows, unless there are more on the critical path.
  private static let room = 24

  /// What a picture shows: the critical path, and of the others those that take longest, a hundredth of the whole at least.
  var shown: [Step] {
    let others = steps.filter { !$0.isCritical && $0.own * 100 > total }.sorted { $0.own > $1.own }
    let keys = Set(others.prefix(max(0, Self.room - criticalPath.count)).map(\.key))
    return steps.filter { $0.isCritical || keys.contains($0.key) }
  }

  /// What a picture calls a factory.
  static func label(_ step: Step) -> String {
    let name = "\(step.key)"
    return name.count > 40 ? "…" + name.suffix(39) : name
  }
}
