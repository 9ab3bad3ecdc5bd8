import Foundation
import Holdfast
import HoldfastDiagnostics

/// The first part of a run: two containers, one after the other, in which every key is asked for once, by one caller.
///
/// It learns what there is, what needs what and how long it takes, and finds what shows without any race. The order matters: what hangs is found
/// on threads of its own, which are left behind, before tasks may meet it, whose threads are few.
struct Survey {
  static let name = "survey"
  private let examination: Examination
  private let interrupted: Flag

  init(_ examination: Examination, until interrupted: Flag) {
    self.examination = examination
    self.interrupted = interrupted
  }

  private var findings: Findings { examination.findings }
  private var patience: Timeout { examination.patience }

  /// Runs it on the calling thread, which must not be one of the pool.
  ///
  /// - Throws: what making a container throws.
  func run() throws {
    guard let (first, second) = try twoLaps() else { return }
    examination.setProfile(StartUpProfile([first.spans, second.spans], examination))
    checkStartUp()
    guard first.isWhole, second.isWhole else { return }
    let disposed = Set((first.made?.log.disposals ?? []) + (second.made?.log.disposals ?? []))
    Aftermath(examination, Self.name).expectReleased(first.instances + second.instances, forgetting: [first, second])
    if !interrupted.isSet { try DiscardCheck(examination, disposed: disposed).run() }
  }

  private func twoLaps() throws -> (Lap, Lap)? {
    let first = try lap()
    if interrupted.isSet { return nil }
    let strangers = first.strangers
    let before = first.reach(without: strangers).mapValues { ($0, Reach.digest(of: $0)) }
    let second = try lap(after: first)
    if interrupted.isSet { return nil }
    compare(first, second, before, strangers)
    return (first, second)
  }

  // MARK: One container

  /// Asks for everything in a fresh container, opens a scope, and shuts it down.
  private func lap(after first: Lap? = nil) throws -> Lap {
    let lap = Lap()
    let made = try MadeContainer(examination)
    if let first, first.made?.original === made.original {
      throw UsageError("the closure handed out one container twice; it has to make a new one each time")
    }
    lap.made = made
    let timeline = BuildTimeline(of: made.container)
    if examination.everyTarget.isEmpty { examination.learn(made.container.graph()) }
    try askForAll(lap)
    lap.spans = timeline.spans
    if lap.isWhole { askInScope(lap) }
    guard let made = lap.made else { return lap }
    examination.learnEdges(made.container.graph())
    findCaptives(in: made)
    examination.learnObjects(lap.kept)
    if !Aftermath(examination, Self.name).shutDown(made) { lap.isWhole = false }
    return lap
  }

  private func askForAll(_ lap: Lap) throws {
    var early: [Target] = []
    // Synchronous ones first: those that hang then do so on threads of the survey's, not on those that all tasks share.
    let targets = examination.everyTarget.filter { !$0.needsScope }
    for target in targets.filter(\.isSynchronous) + targets.filter({ !$0.isSynchronous })
    where !findings.isExcluded(target.key) && !interrupted.isSet {
      if try !ask(target, lap, isLast: false) { early.append(target) }
    }
    guard !early.isEmpty, let made = lap.made else { return }
    _ = patience.inTask(examination.limit) { _ = try? await made.container.warmUp() }
    examination.late.withLock { $0.formUnion(early.map(\.key)) }
    for target in early where try !ask(target, lap, isLast: true) {
      findings.note("\(target.key) cannot be had before something else is built asynchronously, nor after warming up")
      findings.exclude([target.key])
    }
  }

  /// Asks for one key; false if it may be too early for it: until all has been warmed up, any error may come from that.
  private func ask(_ target: Target, _ lap: Lap, isLast: Bool) throws -> Bool {
    guard let made = lap.made else { return true }
    let container = made.container
    let attempt: Attempt<Answer>
    if target.isSynchronous {
      attempt = patience.onThread(examination.limit) { try target.asking.now(container) }
    } else {
      attempt = patience.inTask(examination.limit) { try await target.asking.inTask(container) }
    }
    switch attempt {
    case .done(let answer):
      if target.isShared { lap.kept.append((target, answer)) }
      if let object = answer.object, !target.isExisting { lap.instances.append((target, WeakInstance(object: object))) }
    case .failed(let error):
      if Defused.isCause(of: error) {
        findings.exclude([target.key])
        return true
      }
      if !isLast || Examination.isTooEarly(error) { return false }
      report(error, asked: target)
    case .stuck:
      Stall(examination, Self.name).explain(made, asked: [target.key])
      findings.exclude([target.key])
      lap.isWhole = false
      examination.poolIsWhole.withLock { $0 = false }
      lap.made = try MadeContainer(examination)
    }
    return true
  }

  private func report(_ error: any Error, asked target: Target) {
    if let error = error as? ResolutionError, error.code == .notSeeded {
      findings.note("\(target.key) is not asked for: \(error.path.last ?? error.key) has to be given to the scope; see `seeds`")
    } else {
      let key = Examination.culprit(of: error, asked: target.key)
      examination.add(.failedFactory, key, in: Self.name, "it cannot be built: \(Examination.text(error))")
    }
    findings.exclude([target.key])
  }

