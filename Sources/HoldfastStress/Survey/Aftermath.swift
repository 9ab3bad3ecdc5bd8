import Holdfast

/// What must hold of a container at its end, and after it.
struct Aftermath {
  private let examination: Examination
  private let workload: String

  init(_ examination: Examination, _ workload: String) {
    self.examination = examination
    self.workload = workload
  }

  private var findings: Findings { examination.findings }
  private var patience: Timeout { examination.patience }

  /// How long a shutdown may take; no time to wait once one is known to hang.
  private var shutdownLimit: Duration {
    findings.all.contains { $0.kind == .hangingShutdown } ? .milliseconds(50) : examination.limit * examination.meter.slowdown
  }

  // MARK: Shutting down

  /// Shuts a container down, on a thread that may block, and judges its report; false if something was left.
  @discardableResult
  func shutDown(_ made: MadeContainer, _ policy: ShutdownPolicy = .drain, overlapping: Bool = false) -> Bool {
    let limit = shutdownLimit
    let outcome = patience.inTask(limit * 2 + .seconds(1)) { await made.shutDown(policy, within: limit) }
    guard case .done(let report?) = outcome else {
      findings.add(.hangingShutdown, nil, nil, in: workload, "shutdown() did not return in \(Figures.duration(limit * 2 + .seconds(1)))")
      return false
    }
    return judge(report, made, limit, overlapping)
  }

  private func judge(_ report: ShutdownReport, _ made: MadeContainer, _ limit: Duration, _ overlapping: Bool) -> Bool {
    for failure in report.failures {
      if overlapping {
        examination.add(
          .overlappingDisposal, failure.key, in: workload,
          "its disposer threw while scopes ended at the same time: \(failure.error)")
      } else {
        examination.add(.failedDisposal, failure.key, in: workload, "its disposer threw: \(failure.error)")
      }
    }
    if let key = report.undisposed.first {
      let others = report.undisposed.count - 1
      examination.add(
        .hangingShutdown, key, in: workload,
        "its disposer has not returned after \(Figures.duration(limit))" + (others > 0 ? "; \(others) more wait for it" : ""))
      return false
    }
    if report.isUnderway || !report.unfinished.isEmpty {
      for key in report.unfinished {
        examination.add(
          .hangingShutdown, key, in: workload,
          "its factory was still running \(Figures.duration(limit)) after shutdown() was called")
      }
      if report.unfinished.isEmpty {
        findings.add(.hangingShutdown, nil, nil, in: workload, "shutdown() was not over after \(Figures.duration(limit))")
      }
      return false
    }
    checkDisposals(made)
    return true
  }

  /// Disposed of once, and before what it needs.
  private func checkDisposals(_ made: MadeContainer) {
    let entries = made.log.entries
    for target in examination.everyTarget where target.isShared {
      // What was made and not published, as its decorator threw, is disposed of too.
      guard let entry = entries[target.key], entry.disposed > entry.started, !target.isExisting else { continue }
      findings.add(.wrongDisposal, target, in: workload, "built \(entry.started) times, disposed of \(entry.disposed) times")
    }
    // The last one of each: what was built again, as after a failure, was disposed of before too.
    let place = Dictionary(made.log.disposals.enumerated().map { ($1, $0) }, uniquingKeysWith: { $1 })
    for (key, needs) in examination.edges {
      guard let target = examination.target(key), target.isShared, let own = place[key] else { continue }
      for need in needs where examination.edges[need]?.contains(key) != true {
        guard let other = place[need], other < own, examination.target(need)?.isShared == true else { continue }
        let what =
          examination.areOne(key, need)
          ? "it hands out the object of \(need), and that object was disposed of under both keys; register it with forward"
          : "it was disposed of after \(need), which it needs"
        findings.add(.wrongDisposal, target, in: workload, what)
      }
    }
  }

  // MARK: What is left

  /// Nothing of a scope is alive after its end.
  func expectEnded(_ instances: [(Target, WeakInstance)], heldBy kept: [(target: Target, answer: Answer)]) {
    _ = patience.until(.seconds(1)) { instances.allSatisfy { $0.1.object == nil } }
    let alive = instances.compactMap { target, instance in instance.object.map { (target: target, object: $0) } }
    var loose: [(target: Target, object: AnyObject)] = []
    for (target, object) in alive {
      let holders = kept.compactMap { kept -> (Target, String)? in
        guard let holder = kept.answer.object, holder !== object else { return nil }
        return Reach.path(from: holder, to: object).map { (kept.target, $0) }
      }
      // The one that is nearest holds it; others hold that one.
      guard let (holder, path) = holders.min(by: { ($0.1.count, $0.1) < ($1.1.count, $1.1) }) else {
        loose.append((target, object))
        continue
      }
      findings.add(
        .captive, holder, in: workload, "it lives as long as the container, and holds \(target.key), whose scope has ended: \(path)")
    }
    if loose.count == alive.count { report(unseen(loose), "its scope has ended, and") }
  }

