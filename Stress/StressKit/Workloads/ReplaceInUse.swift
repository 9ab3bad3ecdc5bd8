import Holdfast
import HoldfastStress
import Searching

/// Values are replaced while scopes use them: no scope waits, fails, or uses what was disposed of, and nothing is kept that is used no more.
///
/// ```
/// source ◄─── depot, a singleton        pool, made asynchronously
///        ◄─── page, cached in a group
///        ◄─── tile, one for each number
/// ```
///
/// The first worker replaces the source and the pool, or resets the group. Now and then the factory of the new pool throws, and nothing may have
/// changed. All others open scopes, resolve everything, and look at it to their end: what they got is of the last replacement or a later one.
final class ReplaceInUse: ContainerWorkload {
  static let name = "replace-in-use"
  static let summary = "values are replaced while scopes use them: no scope waits, fails, or uses what was disposed of"
  static let acts = 8

  private static let source: Name = "source"
  private static let pool: Name = "pool"
  private static let group: CacheGroup = "pages"
  /// How many different tiles callers ask for.
  private static let tiles = 3
  /// How many of the values the container has at most: the source, the depot, the page, the pool and the tiles.
  private static let kept = 4 + tiles

  private let ledger: Ledger
  private let container = Container()
  var containers: [Container] { [container] }
  private let disposals: Disposals
  private let replacements = KeyState()
  /// The scope that the container is made to have until the run is over, if it is to keep what was replaced.
  private let open = Locked<Scope?>(nil)
  private let defect: Defect?

  init(_ setting: Setting, _ defect: Defect?) {
    ledger = setting.ledger
    disposals = Disposals(setting.ledger, defect)
    self.defect = defect
  }

  func prepare() throws {
    let (disposals, container) = (disposals, container)
    try container.registerAll { batch in
      register(in: batch, generation: 0)
      batch.register(scope: .singleton(dispose: { disposals.dispose($0.tracked) })) { resolver in
        Depot(disposals.make(key: 1), from: try resolver.resolve(named: Self.source))
      }
      batch.register(scope: .cached(Self.group, dispose: { disposals.dispose($0.tracked) })) { resolver in
        Page(disposals.make(key: 2), from: try resolver.resolve(named: Self.source))
      }
      batch.register(
        Tile.self, scope: .singleton(dispose: { disposals.dispose($0.tracked) }),
        .factory(taking: Int.self) { resolver, _ in Tile(disposals.make(key: 4), from: try resolver.resolve(named: Self.source)) })
    }
    try Blocking.run {
      try await container.warmUp()
      _ = try await container.resolve(Page.self)
    }
    if defect == .keepsReplaced {
      let scope = try container.openScope()
      open.withLock { $0 = scope }
    }
  }

  func act(_ number: Int, by worker: Worker) {
    if worker.index == 0 { return Blocking.run { await self.change(number, by: worker) } }
    let mark = replacements.mark
    container.withScope { scope in
      let answer = Answer.of { () throws(ResolutionError) in
        View(
          depot: try scope.resolve(), page: try scope.resolve(), tile: try scope.resolve(with: number % Self.tiles),
          source: try scope.resolve(named: Self.source), pool: try scope.resolve(named: Self.pool))
      }
      guard let view = judge(answer, since: mark, by: worker) else { return }
      for _ in 0..<number { MonotonicClock.yieldThread() }
      judgeEnd(view, by: worker)
    }
  }

  func actInTask(_ number: Int, by worker: Worker) async {
    if worker.index == 0 { return await change(number, by: worker) }
    let mark = replacements.mark
    await container.withScope { scope in
      let answer = await Answer.of { () async throws(ResolutionError) in
        View(
          depot: try await scope.resolve(), page: try await scope.resolve(), tile: try await scope.resolve(with: number % Self.tiles),
          source: try await scope.resolve(named: Self.source), pool: try await scope.resolve(named: Self.pool))
      }
      guard let view = judge(answer, since: mark, by: worker) else { return }
      for _ in 0..<number { await Task.yield() }
      judgeEnd(view, by: worker)
    }
  }

  func finish() {
    // The disposals run in tasks, which may have to wait for a thread on a busy machine.
    let isLeft = Blocking.until(seconds: defect == nil ? 20 : 1) { disposals.left <= Self.kept }
    ledger.check(
      isLeft, .keptInUse, "\(disposals.left) values are kept, of which \(Self.kept) can be had: no scope is open that uses the others")
    let scope = open.withLock { $0 }
    if let scope { _ = Blocking.run { await scope.end() } }
    disposals.finish(container)
  }

