import HoldfastStress
import Synchronization

/// What a hit and a replacement cost with each `ReaderLock`: what to choose one by.
enum ReaderLockReport {
  private static let rounds = 9

  /// Every way once in each round, so that a drift of the machine falls on all alike.
  static var text: String {
    var ways: [(title: String, round: () -> [Double])] = [
      (MarkLock.title, { round(MarkLock.self) }), (SequenceLock.title, { round(SequenceLock.self) }),
      (MutexLock.title, { round(MutexLock.self) }),
    ]
    #if os(Linux)
      if BarrierLock.isThere { ways.append((BarrierLock.title, { round(BarrierLock.self) })) }
    #endif
    let found = (0..<rounds).map { _ in ways.map { $0.round() } }
    let titles = ["a hit", "on 2 threads", "replacing", "128 threads", "1 reader", "8 readers", "the worst"]
    let widths = [9, 14, 12, 13, 12, 12, 12]
    let rows = ways.indices.map { way in
      let medians = widths.indices.map { column in Median.of(found.map { $0[way][column] }) }
      return zip(medians, widths).map { Text.time($0).aligned(to: $1) }.joined() + "   " + ways[way].title
    }
    let note = """
      Ways to read a table that changes, without the look-up: a hit; replacing a value alone, with 128 threads that do not read now, among one
      thread that does nothing but read, among eight. The medians of \(rounds) rounds.
      """
    return ([note, zip(titles, widths).map { $0.aligned(to: $1) }.joined()] + rows).joined(separator: "\n")
  }

  private static func round<L: ReaderLock>(_ type: L.Type) -> [Double] {
    let crowded = replacing(type, among: 8)
    return [
      reading(type, threads: 1), reading(type, threads: 2), replacing(type, idle: 1), replacing(type, idle: 128),
      replacing(type, among: 1).mean, crowded.mean, crowded.worst,
    ]
  }

  private static func reading<L: ReaderLock>(_ type: L.Type, threads: Int) -> Double {
    let turns = 1_000_000
    let model = ReaderModel<L>(readers: threads)
    let bodies = (0..<threads).map { Body(ReaderModel<L>.Hit(model: model, reader: $0)) }
    return ThreadCrew.run(bodies, turns: turns) / Double(turns * threads)
  }

  private static func replacing<L: ReaderLock>(_ type: L.Type, idle: Int) -> Double {
    let turns = 20_000
    let model = ReaderModel<L>(readers: idle)
    let start = MonotonicClock.now()
    for _ in 0..<turns { model.replace(0) }
    return Double(MonotonicClock.now() - start) / Double(turns)
  }

  /// While so many threads do nothing but read, for a tenth of a second.
  private static func replacing<L: ReaderLock>(_ type: L.Type, among readers: Int) -> (mean: Double, worst: Double) {
    let model = ReaderModel<L>(readers: readers)
    let barrier = StartBarrier(parties: readers + 1)
    let end = MonotonicClock.now() + 100_000_000
    let threads = ThreadGroup(readers) { reader in
      let body = Body(ReaderModel<L>.Hit(model: model, reader: reader))
      barrier.wait()
      while MonotonicClock.now() < end { body.run(256) }
    }
    barrier.wait()
    let begin = MonotonicClock.now()
    var (count, worst) = (0, UInt64(0))
    repeat {
      let start = MonotonicClock.now()
      model.replace(0)
      worst = max(worst, MonotonicClock.now() - start)
      count += 1
    } while MonotonicClock.now() < end
    let nanoseconds = MonotonicClock.now() - begin
    threads.wait()
    return (Double(nanoseconds) / Double(count), Double(worst))
  }
}

/// A value for each of 64 places, read and replaced under one of the locks.
private final class ReaderModel<L: ReaderLock>: Sendable {
  private let lock: L
  private let places: Marks

  init(readers: Int) {
    lock = L(readers: readers)
    places = Marks(64)
    for index in 0..<places.count { places.word(index).pointee.store(Self.fresh(), ordering: .relaxed) }
  }

  deinit {
    for index in 0..<places.count { Self.release(places.word(index).pointee.load(ordering: .relaxed)) }
    places.free()
  }

  // unsafe: balanced by `release(_:)`, once for each object: of a replaced one after its readers have left, of the others at the end
  private static func fresh() -> UInt { UInt(bitPattern: Unmanaged.passRetained(Item(0)).toOpaque()) }

  @inline(__always)
  private static func item(_ word: UInt) -> Unmanaged<Item> {
    Unmanaged.fromOpaque(UnsafeRawPointer(bitPattern: word).unsafelyUnwrapped)  // a place always holds an object's address
  }

  private static func release(_ word: UInt) { item(word).release() }

  func replace(_ place: Int) {
    let old = places.word(place).pointee.exchange(Self.fresh(), ordering: .acquiringAndReleasing)
    lock.awaitReaders()
    Self.release(old)
  }

  struct Hit: Operation {
    let model: ReaderModel<L>
    let reader: Int

    @inline(never)
    func perform(_ turn: Int) {
      model.lock.enter(reader, UInt(turn))
      // Objects that were made one after the other share a cache line.
      let item = ReaderModel.item(model.places.word(reader * 8 % 64).pointee.load(ordering: .acquiring)).retain()
      // The compiler moves a retain behind a store, and never behind a fence.
      atomicMemoryFence(ordering: .releasing)
      model.lock.leave(reader, UInt(turn))
      item.release()
    }
  }
}