  /// Looks for the holders of objects of scopes that reflection sees nowhere; answers the objects that none is found for.
  private func unseen(_ loose: [(target: Target, object: AnyObject)]) -> [(target: Target, object: AnyObject)] {
    // The one that holds the others is asked after first: with its holder, that of the others is known.
    guard let outermost = zip(loose, reach(of: loose)).max(by: { $0.1.count < $1.1.count })?.0.target else { return loose }
    // Each key once: it may take long, and be found again in the next container.
    if findings.keys(.leak).contains(outermost.key) { return loose }
    guard let holder = HolderSearch(examination, ofScope: outermost).run() else { return loose }
    findings.add(
      .captive, holder, in: workload,
      "it lives as long as the container, and holds \(outermost.key), whose scope has ended, in a closure, a lock or an actor: that was released "
        + "when this one was")
    return []
  }

  /// Nothing is alive after the container's release.
  func expectReleased(_ instances: [(target: Target, instance: WeakInstance)], forgetting laps: [Lap]) {
    for lap in laps { lap.forget() }
    let globals = findings.keys(.globalObject)
    // Objects are known by their addresses while `alive` keeps them.
    let concerned = instances.filter { !globals.contains($0.target.key) }
    _ = patience.until(.seconds(1)) { concerned.allSatisfy { $0.instance.object == nil } }
    var seen: Set<ObjectIdentifier> = []
    let held = Set(Reach.all(from: instances.filter { globals.contains($0.target.key) }.compactMap(\.instance.object)).keys)
    let alive = concerned.compactMap { target, instance in instance.object.map { (target: target, object: $0) } }
      .filter { !held.contains(ObjectIdentifier($0.object)) && seen.insert(ObjectIdentifier($0.object)).inserted }
    report(alive, "its container was released, and")
  }

  /// What each of some objects holds: as reflection shows, and, where that sees nothing, as the keys need each other.
  private func reach(of alive: [(target: Target, object: AnyObject)]) -> [Set<ObjectIdentifier>] {
    let edges = examination.edges
    // An isolated conformance to `Actor` does not compile.
    return alive.map { target, object in
      let seen = Set(Reach.all(from: Reach.steps(from: object).map(\.object)).keys)
      guard object is any Actor else { return seen }
      let needs = edges[target.key] ?? []
      let needed = alive.filter { needs.contains($0.target.key) }.map(\.object)
      return seen.union(Reach.all(from: needed).keys)
    }
  }

  /// Names those that hold the others. `alive` keeps the objects, which are known by their addresses here.
  private func report(_ alive: [(target: Target, object: AnyObject)], _ begin: String) {
    let reach = reach(of: alive)
    var named: Set<ObjectIdentifier> = []
    for (index, (target, object)) in alive.enumerated() {
      let identity = ObjectIdentifier(object)
      let holders = alive.indices.filter { $0 != index && reach[$0].contains(identity) }
      // Held by one that it does not hold itself: that one is to blame.
      if holders.contains(where: { !reach[index].contains(ObjectIdentifier(alive[$0].object)) }) { continue }
      // One of a circle stands for all of it.
      if holders.contains(where: { named.contains(ObjectIdentifier(alive[$0].object)) }) { continue }
      named.insert(identity)
      let isCircle = reach[index].contains(identity)
      let circle = isCircle ? Reach.path(from: object, to: object) : nil
      let why = circle.map { "it holds itself: \($0)" } ?? "something outside of it, or a closure, holds it"
      let below = alive.indices.filter { $0 != index && reach[index].contains(ObjectIdentifier(alive[$0].object)) }
      let others =
        below.isEmpty ? "" : "; with it lives \(below.prefix(4).map { alive[$0].target.key.description }.joined(separator: ", "))"
      findings.add(.leak, target, in: workload, "\(begin) the \(Reach.name(of: object)) is alive: \(why)\(others)")
    }
  }
}