  // MARK: The first worker

  private func change(_ number: Int, by worker: Worker) async {
    do {
      switch number {
      case 0: try await fail(by: worker)
      case 1: container.reset(group: Self.group)
      default: try await replace()
      }
    } catch {
      worker.check(false, .noSurprise, "a replacement failed: \(error)")
    }
  }

  private func replace() async throws {
    let generation = replacements.nextNumber()
    let old = container.peek(Tracked.self, named: Self.source)
    if defect == .showsUnbuilt {
      try container.registerAll { register(in: $0, generation: generation) }
    } else {
      try await container.replace { register(in: $0, generation: generation) }
    }
    replacements.raise(to: generation)
    if defect == .disposesInUse, let old, !old.isClaimed { disposals.dispose(old) }
  }

  /// A replacement of which a factory throws changes nothing.
  private func fail(by worker: Worker) async throws {
    let old = container.peek(Depot.self)
    do {
      try await container.replace { batch in
        register(in: batch, generation: replacements.nextNumber())
        batch.register(Tracked.self, named: Self.pool, .async { _ in throw PlannedFailure() })
      }
      worker.check(false, .failureTold, "a replacement succeeded although the factory of a new value threw")
    } catch let error as ResolutionError where error.underlying is PlannedFailure {}
    worker.check(container.peek(Depot.self) === old, .oneObject, "a replacement failed, and another value is there")
  }

  private func register(in batch: Batch, generation: UInt64) {
    let (disposals, isEarly) = (disposals, defect == .disposesInUse)
    let end: @Sendable (Tracked) async throws -> Void = { if !isEarly || !$0.isClaimed { disposals.dispose($0) } }
    batch.register(Tracked.self, named: Self.source, scope: .singleton(dispose: end)) { _ in
      disposals.make(key: 0, generation: generation)
    }
    batch.register(
      Tracked.self, named: Self.pool, scope: .singleton(dispose: end),
      .async { _ in
        await Task.yield()
        return disposals.make(key: 3, generation: generation)
      })
  }

  // MARK: The others

  private func judge(_ answer: Answer<View>, since mark: UInt64, by worker: Worker) -> View? {
    worker.check(answer.code == nil, .builtAside, "a caller could not have what is replaced meanwhile: \(answer)")
    guard let view = answer.value else { return nil }
    worker.check(view.all.allSatisfy(\.isIntact), .intact, "an object is not wholly built")
    let sources = [
      ("the depot", view.depot.source), ("the page", view.page.source), ("the tile", view.tile.source), ("the source", view.source),
      ("the pool", view.pool),
    ]
    for (what, source) in sources {
      worker.check(
        source.generation >= mark, .freshAfterReplace,
        "\(what) is of replacement \(source.generation), and replacement \(mark) had returned before it was asked for")
    }
    worker.check(
      view.source.generation >= view.depot.source.generation, .freshAfterReplace,
      "the source is of replacement \(view.source.generation), and the depot before it was made from \(view.depot.source.generation)")
    return view
  }

  private func judgeEnd(_ view: View, by worker: Worker) {
    for object in view.all {
      worker.check(
        !object.isClaimed, .aliveInUse, "object \(object.serial) of key \(object.key) is disposed of while a scope is open that uses it")
    }
  }

  private struct View: Sendable {
    let depot: Depot
    let page: Page
    let tile: Tile
    let source: Tracked
    let pool: Tracked

    var all: [Tracked] { [depot.tracked, depot.source, page.tracked, page.source, tile.tracked, tile.source, source, pool] }
  }

  /// A singleton that is made from the source.
  private final class Depot: Sendable {
    let tracked: Tracked
    let source: Tracked

    init(_ tracked: Tracked, from source: Tracked) { (self.tracked, self.source) = (tracked, source) }
  }

  /// A value of a number that is made from the source.
  private final class Tile: Sendable {
    let tracked: Tracked
    let source: Tracked

    init(_ tracked: Tracked, from source: Tracked) { (self.tracked, self.source) = (tracked, source) }
  }

  /// A cached value that is made from the source.
  private final class Page: Sendable {
    let tracked: Tracked
    let source: Tracked

    init(_ tracked: Tracked, from source: Tracked) { (self.tracked, self.source) = (tracked, source) }
  }
}
