import Foundation
import Holdfast
import HoldfastDiagnostics

/// What the parts of a run on one composition root share.
final class Examination: Sendable {
  let root: CompositionRoot
  let seed: UInt64
  let findings: Findings
  let meter = LoadMeter()
  let contributions = Contributions()
  /// What is registered, once the survey has looked.
  private let known = Locked<[Target]>([])
  /// What could be built only after warming up.
  let late = Locked<Set<AnyKey>>([])
  /// False once something hangs: a task that takes part may hold a thread of the pool.
  let poolIsWhole = Locked(true)
  private let needs = Locked<[AnyKey: Set<AnyKey>]>([:])
  /// The keys of each object that several shared keys hand out.
  private let oneObject = Locked<[Set<AnyKey>]>([])
  private let profile = Locked<StartUpProfile?>(nil)
  private let scopeKinds = Locked<[ScopeKind]>([])
  /// The kind of scope that each key belongs to, of those that belong to one.
  private let kindOfKey = Locked<[AnyKey: ScopeKind]>([:])

  init(_ root: CompositionRoot, seed: UInt64) {
    self.root = root
    findings = Findings(accepting: root.accepted)
    self.seed = seed
  }

  var patience: Timeout { Timeout(meter) }
  var limit: Duration { root.limits.wait }

  /// What may be asked for.
  var targets: [Target] { known.withLock { $0 }.filter { !findings.isExcluded($0.key) && !dependsOnExcluded($0.key) } }
  var everyTarget: [Target] { known.withLock { $0 } }
  /// Whether a caller can make a factory run: not where every value is registered as an instance.
  var canBuild: Bool { !everyTarget.allSatisfy(\.isExisting) }
  var startUp: StartUpProfile? { profile.withLock { $0 } }
  /// Kinds of scopes, the outer ones first.
  var kinds: [ScopeKind] { scopeKinds.withLock { $0 } }
  /// What needs what before it can be built, as far as that was declared or seen.
  var edges: [AnyKey: Set<AnyKey>] { needs.withLock { $0 } }

  /// Notes something that was found with a key, whose registration is looked up.
  func add(_ kind: StressFinding.Kind, _ key: AnyKey?, in workload: String, _ message: String) {
    let key = key.map(contributions.common)
    findings.add(kind, key, key.flatMap(target)?.node.site, in: workload, message)
  }

  /// What may be asked for, with what is needed before what needs it.
  var targetsByDepth: [Target] {
    let edges = edges
    return targets.sorted { edges.reach(of: $0.key).count < edges.reach(of: $1.key).count }
  }

  func target(_ key: AnyKey) -> Target? { known.withLock { $0 }.first { $0.key == key } }

  func setProfile(_ new: StartUpProfile) { profile.withLock { $0 = new } }

  /// Takes in what is registered.
  func learn(_ graph: DependencyGraph) {
    var targets: [Target] = []
    var unasked: [AnyKey] = []
    let ofScopes = graph.keysOfScopes
    for node in graph.nodes where !isLeftOut(node.key) {
      let takesArguments = node.key.valueType != node.key.type
      if let argument = root.arguments.first(where: { $0.key == node.key }) {
        targets.append(
          Target(
            node: node, asking: argument.asking(seed), isExisting: false, takesArguments: true, needsScope: ofScopes.contains(node.key)))
      } else if takesArguments {
        unasked.append(node.key)
      } else {
        targets.append(
          Target(
            node: node, asking: Asking(node.key, contribution: contributions.place(of: node.key)), isExisting: node.hasInstance,
            takesArguments: false, needsScope: ofScopes.contains(node.key)))
      }
    }
    let found = targets
    known.withLock { $0 = found }
    learnKinds(graph)
    for key in unasked { findings.note("\(key) is not asked for: name its arguments with ArgumentKey.key(_:taking:)") }
    if !root.leftOut.isEmpty { findings.note("left out: \(root.leftOut.map(\.description).sorted().joined(separator: ", "))") }
    learnEdges(graph)
  }

  /// What is contributed has no key of its own to leave out: its type stands for it, and so does the collection.
  private func isLeftOut(_ key: AnyKey) -> Bool {
    func collection<T>(of type: T.Type) -> AnyKey { AnyKey([T].self) }
    guard key.isContribution else { return root.leftOut.contains(key) }
    return root.leftOut.contains(AnyKey(key.type)) || root.leftOut.contains(collection(of: key.type))
  }

