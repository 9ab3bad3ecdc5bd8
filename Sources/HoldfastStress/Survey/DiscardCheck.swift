import Holdfast
import HoldfastDiagnostics

/// Discards the values that have disposers, one after the other, and looks for values that go on holding them.
///
/// A container disposes of a discarded value when it keeps nothing that was made from it, as far as it knows. What holds it then has taken it where the
/// container does not see that, and goes on using what was disposed of.
struct DiscardCheck {
  private let examination: Examination
  private let disposed: Set<AnyKey>

  /// - Parameter disposed: the keys that have disposers.
  init(_ examination: Examination, disposed: Set<AnyKey>) {
    self.examination = examination
    self.disposed = disposed
  }

  /// Runs it on the calling thread, which must not be one of the pool.
  func run() throws {
    let targets = examination.targets.filter {
      disposed.contains($0.key) && $0.isShared && !$0.isExisting && !$0.node.isOnMainActor && !isNeeded($0)
    }
    if targets.isEmpty { return }
    let made = try MadeContainer(examination)
    for target in targets {
      examination.buildShared(in: made)
      guard let instance = discard(target, in: made), let object = instance.object else { continue }
      if let (holder, path) = holder(of: object, in: made, besides: target) {
        add(holder, target, ": \(path)")
      } else if let holder = HolderSearch(examination, { discard(target, in: $0) }).run() {
        add(holder, target, ", in a closure, a lock or an actor: that was released when this one was")
      }
    }
    Aftermath(examination, Survey.name).shutDown(made)
  }

  private func add(_ holder: Target, _ target: Target, _ pathText: String) {
    examination.findings.add(
      .disposedInUse, holder, in: Survey.name,
      "it still holds \(target.key), which was disposed of when it was reset: the container does not know that this one was made from it\(pathText)"
    )
  }

  /// Whether the container keeps values that it knows were made from one, and does not dispose of it before them.
  private func isNeeded(_ target: Target) -> Bool {
    let edges = examination.edges
    return examination.everyTarget.contains { $0.key != target.key && $0.isShared && edges.reach(of: $0.key).contains(target.key) }
  }

  /// Resets a value; answers its instance if that was disposed of, and is alive.
  private func discard(_ target: Target, in made: MadeContainer) -> WeakInstance? {
    let container = made.container
    let outcome = examination.patience.inTask(examination.limit) { () -> WeakInstance? in
      try await target.asking.inTask(container).object.map { WeakInstance(object: $0) }
    }
    guard case .done(let instance?) = outcome else { return nil }
    let before = made.log.entries[target.key]?.disposed ?? 0
    made.reset(target.key)
    guard examination.patience.until(.milliseconds(300), { (made.log.entries[target.key]?.disposed ?? 0) > before }) else { return nil }
    return examination.patience.until(.milliseconds(300)) { instance.object == nil } ? nil : instance
  }

  /// What is seen to hold an object, with the shortest path to it.
  private func holder(of object: AnyObject, in made: MadeContainer, besides target: Target) -> (Target, String)? {
    let container = made.container
    var found: [(holder: Target, path: String)] = []
    for other in examination.targets where other.isShared && other.key != target.key && !other.node.isOnMainActor {
      let outcome = examination.patience.inTask(examination.limit) { try await other.asking.inTask(container) }
      guard case .done(let answer) = outcome, let holder = answer.object, holder !== object else { continue }
      if let path = Reach.path(from: holder, to: object) { found.append((other, path)) }
    }
    return found.min { ($0.path.count, $0.path) < ($1.path.count, $1.path) }.map { ($0.holder, $0.path) }
  }
}
