public import Holdfast
import HoldfastDiagnostics

/// A defect that the harness found in a container or in one of its factories.
public struct StressFinding: Hashable, Sendable, CustomStringConvertible {
  /// The kinds of defects. Later versions may add kinds.
  public enum Kind: String, Hashable, Sendable {
    /// Two containers return the same object.
    case globalObject = "global-object"
    /// Instances of two containers refer to one object, and that object changes.
    case sharedState = "shared-state"
    /// A factory blocks the thread of its task.
    case blockedThread = "blocked-thread"
    /// A factory waits for a task that needs the factory's value. No call throws, because the container cannot know that the factory waits.
    case hiddenCycle = "hidden-cycle"
    /// A caller waited longer than the limit.
    case stuck
    /// An instance is alive after its container was released.
    case leak
    /// A longer-lived value holds an instance of a scope, or a reference that asks for one.
    case captive
    /// A value holds another one that was disposed of when it was reset or replaced.
    case disposedInUse = "disposed-in-use"
    /// A disposer threw.
    case failedDisposal = "failed-disposal"
    /// A disposer threw while scopes ended at the same time.
    case overlappingDisposal = "overlapping-disposal"
    /// An instance was disposed of twice, or before an instance that needs it.
    case wrongDisposal = "wrong-disposal"
    /// A shutdown did not end in time.
    case hangingShutdown = "hanging-shutdown"
    /// A factory still fails after a dependency had failed once.
    case failedRetry = "failed-retry"
    /// A factory threw.
    case failedFactory = "failed-factory"
    /// A shared value was built more than once, or two callers got two objects.
    case notOnce = "not-once"
    /// The container keeps a value although its build failed.
    case keptFailure = "kept-failure"
    /// The factories that have to run one after the other take longer than the limit.
    case slowStartUp = "slow-start-up"
    /// A check of your own workload failed, or the run has tried nothing.
    case invariant
  }

  /// What was found.
  public let kind: Kind
  /// The key of the defect; nil if it is not known.
  public let key: AnyKey?
  /// Where that was registered.
  public let site: SourceSite?
  /// What was seen.
  public let message: String
  /// The workload that saw it.
  public let workload: String

  /// One line.
  public var description: String {
    let place = site.map { " (registered at \($0))" } ?? ""
    return "\(kind.rawValue): \(key.map(\.description) ?? "")\(place)\(key == nil ? "" : ": ")\(message) [\(workload)]"
  }
}

/// What was found so far, each thing once.
final class Findings: Sendable {
  private struct Place: Hashable {
    let kind: StressFinding.Kind
    let key: AnyKey?
  }

  private struct State {
    var list: [StressFinding] = []
    var seen: Set<Place> = []
    var notes: [String] = []
    var excluded: Set<AnyKey> = []
  }

  private let state = Locked(State())
  private let accepted: Set<StressFinding.Kind>

  init(accepting accepted: Set<StressFinding.Kind> = []) {
    self.accepted = accepted
  }

  /// Kinds after which a key is not asked for any more: it would be found again and again, hang, or end the process.
  private static let excluding: Set<StressFinding.Kind> = [
    .stuck, .hiddenCycle, .blockedThread, .failedFactory, .failedRetry, .sharedState,
  ]

  /// Notes what was found.
  func add(_ kind: StressFinding.Kind, _ target: Target?, in workload: String, _ message: String) {
    add(kind, target?.key, target?.node.site, in: workload, message)
  }

  func add(_ kind: StressFinding.Kind, _ key: AnyKey?, _ site: SourceSite?, in workload: String, _ message: String) {
    let finding = StressFinding(kind: kind, key: key, site: site, message: message, workload: workload)
    let isAccepted = accepted.contains(kind)
    state.withLock { state in
      guard state.seen.insert(Place(kind: kind, key: key)).inserted else { return }
      if isAccepted { state.notes.append("accepted: \(finding)") } else { state.list.append(finding) }
      if let key, Self.excluding.contains(kind) { state.excluded.insert(key) }
    }
  }

  /// Notes what was not looked at, and why.
  func note(_ text: String) {
    state.withLock { if !$0.notes.contains(text) { $0.notes.append(text) } }
  }

  /// Does not ask for these any more.
  func exclude(_ keys: some Sequence<AnyKey>) {
    state.withLock { $0.excluded.formUnion(keys) }
  }

  /// Keys whose factories take a thread for good, or for as long as others need it.
  var hanging: Set<AnyKey> {
    keys(.stuck).union(keys(.hiddenCycle)).union(keys(.blockedThread))
  }

  /// The keys that something was found with, accepted or not.
  func keys(_ kind: StressFinding.Kind) -> Set<AnyKey> {
    state.withLock { Set($0.seen.filter { $0.kind == kind }.compactMap(\.key)) }
  }

  func isExcluded(_ key: AnyKey) -> Bool { state.withLock { $0.excluded.contains(key) } }
  var excluded: Set<AnyKey> { state.withLock { $0.excluded } }
  var all: [StressFinding] { state.withLock { $0.list } }
  var notes: [String] { state.withLock { $0.notes } }
}
