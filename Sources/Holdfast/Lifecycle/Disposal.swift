import OnceKernel

/// A disposal of what was discarded, which runs in a task of its own.
///
/// What is discarded may use what is still there. So each disposal is known until it is over, by its container, by the containers that this one asks,
/// and by its scope and the scopes around that. What is disposed of there meanwhile and was created earlier waits for it:
///
/// ```
/// disposal of a tile                 end of its scope, which has the base that the tile uses
/// begins
///                                    begins, and waits
/// disposes of the tile
/// is over
///                                    disposes of the base
/// ```
final class Disposal: Sendable {
  /// The later one begins, the greater it is: each waits for those with a smaller one, so that they do not wait for each other.
  ///
  /// It is noted later than numbered. Of two that begin at the same time, each may be the earlier one; of two that follow each other, the first is
  /// noted before the second is numbered.
  let number = numbers.next()
  let keys: [AnyKey]
  /// The scope whose instances they are, and those around it; none if they are the container's.
  let scopes: [Run.Scope]
  /// When the first and the last of its instances were created.
  fileprivate let oldest: UInt64
  fileprivate let newest: UInt64
  private let over = OneTimeEvent()

  private static let numbers = AtomicWord(0)

  /// - Parameters:
  ///   - cells: what is disposed of, in order of creation.
  ///   - scope: the scope whose instances they are, if they are one's.
  ///   - isEnd: whether they are all that the scope has, so that it outlasts all that was discarded before.
  init(_ cells: [OnceCell], of scope: Run.Scope?, isEnd: Bool = false) {
    keys = cells.reversed().map(\.registration.key)
    scopes = scope?.withAround ?? []
    oldest = isEnd ? 0 : cells.first?.placeInOrder ?? 0
    newest = cells.last?.placeInOrder ?? 0
  }

  /// A disposal of an instance that no cell holds. What it uses was created before.
  init(_ key: AnyKey, of scope: Run.Scope?) {
    keys = [key]
    scopes = scope?.withAround ?? []
    newest = OnceCell.nextOrder
    oldest = newest
  }

  func end() { over.happen() }

  /// Waits for `disposals`, before it disposes of anything itself.
  func outlast(_ disposals: [Disposal], in core: Core) async {
    if disposals.isEmpty { return }
    let holding = [.disposal(number)] + (core.above + [core]).map { EndWaits.Node.end($0.number) }
    for disposal in disposals { _ = await disposal.wait(of: holding) }
  }

  /// Waits until it is over, unless it would wait for the calling task; false if it is not over at `end`.
  func wait(until end: ProcessClock.Moment? = nil) async -> Bool { await wait(of: EndBlockers.here, until: end) }

  private func wait(of holding: [EndWaits.Node], until end: ProcessClock.Moment? = nil) async -> Bool {
    guard let wait = EndWaits.begin(of: holding, for: .disposal(number)) else { return true }
    defer { wait.end() }
    return await over.wait(until: end)
  }
}

/// The disposals that are not over.
struct Disposals {
  private var running: [UInt: Disposal] = [:]
  /// None of their instances was created later.
  private var newest: UInt64 = 0

  var isEmpty: Bool { running.isEmpty }
  /// In no particular order.
  var all: [Disposal] { Array(running.values) }
  var any: Disposal? { running.first?.value }

  /// Those that began before `disposal` and have an instance that may use one of its own, as it was created later.
  func using(_ disposal: Disposal) -> [Disposal] {
    if newest <= disposal.oldest { return [] }
    return running.values.filter { $0.number < disposal.number && $0.newest > disposal.oldest }
  }

  /// How long the end of a scope waits: a disposer that waits for that end itself, by a task, cannot be told from one that takes long.
  private static let longestWait = Duration.seconds(30)

  /// Waits until all are over, also in a cancelled task; tells of the first one that is not over after a while, and answers false.
  static func wait(for disposals: [Disposal], isolation: isolated (any Actor)? = #isolation) async -> Bool {
    let late = Guarded<Disposal?>(nil)
    let end = ProcessClock.now + longestWait
    await TaskStart.waitedFor(isolation: isolation) {
      for disposal in disposals {
        if await !disposal.wait(until: end) { late.withLock { $0 = $0 ?? disposal } }
      }
    }.value
    guard let late = late.withLock({ $0 }) else { return true }
    if let key = late.keys.first, LongWaitWatch.threshold != nil { LongWaitWatch.send(LongWait(disposing: key)) }
    return false
  }

  mutating func insert(_ disposal: Disposal) {
    running[disposal.number] = disposal
    newest = max(newest, disposal.newest)
  }

  /// The caller keeps it.
  mutating func remove(_ disposal: Disposal) {
    running[disposal.number] = nil
    if running.isEmpty { newest = 0 }
  }
}
