import Dispatch
import Foundation
import Holdfast
import HoldfastDiagnostics
import Synchronization

/// The second part of a run: factories that keep a task's thread without using it.
///
/// All threads of the cooperative pool but one are taken. A task asks for a key; if that takes long, another task shows whether the last thread is
/// free. If it is not, and the process computes nothing, the factory waits on that thread: for a task, a lock, a file or a server. When the other
/// threads are given back, what waited for a task goes on.
struct PoolCheck {
  static let name = "pool"
  private let examination: Examination
  private let interrupted: Flag
  private let width = ProcessInfo.processInfo.activeProcessorCount

  init(_ examination: Examination, until interrupted: Flag) {
    self.examination = examination
    self.interrupted = interrupted
  }

  private var findings: Findings { examination.findings }
  private var patience: Timeout { examination.patience }
  private var limit: Duration { examination.root.limits.blocking }

  /// Runs it on the calling thread, which must not be one of the pool.
  func run() throws {
    guard width > 1 else { return findings.note("factories that block a task's thread are not looked for on one core") }
    guard examination.poolIsWhole.withLock({ $0 }) else {
      return findings.note("factories that block a task's thread are not looked for: what hangs may hold one")
    }
    let made = try MadeContainer(examination)
    let scopes = (try? examination.openScopes(made.container)) ?? []
    // What is needed comes first, so that each key meets its own factory only.
    for target in examination.targetsByDepth where !target.isExisting {
      if interrupted.isSet { break }
      if target.needsScope && scopes.isEmpty || target.node.isOnMainActor { continue }
      let scope = target.needsScope ? Examination.scope(of: target, in: scopes) : nil
      let isAsked = if let scope { ask(target, scope) } else { ask(target, made.container) }
      if !isAsked {
        findings.note("\(target.key) and what comes after it was not looked at for blocking: other tasks hold the threads of the pool")
        break
      }
      if findings.all.contains(where: { $0.kind == .blockedThread && $0.key == target.key }) { break }
    }
    let open = scopes
    _ = patience.inTask(examination.limit, { await Examination.end(open) })
    Aftermath(examination, Self.name).shutDown(made)
  }

  /// False if the threads of the pool could not be had.
  private func ask(_ target: Target, _ resolver: any Resolver & Sendable) -> Bool {
    let plugs = Plugs(width - 1)
    defer { plugs.pull() }
    guard patience.until(.milliseconds(500), { plugs.areIn }) else { return false }
    // The last thread is free, or what follows says nothing.
    let isOneFree = Flag()
    Task.detached { isOneFree.set() }
    guard patience.until(.milliseconds(500), { isOneFree.isSet }) else { return false }
    let done = Flag()
    Task.detached {
      _ = try? await target.asking.inTask(resolver)
      done.set()
    }
    if patience.until(limit / 3, { done.isSet }) { return true }
    let canary = Flag()
    Task.detached { canary.set() }
    let idleness = Idleness()
    let isFree = patience.until(limit) {
      idleness.look()
      return done.isSet || canary.isSet
    }
    let blocked = !isFree && idleness.isIdle
    plugs.pull()
    if blocked {
      let ends = patience.until(examination.limit) { done.isSet }
      findings.add(
        .blockedThread, target, in: Self.name,
        "its factory kept its task's thread for \(Figures.duration(limit)) and computed nothing"
          + (ends ? "; it continued when other threads of the pool were free" : ", and did not return"))
    }
    _ = patience.until(examination.limit) { done.isSet }
    return true
  }

  /// Tasks that hold threads of the pool until they are pulled.
  private final class Plugs: Sendable {
    private let count: Int
    private let holding = Atomic<Int>(0)
    private let end = DispatchSemaphore(value: 0)
    private let pulled = Flag()

    init(_ count: Int) {
      self.count = count
      for _ in 0..<count {
        Task.detached { [self] in hold() }
      }
    }

    private func hold() {
      if pulled.isSet { return }
      holding.add(1, ordering: .relaxed)  // Relaxed: a count.
      end.wait()
    }

    var areIn: Bool { holding.load(ordering: .relaxed) == count }  // Relaxed: a count.

    /// Gives the threads back; may be called twice.
    func pull() {
      guard pulled.setFirst() else { return }
      for _ in 0..<count { end.signal() }
    }
  }
}
