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
  init(_ cells: [OnceCell], of scope: Run.Scope?) {
    keys = cells.reversed().map(\.registration.key)
    scopes = scope?.withAround ?? []
    oldest = cells.first?.orderOfPublication ?? 0
    newest = cells.last?.orderOfPublication ?? 0
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
    for disposal in disposals { await disposal.wait(of: holding) }
  }

  /// Waits until it is over, unless it would wait for the calling task.
  func wait() async { await wait(of: EndBlockers.here) }

  private func wait(of holding: [EndWaits.Node]) async {
    guard let wait = EndWaits.begin(of: holding, for: .disposal(number)) else { return }
    _ = await over.wait()
    wait.end()
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
