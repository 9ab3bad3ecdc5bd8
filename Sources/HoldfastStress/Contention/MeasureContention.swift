import Foundation
public import Holdfast

/// Measures hits of your own keys on one thread and on several, beside a `static let` and a dictionary behind a lock.
///
/// ```swift
/// print(try measureContention(of: [.key(Checkout.self), .key((any Store).self)]) { try makeContainer() })
/// ```
///
/// Each key is resolved once; then threads read it, in an open container and in a sealed one. Call it from a thread that may block, in a release
/// build, on a machine with little else to do: the report says how busy it was.
///
/// - Parameters:
///   - keys: what is read; values that are kept, as singletons are.
///   - threads: the numbers of threads; by default 1, 2, 4 … up to the number of cores.
///   - seconds: how long each point is measured, in three turns.
///   - makeContainer: makes a container. Its real factories run, those of the keys and of what they need.
/// - Throws: what making the container or resolving a key throws.
public func measureContention(
  of keys: [MeasuredKey], threads: [Int]? = nil, seconds: Double = 0.15, _ makeContainer: @Sendable () throws -> Container
) throws -> ContentionReport {
  let cores = ProcessInfo.processInfo.activeProcessorCount
  let usual = Array(sequence(first: 1) { 2 * $0 <= cores ? 2 * $0 : nil })
  let counts = Set((threads ?? usual).map { max(1, $0) } + [1]).sorted()
  let containers = (open: try makeContainer(), sealed: try makeContainer())
  for container in [containers.open, containers.sealed] {
    let warm = Blocking.run { await Result { () async throws in _ = try await container.warmUp(.keys(keys.map(\.key))) } }
    try warm.get()
  }
  containers.sealed.seal()
  let meter = LoadMeter()
  let subjects =
    Baseline.subjects
    + keys.flatMap { key in
      [
        ContentionSubject(name: "\(key.key), open") { try key.hits(containers.open, $0) },
        ContentionSubject(name: "\(key.key), sealed") { try key.hits(containers.sealed, $0) },
      ]
    }
  var samples: [[[Double]]] = Array(repeating: Array(repeating: [], count: counts.count), count: subjects.count)
  // In turns, so that what else the machine does meets all of them.
  for _ in 0..<3 {
    for (place, count) in counts.enumerated() {
      for (index, subject) in subjects.enumerated() {
        samples[index][place].append(try subject.nanoseconds(threads: count, seconds: seconds / 3))
      }
    }
  }
  for container in [containers.open, containers.sealed] { Blocking.run { _ = try? await container.shutdown() } }
  let rows = zip(subjects, samples).map { subject, samples in
    ContentionReport.Row(name: subject.name, threads: counts, nanoseconds: samples.map { $0.sorted()[$0.count / 2] })
  }
  return ContentionReport(rows: rows, slowdown: meter.slowdown, cores: cores)
}

extension Result where Failure == any Error {
  /// What came of asynchronous work.
  fileprivate init(_ body: () async throws -> Success) async {
    do { self = .success(try await body()) } catch { self = .failure(error) }
  }
}

/// What is read, again and again.
struct ContentionSubject: Sendable {
  /// How many reads there are between two looks at the clock.
  private static let batch = 500

  let name: String
  let reads: @Sendable (Int) throws -> Void

  /// The time of one read of one thread, while so many threads read.
  func nanoseconds(threads: Int, seconds: Double) throws -> Double {
    let barrier = StartBarrier(parties: threads)
    let results = Locked<[Result<Double, any Error>]>([])
    let group = ThreadGroup(threads) { number in
      CoreAffinity.keep(on: number, of: threads)
      barrier.wait()
      let result = Result { try self.readFor(seconds) }
      results.withLock { $0.append(result) }
    }
    group.wait()
    let times = try results.withLock { $0 }.map { try $0.get() }
    return times.reduce(0, +) / Double(times.count)
  }

  private func readFor(_ seconds: Double) throws -> Double {
    try reads(Self.batch)
    let start = MonotonicClock.now()
    let end = start + UInt64(seconds * 1e9)
    var (count, now) = (0, start)
    while now < end {
      try reads(Self.batch)
      count += Self.batch
      now = MonotonicClock.now()
    }
    return Double(now - start) / Double(count)
  }
}

/// What a container's hits are compared with.
private enum Baseline {
  private final class Object: Sendable {}

  private static let shared = Object()
  private static let dictionary = Locked<[AnyKey: Object]>([AnyKey(Object.self): Object()])

  /// Takes the object at +1, unoptimized, so that a read is not left out: a resolve returns one at +1 too.
  @inline(never) @_optimize(none)
  private static func keep(_ object: consuming AnyObject?) {}

  static let subjects = [
    ContentionSubject(name: "static let") { count in for _ in 0..<count { keep(shared) } },
    ContentionSubject(name: "dictionary behind a lock") { count in
      let key = AnyKey(Object.self)
      for _ in 0..<count { keep(dictionary.withLock { $0[key] }) }
    },
  ]
}

/// A key whose hits are measured.
///
/// ```swift
/// print(try measureContention(of: [.key(Checkout.self), .key((any Store).self)]) { try makeContainer() })
/// ```
public struct MeasuredKey: Sendable {
  let key: AnyKey
  let hits: @Sendable (_ container: Container, _ count: Int) throws -> Void

  /// The key of a type, and of a name. Its resolve is compiled where this is called, as your own resolves are.
  @inlinable
  public static func key<T>(_ type: T.Type, named name: Name? = nil) -> MeasuredKey {
    let key = Key<T>(named: name)
    return MeasuredKey(AnyKey(T.self, named: name)) { container, count in
      for _ in 0..<count { _ = try container.resolve(key) }
    }
  }

  @usableFromInline
  init(_ key: AnyKey, hits: @escaping @Sendable (_ container: Container, _ count: Int) throws -> Void) {
    self.key = key
    self.hits = hits
  }
}