  /// Takes in the kinds of scopes, those of keys that are left out too: they may have to be given.
  private func learnKinds(_ graph: DependencyGraph) {
    let kindOfKey = Dictionary(
      graph.nodes.compactMap { node in node.scopeKind.map { (node.key, $0) } }, uniquingKeysWith: { first, _ in first })
    var kinds: [ScopeKind] = []
    for kind in graph.nodes.compactMap(\.scopeKind) {
      for kind in sequence(first: kind, next: \.outer).reversed() where !kinds.contains(kind) { kinds.append(kind) }
    }
    let all = kinds
    scopeKinds.withLock { $0 = all }
    self.kindOfKey.withLock { $0 = kindOfKey }
  }

  /// Takes in what needs what.
  func learnEdges(_ graph: DependencyGraph) {
    needs.withLock { needs in
      for edge in graph.edges where edge.kind.known.isImmediate {
        needs[contributions.common(edge.from), default: []].insert(contributions.common(edge.to))
      }
    }
  }

  /// Takes in which keys hand out one object.
  func learnObjects(_ kept: [(target: Target, answer: Answer)]) {
    let byObject = Dictionary(grouping: kept) { $0.answer.identity }
    let groups = byObject.filter { $0.key != nil && $0.value.count > 1 }.map { Set($0.value.map(\.target.key)) }
    oneObject.withLock { $0 = groups }
  }

  /// Whether two keys hand out one object.
  func areOne(_ key: AnyKey, _ other: AnyKey) -> Bool { oneObject.withLock { $0 }.contains { $0.isSuperset(of: [key, other]) } }

  /// Whether a key needs, however far below, one that is not asked for any more because it hangs or blocks.
  private func dependsOnExcluded(_ key: AnyKey) -> Bool {
    needsOne(of: findings.hanging, key)
  }

  /// Whether a key, or what it needs, can be built only after warming up: it may fail before, and wrap the error in one of its own.
  func isLate(_ key: AnyKey) -> Bool { needsOne(of: late.withLock { $0 }, key) }

  /// Whether a key is one of some, or needs one of them, however far below.
  private func needsOne(of keys: Set<AnyKey>, _ key: AnyKey) -> Bool {
    !keys.isEmpty && !edges.reach(of: key).isDisjoint(with: keys)
  }

  /// Builds what the container keeps, as a program does that warms up before it answers; answers with what was asked for.
  @discardableResult
  func buildShared(in made: MadeContainer) -> [Target] {
    let shared = targets.filter { $0.isShared && !$0.node.isOnMainActor }
    _ = patience.inTask(limit * 2) { for target in shared { _ = try? await target.asking.inTask(made.container) } }
    return shared
  }

  /// A scope of each kind, the outer ones first; one without a kind is the innermost.
  ///
  /// Each is given the seeds of its kind, the outermost those without one, which the others see too.
  func openScopes(_ container: Container) throws -> [Scope] {
    var scopes: [Scope] = []
    let seeds = root.seeds()
    let kindOfKey = kindOfKey.withLock { $0 }
    do {
      for kind in kinds.map(Optional.some) + [nil] {
        let given = seeds.filter { seed in kindOfKey[seed.key].map { $0 == kind } ?? scopes.isEmpty }
        scopes.append(try scopes.last?.openScope(kind, seeds: given) ?? container.openScope(kind, seeds: given))
      }
    } catch {
      for scope in scopes.reversed() { scope.end() }
      throw error
    }
    return scopes
  }

  /// The one of these scopes that a key is asked for in: of its kind, or the innermost; nil only if there is none.
  static func scope(of target: Target, in scopes: [Scope]) -> Scope? {
    scopes.last { target.scopeKind == nil || $0.kind == target.scopeKind } ?? scopes.last
  }

  /// Ends scopes, the inner ones first.
  static func end(_ scopes: [Scope]) async {
    for scope in scopes.reversed() { await scope.end() }
  }

  /// Whether an error is the answer that a caller has to expect before the container is warmed up.
  static func isTooEarly(_ error: any Error) -> Bool {
    if Defused.isCause(of: error) { return true }
    guard let error = error as? ResolutionError else { return false }
    return error.isTooEarly || error.underlying.map(isTooEarly) == true
  }

  /// The key whose registration has to change: that of the factory that threw, or of the one that asks for what it cannot have.
  static func culprit(of error: any Error, asked: AnyKey) -> AnyKey {
    guard let error = error as? ResolutionError else { return asked }
    switch error.code {
    case .notRegistered, .outsideScope, .notSeeded, .forgottenArguments, .severalInGraph: return error.path.dropLast().last ?? error.key
    default: return error.path.last ?? error.key
    }
  }

  /// An error in one line, with the path from the requested key.
  static func text(_ error: any Error) -> String {
    guard let error = error as? ResolutionError else { return "\(error)" }
    let text = error.underlying.map { "\($0)" } ?? error.message
    return error.path.count > 1 ? "\(text) (path: \(ResolutionError.text(of: error.path)))" : text
  }
}
