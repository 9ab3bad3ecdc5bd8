import OnceKernel

/// What factories resolved when they ran, and, while events are listened to, how long their builds took.
///
/// A build only appends to a log; the log is folded into tables when it has grown, or when it is asked for. What is not registered any more is
/// kept for validation to tell of, and forgotten when there is as much of it as of the rest.
final class ObservedDependencies: Sendable {
  private enum Entry {
    case needed(Dependency, by: AnyKey)
    case ran(AnyKey)
    case ranExtended(AnyKey, by: AnyKey)
    case built(AnyKey, Duration)
  }

  typealias Needs = Distinct<Dependency>

  struct Tables: Sendable {
    /// What each key resolved.
    fileprivate(set) var needs: [AnyKey: Needs] = [:]
    /// What was built, also if it was removed since, so that all that it resolved is among its needs.
    fileprivate(set) var ran: Set<AnyKey> = []
    /// Which keys the injector and the decorators of a type have run for, by the key of these.
    fileprivate var extended: [AnyKey: Set<AnyKey>] = [:]
    /// How long the latest build of each key took.
    fileprivate(set) var durations: [AnyKey: Duration] = [:]

    /// Whether the injector and the decorators that are kept under `extension` ran for a value of `key`.
    func hasRun(_ key: AnyKey, extendedBy extension: AnyKey) -> Bool { extended[AnyKey(`extension`.type)]?.contains(key) == true }

    /// How many keys are kept, those of factories aside.
    fileprivate var count: Int {
      needs.values.reduce(durations.count + ran.count) { $0 + $1.list.count } + extended.values.reduce(0) { $0 + $1.count }
    }

    /// Forgets what is known of a key, or of the values that what is kept under it was done to; answers how much that was.
    fileprivate mutating func forget(_ key: AnyKey, _ changed: inout ChangedKeys) -> Int {
      var count = needs.removeValue(forKey: key)?.list.count ?? 0
      if count > 0 { changed.note(key, of: needs.count) }
      if ran.remove(key) != nil { count += 1 }
      if durations.removeValue(forKey: key) != nil { count += 1 }
      // What injectors and decorators asked for is not told apart from what the factories did, and is asked for again if these still run.
      if let extended = extended.removeValue(forKey: AnyKey(key.type)) {
        for key in extended { count += 1 + forget(key, &changed) }
      }
      return count
    }
  }

  private struct State {
    var log: [Entry] = []
    var tables = Tables()
    /// How many keys the tables keep, or kept before some were forgotten.
    var count = 0
    /// How many times needs were added or forgotten.
    var changes: UInt = 0
    /// Of which keys.
    var changed = ChangedKeys()
    /// With how many keys it is time to look which of them are still registered.
    var limit = ObservedDependencies.firstLimit

    mutating func fold() {
      for entry in log {
        switch entry {
        case .needed(let need, let owner):
          if tables.needs[owner, default: Needs()].insert(need) {
            count += 1
            changes += 1
            changed.note(owner, of: tables.needs.count)
          }
        case .ran(let key): if tables.ran.insert(key).inserted { count += 1 }
        case .ranExtended(let key, let ext): if tables.extended[AnyKey(ext.type), default: []].insert(key).inserted { count += 1 }
        case .built(let key, let duration): if tables.durations.updateValue(duration, forKey: key) == nil { count += 1 }
        }
      }
      log.removeAll(keepingCapacity: true)
    }

    /// The tables, for the caller to see which keys are still registered, when it is time for that. No other caller is told until that is done.
    mutating func tablesIfCrowded() -> Tables? {
      if count < limit { return nil }
      limit = .max
      return tables
    }
  }

  /// What was noted lately, as a factory needs the same each time. Changed with the lock of `state` held; asked without it.
  private final class Recent: Sendable {
    private final class Further: Sendable {
      let words = RecentWords(count: 1_024)
    }

    private static let firstLimit: UInt = 32

    private let words = RecentWords(count: 64)
    /// Where words go when there is no more room among the first ones.
    private let further = Late<Further>()
    /// How many were inserted since all were removed.
    private let inserted = AtomicWord(0)

    func contains(_ word: UInt) -> Bool { words.contains(word) || further.existing?.words.contains(word) == true }

    func insert(_ word: UInt) {
      if inserted.next() < Self.firstLimit { words.insert(word) } else { further.get { Further() }.words.insert(word) }
    }

    func removeAll() {
      let count = inserted.loadAcquiring()
      if count == 0 { return }
      words.removeAll()
      if count > Self.firstLimit { further.existing?.words.removeAll() }
      inserted.storeReleasing(0)
    }
  }

  private static let logLimit = 512
  private static let firstLimit = 256
  private let state = Guarded(State())
  private let recent = Recent()
  /// 1 once something was learned: most containers have nothing to forget when a key is replaced.
  private let isUsed = AtomicWord(0)

  /// Whether a need was noted lately.
  ///
  /// - Parameters:
  ///   - key: the word of its key.
  ///   - number: what tells it from others of that key.
  ///   - owner: the word of the key whose code asks.
  func knows(_ key: UInt, _ number: UInt, by owner: UInt) -> Bool { recent.contains(Self.word(of: key, owner, number)) }

