import HoldfastStress

/// A container that is simple and slow: one lock over everything, and whoever waits looks again every few microseconds.
///
/// Without a defect it keeps all the promises that the workloads check, which shows that they raise no false alarm; with one, it breaks a promise
/// on purpose, which shows that they raise an alarm at all. A caller that pretends to hang ends once the container is abandoned.
package final class FakeContainer: StressSubject {
  let defect: Defect?
  let book = Locked(FakeBook())
  let abandoned = Flag()

  package init(_ defect: Defect? = nil) {
    self.defect = defect
  }

  package func registerSingleton(_ key: Int, _ factory: @escaping StressFactory) {
    put(key, .singleton(factory))
  }

  package func registerTransient(_ key: Int, _ factory: @escaping StressFactory) {
    put(key, .transient(factory))
  }

  package func registerWeak(_ key: Int, _ factory: @escaping StressFactory) {
    put(key, .weak(factory))
  }

  package func registerWeakInstance(_ key: Int, _ instance: Tracked) {
    put(key, .lent)
    book.withLock { $0.entries[key]?.weakInstance = instance }
  }

  package func unregister(_ key: Int) {
    let dropped = book.withLock { book -> FakeEntry? in
      if defect == .staysRegistered, book.tossed(oneIn: 4) { return nil }
      return book.entries.removeValue(forKey: key)
    }
    keepIfLeaking(dropped?.instance)
  }

  package func reset(_ key: Int) {
    let dropped = book.withLock { clear(key, in: &$0) }
    keepIfLeaking(dropped)
  }

  package func resetAll() {
    let dropped = book.withLock { book in book.entries.keys.map { clear($0, in: &book) } }
    for instance in dropped { keepIfLeaking(instance) }
  }

  package func seal() {}

  package var report: String {
    book.withLock { book in
      let building = book.entries.filter { $0.value.builder != nil }.keys.sorted()
      let waits = book.waits.sorted { $0.key < $1.key }.map { "chain \($0.key) for key \($0.value)" }
      return "toy container, building keys \(building), waiting: \(waits.joined(separator: ", "))"
    }
  }

  package func abandon() {
    abandoned.set()
  }

  private func put(_ key: Int, _ source: FakeEntry.Source) {
    let dropped = book.withLock { book -> FakeEntry? in
      let old = book.entries[key]
      book.entries[key] = FakeEntry(source: source, version: book.nextNumber())
      if defect == .staleAfterReplace, book.tossed(oneIn: 4) { book.entries[key]?.instance = old?.instance }
      return old
    }
    keepIfLeaking(dropped?.instance)
  }

  /// Drops the instance of a key and cuts off the build under way, whose waiters then start over; answers what is to be released unlocked.
  private func clear(_ key: Int, in book: inout FakeBook) -> Tracked? {
    guard let entry = book.entries[key], entry.source.isFactory else { return nil }
    let isBuilding = entry.builder != nil
    if defect == .staleAfterReset, isBuilding { return nil }
    book.entries[key] = FakeEntry(source: entry.source, version: book.nextNumber())
    return entry.instance
  }

  private func keepIfLeaking(_ instance: Tracked?) {
    guard defect == .leaks, let instance else { return }
    Self.attic.withLock { $0.append(instance) }
  }

  /// Where the leaking container keeps what it should have released; reachable, so that a leak checker stays quiet about it.
  private static let attic = Locked<[Tracked]>([])
}

/// What a factory receives when the toy container calls it: the container and the chain of factories it belongs to.
struct FakeDependencies: StressResolving {
  let container: FakeContainer
  let chain: UInt64

  func resolve(_ key: Int) throws -> Tracked {
    try container.resolve(key, chain: chain)
  }
}

/// One registration of the toy container and what has become of it.
///
/// A plain value; the container's lock guards it.
struct FakeEntry {
  enum Source {
    case singleton(StressFactory)
    case transient(StressFactory)
    case weak(StressFactory)
    case lent

    var isFactory: Bool {
      if case .lent = self { false } else { true }
    }
  }

  let source: Source
  /// Tells this registration, since its last reset, from all others.
  let version: UInt64
  var instance: Tracked?
  weak var weakInstance: Tracked?
  /// The chain that is building the instance; nil when none is.
  var builder: UInt64?
  /// The error of the last build that failed; looked at only by the container that keeps failures.
  var failure: (any Error)?

  init(source: Source, version: UInt64) {
    self.source = source
    self.version = version
  }
}
