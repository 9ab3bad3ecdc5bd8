import Holdfast
import HoldfastDiagnostics

/// Says why callers have no answer: which factory waits for what the container cannot see.
struct Stall {
  private let examination: Examination
  private let workload: String

  init(_ examination: Examination, _ workload: String) {
    self.examination = examination
    self.workload = workload
  }

  /// Looks at the builds in flight of one container, in which something is stuck.
  ///
  /// - Parameter asked: what callers outside wait for, once for each caller; empty if that is not known.
  func explain(_ made: MadeContainer, asked: [AnyKey]) {
    let inFlight = made.log.inFlight
    let all = LongWaits.buildsInFlight.map { WaitingBuild($0, examination.contributions) }
    let builds = WaitingBuilds(all.filter { inFlight.contains($0.key) }, asked: asked, edges: examination.edges)
    // A build that waits for none, as far as the container sees, is where it hangs.
    for build in builds.all where build.waitsFor.isEmpty && !examination.findings.hanging.contains(build.key) {
      if let circle = builds.hiddenCircle(through: build) {
        let stranger = circle.count > 1 ? "\(circle[0]), which waits for it" : "the same value"
        let steps = ([build.key.description, "(a task of its factory)"] + circle.map(\.description)).joined(separator: " → ")
        add(.hiddenCycle, build, "its factory waits, where the container cannot see it, for a task that asks for \(stranger): \(steps)")
      } else {
        let path = builds.path(toward: build)
        let pathText = path.count > 1 ? ": \(path.map(\.description).joined(separator: " → "))" : ""
        add(
          .stuck, build,
          "no answer in \(Figures.duration(examination.limit)): its factory has run for \(Figures.duration(build.elapsed)) and waits for "
            + "nothing that the container knows; \(build.waiters) wait for it\(pathText)")
      }
    }
    if builds.all.isEmpty {
      if asked.isEmpty {
        examination.findings.add(
          .stuck, nil, nil, in: workload, "a caller got no further, although it asked for nothing and nothing is being built")
      }
      for key in asked {
        examination.findings.add(
          .stuck, examination.target(key), in: workload,
          "no answer in \(Figures.duration(examination.limit)), although nothing is being built")
      }
    }
  }

  private func add(_ kind: StressFinding.Kind, _ build: WaitingBuild, _ message: String) {
    examination.findings.add(kind, build.key, build.site, in: workload, message)
  }
}

/// A build in progress, under the keys that all containers of the root have in common.
struct WaitingBuild {
  let key: AnyKey
  let site: SourceSite
  let elapsed: Duration
  let waiters: Int
  let waitsFor: Set<AnyKey>
  /// How many ask for it: those that wait, and the one whose thread builds it. An asynchronous factory has a task of its own.
  let askers: Int
}

extension WaitingBuild {
  init(_ build: LongWaitReport.Build, _ contributions: Contributions) {
    key = contributions.common(build.key)
    site = build.site
    elapsed = build.elapsed
    waiters = build.waiters
    waitsFor = Set(build.waitsFor.map(contributions.common))
    askers = build.waiters + (build.isAsynchronous ? 0 : 1)
  }
}

/// The builds of one container that do not end, and the callers that wait for them.
struct WaitingBuilds {
  let all: [WaitingBuild]
  private let asked: [AnyKey]
  private let edges: [AnyKey: Set<AnyKey>]

  init(_ all: [WaitingBuild], asked: [AnyKey], edges: [AnyKey: Set<AnyKey>]) {
    self.all = all
    self.asked = asked
    self.edges = edges
  }

  /// The path from a value that only a task of the hanging factory can have asked for to that factory, which it waits for.
  func hiddenCircle(through hanging: WaitingBuild) -> [AnyKey]? {
    if asked.isEmpty { return nil }
    for build in all where build.askers > knownAskers(of: build.key) {
      if let path = path(from: build.key, to: hanging.key) { return path }
    }
    return nil
  }

  /// The path from a requested key to this build, along what waits for what: of several the longest, as it names the most that may have to do with it.
  func path(toward build: WaitingBuild) -> [AnyKey] {
    var longest: [AnyKey] = []
    for key in asked {
      if let path = path(from: key, to: build.key), path.count > longest.count { longest = path }
    }
    return longest
  }

  /// How many callers and builds are known to ask for a key, at most.
  private func knownAskers(of key: AnyKey) -> Int {
    let building = Set(all.map(\.key))
    // A transient is no build: what its factory needs is asked for by its caller.
    let callers = asked.filter { $0 == key || !building.contains($0) && edges.reach(of: $0).contains(key) }
    return callers.count + all.count { $0.waitsFor.contains(key) }
  }

  /// The shortest path along which builds wait for each other, with both ends; one key if the ends are the same.
  private func path(from start: AnyKey, to end: AnyKey) -> [AnyKey]? {
    let waitsFor = Dictionary(all.map { ($0.key, $0.waitsFor) }, uniquingKeysWith: { $0.union($1) })
    var open = [[start]]
    var seen: Set<AnyKey> = [start]
    var index = 0
    while index < open.count {
      let path = open[index]
      index += 1
      guard let last = path.last, last != end else { return path }
      for next in waitsFor[last] ?? [] where seen.insert(next).inserted { open.append(path + [next]) }
    }
    return nil
  }
}

extension [AnyKey: Set<AnyKey>] {
  /// A key and all that it needs, however far below.
  func reach(of key: AnyKey) -> Set<AnyKey> {
    var seen: Set<AnyKey> = [key]
    var open = [key]
    while let next = open.popLast() { for need in self[next] ?? [] where seen.insert(need).inserted { open.append(need) } }
    return seen
  }
}