  func note(_ need: Dependency, by owner: AnyKey, isRegistered: (AnyKey) -> Bool) {
    append(.needed(need, by: owner), isRegistered, as: Self.word(of: need.key.word, owner.word, need.number))
  }

  /// Notes that a factory has returned a value.
  func noteRun(of key: AnyKey, isRegistered: (AnyKey) -> Bool) {
    append(.ran(key), isRegistered, as: Self.word(of: key.word))
  }

  /// Notes that the decorators and the injector that are kept under `extension` have run.
  func noteRun(of key: AnyKey, extendedBy extension: AnyKey, isRegistered: (AnyKey) -> Bool) {
    append(.ranExtended(key, by: `extension`), isRegistered, as: Self.word(of: key.word, `extension`.word))
  }

  func noteBuild(of key: AnyKey, _ duration: Duration, isRegistered: (AnyKey) -> Bool) {
    append(.built(key, duration), isRegistered)
  }

  /// Takes no lock but its own, so that it may be called with others held.
  func forget(_ key: AnyKey) {
    if isUsed.loadAcquiring() == 0 { return }
    state.withLock { state in
      state.fold()
      recent.removeAll()
      state.count -= state.tables.forget(key, &state.changed)
      state.changes += 1
    }
  }

  /// Knows what others have learned too. Takes no lock but its own.
  func learn(_ new: Tables) {
    isUsed.storeReleasing(1)
    state.withLock { state in
      for (owner, needs) in new.needs { for need in needs.list { state.log.append(.needed(need, by: owner)) } }
      for key in new.ran { state.log.append(.ran(key)) }
      for (ext, keys) in new.extended { for key in keys { state.log.append(.ranExtended(key, by: ext)) } }
      for (key, duration) in new.durations { state.log.append(.built(key, duration)) }
      state.fold()
    }
  }

  /// How many times needs were added or forgotten.
  var changes: UInt {
    state.withLock {
      $0.fold()
      return $0.changes
    }
  }

  var tables: Tables {
    state.withLock {
      $0.fold()
      return $0.tables
    }
  }

  /// The keys of which needs were added or forgotten since this was called last; nil for all.
  func takeChanged() -> [AnyKey]? {
    state.withLock {
      $0.fold()
      return $0.changed.take()
    }
  }

  /// What a key's code was seen to ask for.
  func needs(of key: AnyKey) -> [Dependency] {
    state.withLock {
      $0.fold()
      return $0.tables.needs[key]?.list ?? []
    }
  }

  /// That a factory needs something, or, with no owner, that it ran: by the words of their keys, as comparing and copying keys costs more than all
  /// the rest. A word stands for one key without a name; two names with one word, of 64 bits, are not to be expected, and what is missed then is one
  /// line of a diagnosis. So it is with two pairs of keys.
  private static func word(of key: UInt, _ owner: UInt = 0, _ number: UInt = 0) -> UInt {
    let word = key.spread ^ owner.spread.byteSwapped &+ number
    return word == 0 ? 1 : word
  }

  /// - Parameter word: what stands for the entry, if it may come again.
  private func append(_ entry: @autoclosure () -> Entry, _ isRegistered: (AnyKey) -> Bool, as word: UInt? = nil) {
    if let word, recent.contains(word) { return }
    if isUsed.loadAcquiring() == 0 { isUsed.storeReleasing(1) }
    let crowded: Tables? = state.withLock {
      if let word { recent.insert(word) }
      $0.log.append(entry())
      if $0.log.count < Self.logLimit, $0.count < $0.limit { return nil }
      $0.fold()
      return $0.tablesIfCrowded()
    }
    if let crowded { forgetOthers(than: isRegistered, of: crowded) }
  }

  /// Forgets which of the keys in `tables` are not registered any more.
  private func forgetOthers(than isRegistered: (AnyKey) -> Bool, of tables: consuming Tables) {
    // Asked outside the lock, under which no other may be taken.
    var removed: Set<AnyKey> = []
    for (owner, needs) in tables.needs {
      // Of a collection and of a reference that is made on request, nothing is registered under the key.
      let keys = needs.list.filter { !$0.kind.isOfCollection && $0.key.target == nil }.map(\.key)
      for key in [owner] + keys where !isRegistered(key) { removed.insert(key) }
    }
    for key in tables.extended.values.reduce(into: tables.ran.union(tables.durations.keys), { $0.formUnion($1) }) where !isRegistered(key) {
      removed.insert(key)
    }
    _ = consume tables  // so that the change below is one in place
    state.withLock { state in
      recent.removeAll()
      state.changes += 1
      state.changed.noteAll()
      state.tables.needs = state.tables.needs.filter { !removed.contains($0.key) }
      for owner in state.tables.needs.keys { state.tables.needs[owner]?.keep { !removed.contains($0.key) } }
      state.tables.ran.subtract(removed)
      state.tables.extended = state.tables.extended.mapValues { $0.subtracting(removed) }.filter { !$0.value.isEmpty }
      state.tables.durations = state.tables.durations.filter { !removed.contains($0.key) }
      state.count = state.tables.count
      state.limit = max(Self.firstLimit, state.count * 2)
    }
  }
}
