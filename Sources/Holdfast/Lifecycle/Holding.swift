import OnceKernel

/// What the calling task keeps from its end: containers whose disposer it runs, or in an open scope of which it is.
enum Holding {
  /// Valid while the disposer runs, and not in what it started and left behind.
  private final class Mark: Sendable {
    private let core: Core
    /// Further out.
    private let outer: [Core]
    let ending: Ending
    private let over = AtomicWord(0)

    init(_ core: Core, within outer: [Core], _ ending: Ending) {
      self.core = core
      self.outer = outer
      self.ending = ending
    }

    var cores: [Core] { over.loadAcquiring() == 1 ? [] : outer + core.above + [core] }

    func end() { over.storeReleasing(1) }
  }

  @TaskLocal private static var mark: Mark?

  /// Why the disposer that this task runs was called.
  static var ending: Ending { mark?.ending ?? .abandoned }

  /// The containers, and all that they ask: these wait for them.
  static var here: [Core] {
    var cores = mark?.cores ?? []
    for scope in Current.openScopes { cores += scope.core.above + [scope.core] }
    return cores
  }

  /// Whether the calling task runs a disposer of a container that is, or asks, `core`.
  static func isDisposer(of core: Core) -> Bool { mark?.cores.contains { $0 === core } == true }

  /// Runs a disposer of `core`, for which, further out, others may wait.
  static func disposing<Result>(
    of core: Core, within outer: [Core], _ ending: Ending, _ body: () async throws -> Result
  ) async rethrows -> Result {
    let mark = Mark(core, within: outer, ending)
    defer { mark.end() }
    return try await $mark.withValue(mark) { try await body() }
  }
}

/// Which container's end waits for which other one's, through a disposer or an open scope: looked at before another such wait begins.
enum ShutdownWaits {
  struct Wait: Sendable {
    fileprivate let number: UInt64

    func end() { ShutdownWaits.end(self) }
  }

  private struct Edge {
    let wait: UInt64
    // The numbers of containers.
    let waiting: UInt
    let awaited: UInt
  }

  private struct State {
    var edges: [Edge] = []
    var waits: UInt64 = 0
  }

  private static let state = Guarded(State())

  /// Begins to wait for the end of `target` on behalf of `holding`; nil when that would never end.
  static func begin(of holding: [Core], for target: Core) -> Wait? {
    state.withLock { state in
      let waiting = Set(holding.map(\.number))
      var awaited: Set = [target.number]
      var open = [target.number]
      while let next = open.popLast() {
        if waiting.contains(next) { return nil }
        for edge in state.edges where edge.waiting == next && awaited.insert(edge.awaited).inserted { open.append(edge.awaited) }
      }
      state.waits += 1
      for core in waiting { state.edges.append(Edge(wait: state.waits, waiting: core, awaited: target.number)) }
      return Wait(number: state.waits)
    }
  }

  private static func end(_ wait: Wait) {
    state.withLock { $0.edges.removeAll { $0.wait == wait.number } }
  }
}
