import HoldfastStress

/// A container that is simple and slow: one lock over everything, and a waiter looks again every few microseconds.
///
/// Without a defect it keeps all the promises that the workloads check, which shows that they raise no false alarm; with one, it breaks a promise
/// on purpose, which shows that they raise an alarm at all. A caller that pretends to hang ends once the container is abandoned.
package final class FakeContainer<Object: AnyObject & Sendable>: Subject {
  package typealias Factory = @Sendable (_ dependencies: FakeDependencies<Object>) throws -> Object

  let defect: Defect?
  /// What can be seen before the factory has made an instance; only in the container that publishes too early.
  let unbuilt: Object?
  let book = Locked(FakeBook<Object>())
  let abandoned = Flag()

  package init(_ defect: Defect? = nil, unbuilt: Object? = nil) {
    self.defect = defect
    self.unbuilt = defect == .publishesUnbuilt ? unbuilt : nil
  }

  /// Registers singletons under all these keys, as one step.
  package func register(_ keys: some Sequence<Int>, _ factory: @escaping Factory) throws(SubjectFailure) {
    let dropped = try change { book in keys.map { put($0, .singleton(factory), in: &book) } }
    for instance in dropped { keepIfLeaking(instance) }
  }

  package func unregister(_ key: Int) throws(SubjectFailure) -> Bool? {
    keepIfLeaking(
      try change { book in
        if defect == .staysRegistered, book.tossed(oneIn: 4) { return nil }
        return book.entries.removeValue(forKey: key)?.instance
      })
    return nil
  }

  package func reset(_ key: Int) throws(SubjectFailure) -> Bool? {
    keepIfLeaking(try change { clear(key, in: &$0) })
    return nil
  }

  package func resetAll() throws(SubjectFailure) {
    let dropped = try change { book in book.entries.keys.map { clear($0, in: &book) } }
    for instance in dropped { keepIfLeaking(instance) }
  }

  package func seal() { book.withLock { $0.isSealed = true } }

  package var report: String {
    book.withLock { book in
      let building = book.entries.filter { $0.value.builder != nil }.keys.sorted()
      let waits = book.waits.sorted { $0.key < $1.key }.map { "chain \($0.key) for key \($0.value)" }
      return "fake container, building keys \(building), waiting: \(waits.joined(separator: ", "))"
    }
  }

  package func abandon() {
    abandoned.set()
  }

  /// Makes a change in one step; answers what it dropped, which is to be released unlocked.
  private func change<Dropped>(_ body: (inout FakeBook<Object>) -> Dropped) throws(SubjectFailure) -> Dropped {
    let dropped: Dropped? =
      defect == .losesChange ? changeCopy(body) : book.withLock { book in book.isSealed ? nil : body(&book) }
    guard let dropped else { throw SubjectFailure(.closed, "the container is sealed") }
    return dropped
  }

  /// Changes a copy and writes it back: another change in between is lost.
  private func changeCopy<Dropped>(_ body: (inout FakeBook<Object>) -> Dropped) -> Dropped? {
    // With storage of its own: storage that is read here while its last owner changes it in place is a race to the thread sanitizer.
    var copy = book.withLock { book in
      var copy = book
      copy.entries = book.entries.mapValues { $0 }
      return copy
    }
    if copy.isSealed { return nil }
    let dropped = body(&copy)
    // No build would clear a mark that an old copy brings back, and all callers would wait.
    for key in copy.entries.keys { copy.entries[key]?.builder = nil }
    MonotonicClock.yieldThread()
    book.withLock { [copy] in $0 = copy }
    return dropped
  }

  private func put(_ key: Int, _ source: FakeEntry<Object>.Source, in book: inout FakeBook<Object>) -> Object? {
    let old = book.entries[key]
    var entry = FakeEntry(source: source, version: book.nextNumber())
    if defect == .staleAfterReplace, book.tossed(oneIn: 4) { entry.instance = old?.instance }
    if defect == .staleRead { entry.previous = old?.instance }
    // The build under way is taken for one of the new registration.
    if defect == .sharesOldBuild { entry.builder = old?.builder }
    book.entries[key] = entry
    return old?.instance
  }

  /// Drops the instance of a key and cuts off the build under way, whose waiters then start over; answers what is to be released unlocked.
  private func clear(_ key: Int, in book: inout FakeBook<Object>) -> Object? {
    guard let entry = book.entries[key], entry.source.isFactory else { return nil }
    let isBuilding = entry.builder != nil
    if defect == .staleAfterReset, isBuilding { return nil }
    book.entries[key] = FakeEntry(source: entry.source, version: book.nextNumber())
    return entry.instance
  }

  private func keepIfLeaking(_ instance: Object?) {
    guard defect == .leaks, let instance else { return }
    attic.withLock { $0.append(instance) }
  }
}

/// Where the leaking container keeps what it should have released; reachable, so that a leak checker stays quiet about it.
private let attic = Locked<[any AnyObject & Sendable]>([])

extension FakeContainer: StressSubject where Object == Tracked {
  package func registerSingleton(_ key: Int, _ factory: @escaping StressFactory) throws {
    try register(CollectionOfOne(key)) { try factory($0) }
  }

  package func registerTransient(_ key: Int, _ factory: @escaping StressFactory) throws {
    keepIfLeaking(try change { put(key, .transient { try factory($0) }, in: &$0) })
  }

  package func registerWeak(_ key: Int, _ factory: @escaping StressFactory) throws {
    keepIfLeaking(try change { put(key, .weak { try factory($0) }, in: &$0) })
  }

  package func registerWeakInstance(_ key: Int, _ instance: Tracked) throws {
    keepIfLeaking(
      try change { book in
        let dropped = put(key, .lent, in: &book)
        book.entries[key]?.weakInstance = instance
        return dropped
      })
  }
}

/// What a factory receives when the fake container calls it: the container and the chain of factories it belongs to.
package struct FakeDependencies<Object: AnyObject & Sendable> {
  let container: FakeContainer<Object>
  let chain: UInt64

  package func resolve(_ key: Int) throws -> Object {
    try container.resolve(key, chain: chain)
  }
}

extension FakeDependencies: StressResolving where Object == Tracked {}

/// One registration of the fake container and what has become of it.
///
/// A plain value; the container's lock guards it.
struct FakeEntry<Object: AnyObject & Sendable> {
  enum Source {
    case singleton(FakeContainer<Object>.Factory)
    case transient(FakeContainer<Object>.Factory)
    case weak(FakeContainer<Object>.Factory)
    case lent

    var isFactory: Bool {
      if case .lent = self { false } else { true }
    }
  }

  let source: Source
  /// Tells this registration, since its last reset, from all others.
  let version: UInt64
  var instance: Object?
  /// The one from before the last replacement; kept only by the container that hands it out.
  var previous: Object?
  weak var weakInstance: Object?
  /// The chain that is building the instance; nil when none is.
  var builder: UInt64?
  /// The error of the last build that failed; looked at only by the container that keeps failures.
  var failure: (any Error)?

  init(source: Source, version: UInt64) {
    self.source = source
    self.version = version
  }
}
