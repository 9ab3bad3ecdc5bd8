import OnceKernel

/// What the calling task keeps from its end: containers and disposals whose disposer it runs, or in an open scope of which it is.
enum EndBlockers {
  /// Valid while the disposer runs, and not in what it started and left behind.
  final class Mark: Sendable {
    private let core: Core
    private let cause: Cause
    /// Of the disposer that waits for this one.
    private let outer: Mark?
    let ending: Ending
    private let over = AtomicWord(0)

    fileprivate init(_ core: Core, _ cause: Cause, inside outer: Mark?, _ ending: Ending) {
      (self.core, self.cause, self.outer, self.ending) = (core, cause, outer, ending)
    }

    var isRunning: Bool { !isOver }
    private var isOver: Bool { over.loadAcquiring() == 1 }

    fileprivate var nodes: [EndWaits.Node] {
      if isOver { return [] }
      var nodes = (outer?.nodes ?? []) + (core.above + [core]).map { .end($0.number) }
      if case .disposal(let disposal) = cause { nodes.append(.disposal(disposal.number)) }
      return nodes
    }

    /// Whether it is a disposer of a container that is, or asks, `other`.
    fileprivate func isDisposer(of other: Core) -> Bool {
      !isOver && (other.countsRuns(of: core) || outer?.isDisposer(of: other) == true)
    }

    /// Whether it runs for the end of a scope, or before that is over.
    fileprivate func isDisposer(of scope: InstanceTable) -> Bool {
      if isOver { return false }
      switch cause {
      case .disposal(let disposal): if disposal.scopes.contains(where: { $0.instances === scope }) { return true }
      case .scopeEnd(let ended): if ended === scope { return true }
      case .end: break
      }
      return outer?.isDisposer(of: scope) == true
    }

    /// Whether it runs for the end of a container.
    fileprivate func isPartOfEnd(of other: Core) -> Bool {
      if isOver { return false }
      if case .end(let cores) = cause, cores.contains(where: { $0 === other }) { return true }
      return outer?.isPartOfEnd(of: other) == true
    }

    fileprivate func end() { over.storeReleasing(1) }
  }

  /// Why disposers run.
  enum Cause: Sendable {
    /// Something was discarded.
    case disposal(Disposal)
    /// The scope with these instances ends.
    case scopeEnd(InstanceTable)
    /// A container ends, with its layers of children.
    case end([Core])
  }

  @TaskLocal private static var mark: Mark?

  /// Of the disposer that the calling task runs.
  static var current: Mark? { mark }

  /// Why the disposer that this task runs was called.
  static var ending: Ending { mark?.ending ?? .abandoned }

  /// The disposals, the containers, and all that these ask: they wait for the calling task.
  static var here: [EndWaits.Node] {
    var nodes = mark?.nodes ?? []
    for scope in Current.openScopes { nodes += (scope.core.above + [scope.core]).map { .end($0.number) } }
    return nodes
  }

  /// Whether the calling task runs a disposer of a container that is, or asks, `core`.
  static func isDisposer(of core: Core) -> Bool { mark?.isDisposer(of: core) == true }

  /// What is left of a scope that ends, for its disposers; nil for other callers.
  static func remains(of scope: InstanceTable) -> Remains? { mark?.isDisposer(of: scope) == true ? scope.remains : nil }

  /// What is left of a container that ends, for its disposers; nil for other callers.
  static func remains(of core: Core) -> Remains? { mark?.isPartOfEnd(of: core) == true ? core.shutdown.remains : nil }

  /// Runs a disposer of `core`.
  ///
  /// - Parameter outer: of the disposer that waits for it.
  static func disposing<Result>(
    of core: Core, for cause: Cause, inside outer: Mark?, _ ending: Ending, _ body: () async throws -> Result
  ) async rethrows -> Result {
    let mark = Mark(core, cause, inside: outer, ending)
    defer { mark.end() }
    return try await $mark.withValue(mark) { try await body() }
  }
}

/// Which end waits for which other one, through a disposer or an open scope: looked at before another such wait begins.
enum EndWaits {
  /// What is waited for.
  enum Node: Hashable, Sendable {
    /// The end of the container with this number.
    case end(UInt)
    /// The disposal with this number.
    case disposal(UInt)
  }

  struct Wait: Sendable {
    fileprivate let number: UInt64
    fileprivate let waiting: Set<Node>

    func end() { EndWaits.end(self) }
  }

  private struct State {
    /// What each node waits for, by the number of the wait.
    var awaited: [Node: [UInt64: Node]] = [:]
    var waits: UInt64 = 0
  }

  private static let state = Guarded(State())

  /// Begins to wait for `target` on behalf of what `holding` names; nil when that would never end.
  static func begin(of holding: [Node], for target: Node) -> Wait? {
    state.withLock { state in
      let waiting = Set(holding)
      var met: Set = [target]
      var open = [target]
      while let next = open.popLast() {
        if waiting.contains(next) { return nil }
        for node in (state.awaited[next] ?? [:]).values where met.insert(node).inserted { open.append(node) }
      }
      state.waits += 1
      for node in waiting { state.awaited[node, default: [:]][state.waits] = target }
      return Wait(number: state.waits, waiting: waiting)
    }
  }

  private static func end(_ wait: Wait) {
    state.withLock { state in
      for node in wait.waiting {
        state.awaited[node]?[wait.number] = nil
        if state.awaited[node]?.isEmpty == true { state.awaited[node] = nil }
      }
    }
  }
}