  // MARK: Scopes

  /// Asks for everything in scopes, ends them, and checks that what they held was released.
  private func askInScope(_ lap: Lap) {
    let scoped = examination.everyTarget.filter { $0.needsScope && !findings.isExcluded($0.key) }
    guard !scoped.isEmpty, !interrupted.isSet, let made = lap.made else { return }
    let examination = examination
    let asked = Locked<AnyKey?>(nil)
    let container = made.container
    let outcome = patience.inTask(examination.limit * 2) {
      let scopes = try examination.openScopes(container)
      var instances: [(Target, WeakInstance)] = []
      var failures: [(Target, any Error)] = []
      for target in scoped {
        asked.withLock { $0 = target.key }
        guard let scope = Examination.scope(of: target, in: scopes) else { continue }
        do {
          let answer = try await target.asking.inTask(scope)
          if let object = answer.object { instances.append((target, WeakInstance(object: object))) }
        } catch {
          failures.append((target, error))
        }
      }
      await Examination.end(scopes)
      return (instances, failures)
    }
    switch outcome {
    case .stuck:
      Stall(examination, Self.name).explain(made, asked: asked.withLock { $0 }.map { [$0] } ?? [])
      findings.exclude(scoped.map(\.key))
      examination.poolIsWhole.withLock { $0 = false }
      lap.isWhole = false
    case .failed(let error):
      findings.note("no scope could be opened: \(Examination.text(error))")
      findings.exclude(scoped.map(\.key))
    case .done(let (instances, failures)):
      for (target, error) in failures where !Examination.isTooEarly(error) { report(error, asked: target) }
      Aftermath(examination, Self.name).expectEnded(instances, heldBy: lap.kept)
    }
  }

  /// Finds what may be captive by what is known of needs: a reference to a value of a scope need not have been used.
  private func findCaptives(in made: MadeContainer) {
    for problem in made.container.problems(.afterRun) where problem.kind == .captive {
      let holder = examination.contributions.common(problem.key)
      // The reference is what nothing else finds: a value itself is found by its instance, or its factory throws.
      guard let target = examination.target(holder), !findings.isExcluded(holder) else { continue }
      let path = ResolutionError.text(of: problem.path.map(examination.contributions.common))
      findings.add(.captive, target, in: Self.name, "\(problem.message) (path: \(path))")
    }
  }

  // MARK: Two containers

  private func compare(_ first: Lap, _ second: Lap, _ before: [ObjectIdentifier: (AnyObject, Int)], _ strangers: Set<ObjectIdentifier>) {
    guard first.isWhole, second.isWhole else { return }
    let strangers = strangers.union(second.strangers)
    let old = Set(first.kept.filter { !$0.target.isExisting }.compactMap(\.answer.identity))
    var globals: [AnyObject] = []
    var named: Set<ObjectIdentifier> = []
    // What needs no other of them comes first: a forward hands out what another key makes.
    let shared = second.kept.filter {
      !$0.target.isExisting && $0.answer.identity.map { old.contains($0) && !strangers.contains($0) } == true
    }
    let keys = Set(shared.map(\.target.key))
    for (target, answer) in shared.sorted(by: { needs($0.target, keys) < needs($1.target, keys) }) {
      guard let object = answer.object else { continue }
      globals.append(object)  // and keeps it
      guard named.insert(ObjectIdentifier(object)).inserted else { continue }
      findings.add(
        .globalObject, target, in: Self.name,
        "two containers hand out the same \(Reach.name(of: object)): its factory keeps it, or takes it from a global")
    }
    let known = Set(Reach.all(from: globals).keys).union(strangers)
    var owners: Set<AnyKey> = []
    for (identity, object) in second.reach(without: known) {
      guard let (_, digest) = before[identity], Reach.digest(of: object) != digest, !Reach.isForeign(object) else { continue }
      let paths = second.kept.filter { !$0.target.isExisting }.compactMap { kept -> (Target, String)? in
        guard let holder = kept.answer.object else { return nil }
        return Reach.path(from: holder, to: object).map { (kept.target, $0) }
      }
      guard let (target, path) = paths.min(by: { ($0.1.count, $0.1) < ($1.1.count, $1.1) }), owners.insert(target.key).inserted else {
        continue
      }
      findings.add(
        .sharedState, target, in: Self.name,
        "instances of two containers hold one \(Reach.name(of: object)), and it has changed: \(path)")
    }
  }

  private func needs(_ target: Target, _ keys: Set<AnyKey>) -> Int {
    examination.edges[target.key].map { $0.intersection(keys).count } ?? 0
  }

  private func checkStartUp() {
    guard let profile = examination.startUp else { return }
    let limit = examination.root.limits.startUp * examination.meter.slowdown
    guard profile.criticalTime > limit, let slowest = profile.criticalPath.max(by: { $0.own < $1.own }) else { return }
    let chain = profile.criticalPath.filter { $0.own * 50 > profile.criticalTime }
      .map { "\($0.key) \(Figures.duration($0.own))" }.joined(separator: " → ")
    examination.add(
      .slowStartUp, slowest.key, in: Self.name,
      "\(Figures.duration(profile.criticalTime)) pass in factories that have to run one after the other: \(chain)")
  }
}
