/// A dictionary that never changes while it is read, without any lock: what looking a key up costs, and the limit of what a container that can
/// change nothing any more could reach with Swift's dictionary.
struct FrozenDictionary: Subject {
  func supports(_ point: Point) -> Bool {
    switch point.case {
    case .register, .registerBatch, .registerWired, .firstResolve, .warmUp, .mixedBuilt, .hitDuringBuild, .replacedAmongReaders, .scopes:
      false
    case .mixed: point.readShare == 100
    default: point.case.family != .states
    }
  }

  func work(at point: Point) -> Work {
    switch point.case {
    case .asyncHit: .asyncHits(point.threads, AsyncBody(FrozenAsyncHit(registry: .furnished())), sync: Body(hit))
    case .layered: .threads(1, layeredHits)
    default: HandWritten<FrozenTable>.work(at: point)
    }
  }

  /// A task-local value says where to look: the least that tasks with overrides of their own need.
  private var layeredHits: Body {
    let (registry, hits) = (HandRegistry<FrozenTable>.furnished(), Body(HandLayer()))
    return Body { turns in HandLayer.$registry.withValue(registry) { hits.run(turns) } }
  }

  private var hit: HandProtocol<FrozenTable> { HandProtocol(registry: .furnished()) }
}

/// A hot singleton of the registry that a task-local value names.
private struct HandLayer: Operation {
  @TaskLocal static var registry = HandRegistry<FrozenTable>.furnished()

  @inline(never) func perform(_ turn: Int) { BlackHole.swallow(Self.registry.resolve((any Service).self)) }
}

/// A hot singleton by protocol, behind an asynchronous function that never suspends: what `await` itself costs.
private struct FrozenAsyncHit: AsyncOperation {
  let registry: HandRegistry<FrozenTable>

  func run(_ turns: Int) async {
    for _ in 0..<turns { BlackHole.swallow(await service()) }
  }

  @inline(never)
  private nonisolated(nonsending) func service() async -> any Service { registry.resolve((any Service).self) }
}

/// A table that is written by the thread that makes it, before others read it.
final class FrozenTable: GuardedTable, @unchecked Sendable {  // unchecked: nothing writes any more when it is shared
  private let table: UnsafeMutablePointer<Table>  // as in the tables with a lock, so that only the lock makes the difference

  init() {
    table = .allocate(capacity: 1)
    table.initialize(to: Table())
  }

  deinit {
    table.deinitialize(count: 1)
    table.deallocate()
  }

  @inline(__always)
  func read<R: Sendable>(_ body: (UnsafeMutablePointer<Table>) -> R) -> R { body(table) }

  @inline(__always)
  func write<R: Sendable>(_ body: (UnsafeMutablePointer<Table>) -> R) -> R { body(table) }
}
