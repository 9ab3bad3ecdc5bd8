import OnceKernel

/// One cell for each distinct value of some arguments, told apart by `==`, never by the hash alone.
///
/// ```
///    hash ─► bucket ─► entry ─► entry            neighbours in a bucket, by `next`
///    newest ─► entry ─► entry ─► entry ◄─ oldest     all of them, in the order of use, by `older`
/// ```
///
/// No user code runs under the lock: arguments are hashed before, entries are taken out and compared outside, and what changed meanwhile is
/// looked at again before a new entry goes in. With a capacity, the entry that was used least recently leaves first.
// unchecked: arguments of cached values are Sendable, as registering demanded.
final class ArgumentCache: @unchecked Sendable {
  private final class Entry {
    let cell: OnceCell
    let hash: Int
    let arguments: UnsafeMutableRawPointer
    private let parts: ArgumentParts
    // Guard of the rest: the cache's lock, and its deinitializer.
    /// The one that was used before it.
    @exclusivity(unchecked)  // touched under the lock only, and never inside an access of its own
    var older: Entry?
    /// The one that was used after it.
    @exclusivity(unchecked)  // touched under the lock only, and never inside an access of its own
    unowned(unsafe) var newer: Entry?  // unsafe: nil once that one has left
    /// The next one in its bucket.
    @exclusivity(unchecked)  // touched under the lock only, and never inside an access of its own
    var next: Unmanaged<Entry>?  // what is in a bucket is in the order of use, which keeps it

    init(_ arguments: UnsafeRawPointer, _ cell: OnceCell, _ hash: Int, _ parts: ArgumentParts) {
      self.arguments = parts.copy(arguments)
      self.cell = cell
      self.hash = hash
      self.parts = parts
    }

    deinit { parts.free(arguments) }

    /// What holds the value, if that is there.
    ///
    /// - Parameter entry: a counted reference to this one, which this takes over.
    @inline(__always)
    func existing(retained entry: Unmanaged<Entry>) -> Existing? {
      // A shared cell never loses what it shows.
      if cell.kind.isShared, let box = cell.ready.load() { return .box(box, keptBy: .fromOpaque(entry.toOpaque())) }
      defer { entry.release() }
      return cell.kind.isShared ? nil : watchedInstance
    }

    @inline(never)
    private var watchedInstance: Existing? { cell.instance.flatMap { cell.registration.held($0) }.map { .watched($0) } }
  }

  /// What holds a value that is kept for arguments.
  enum Existing {
    /// A box, with a counted reference to an object that keeps it.
    case box(Unmanaged<AnyObject>, keptBy: Unmanaged<AnyObject>)
    /// The value itself, which is only watched.
    case watched(AnyObject)
  }

  private struct Buckets {
    /// A power of two of them.
    var first: [Unmanaged<Entry>?] = Array(repeating: nil, count: 4)

    /// - Parameter hash: the standard library's, of which each bit is as good as the others.
    func place(_ hash: Int) -> Int { hash & (first.count - 1) }
  }

  private struct State {
    var buckets = Buckets()
    var count = 0
    var isClosed = false
    /// The first of all entries, each of which keeps the next one.
    var newest: Entry?
    unowned(unsafe) var oldest: Entry?  // unsafe: the last of the chain that `newest` begins
    /// What was pushed out and is not noted yet as what is to be disposed of.
    var leaving: [OnceCell] = []

    /// The next entry with a hash, with a counted reference to it; nil once there is none, or the cache is closed. Where entries come or leave
    /// between two calls, some may be skipped.
    ///
    /// - Parameter last: what the call before answered, of the same hash; the caller keeps it.
    @inline(__always)
    func retainedEntry(_ hash: Int, after last: Unmanaged<Entry>?) -> Unmanaged<Entry>? {
      if isClosed { return nil }
      var next = if let last { last._withUnsafeGuaranteedRef { $0.next } } else { buckets.first[buckets.place(hash)] }
      while let entry = next {
        if entry._withUnsafeGuaranteedRef({ $0.hash == hash }) { return entry.retain() }
        next = entry._withUnsafeGuaranteedRef { $0.next }
      }
      return nil
    }

    /// The entries with a hash; mostly there is one at most, and no array.
    func entries(_ hash: Int) -> Found {
      var found = Found()
      var next = buckets.first[buckets.place(hash)]
      while let entry = next {
        next = entry._withUnsafeGuaranteedRef { entry in
          if entry.hash == hash { found.append(entry) }
          return entry.next
        }
      }
      return found
    }
  }

  /// Entries with one hash, taken out.
  private struct Found {
    private var first: Entry?
    /// Nil, and not empty, where there are none: nothing is counted for it then.
    private var others: [Entry]?

    mutating func append(_ entry: Entry) {
      if first == nil { first = entry } else { others = (others ?? []) + [entry] }
    }

    func first(where isOne: (Entry) -> Bool) -> Entry? {
      guard let first else { return nil }
      return isOne(first) ? first : others?.first(where: isOne)
    }

    static func === (left: Found, right: Found) -> Bool {
      left.first === right.first && (left.others ?? []).elementsEqual(right.others ?? [], by: ===)
    }
  }

  private let comparing: Comparing
  private let state: Guarded<State>

  /// - Parameter comparing: how such arguments are told apart, and how many instances are kept.
  init(_ comparing: Comparing) {
    self.comparing = comparing
    state = Guarded(State())
  }

  deinit {
    // A long chain must not be released by recursion.
    var next = state.withLock { take(&$0.newest) }
    while let entry = next { next = take(&entry.older) }
  }

  /// The cell for these arguments, made by `make` when there is none; also what had to leave for it. The caller takes that out with `letGo`.
  ///
  /// Nil when the cache was closed: its registration was reset, and has another one.
  ///
  /// - Parameters:
  ///   - arguments: where arguments are of the types that the cache was made for.
  ///   - evenIfClosed: whether it is found and made all the same.
  func cell(
    for arguments: UnsafeRawPointer, evenIfClosed: Bool = false, make: () -> OnceCell
  ) -> (cell: OnceCell, evicted: OnceCell?)? {
    HeldLocks.expectNone()
    let parts = comparing.parts
    let hash = parts.hash(of: arguments)
    guard var seen = state.withLock({ $0.isClosed && !evenIfClosed ? nil : $0.entries(hash) }) else { return nil }
    var fresh: Entry?
    while true {
      if let found = one(in: seen, of: arguments, parts) { return (found.cell, nil) }
      let entry = fresh ?? Entry(arguments, make(), hash, parts)
      fresh = entry
      let outcome: (seen: Found?, evicted: Entry?)? = state.withLock { state in
        if state.isClosed, !evenIfClosed { return nil }
        let now = state.entries(hash)
        // An entry that came, or left, since they were taken out: compare again.
        guard now === seen else { return (now, nil) }
        return (nil, Self.insert(entry, &state, capacity: comparing.capacity))
      }
      guard let outcome else { return nil }
      guard let changed = outcome.seen else { return (entry.cell, outcome.evicted?.cell) }
      seen = changed
    }
  }

  /// What holds the value that is kept for these arguments, if there is one.
  ///
  /// - Parameter arguments: where arguments are of the types that the cache was made for.
  func existing(for arguments: UnsafeRawPointer) -> Existing? {
    // What is here is neither copied nor counted more often than it has to be: that would cost more than all the rest.
    let parts = comparing.sharedParts
    let hash = parts._withUnsafeGuaranteedRef { $0.hash(of: arguments) }
    var last: Unmanaged<Entry>?
    while let entry = state.withLock({ $0.retainedEntry(hash, after: last) }) {
      last?.release()
      last = entry
      let isEqual = parts._withUnsafeGuaranteedRef { $0.areEqual(entry._withUnsafeGuaranteedRef { $0.arguments }, arguments) }
      guard isEqual || Mutant.argumentsByHash.isActive else { continue }
      if comparing.capacity != nil, !Mutant.hitIsNoUse.isActive {
        entry._withUnsafeGuaranteedRef { entry in state.withLock { Self.touch(entry, &$0) } }
      }
      return entry._withUnsafeGuaranteedRef { $0.existing(retained: entry) }
    }
    last?.release()
    return nil
  }

  /// The cell of the value that is kept for these arguments, if there is one.
  func builtCell(for arguments: UnsafeRawPointer) -> OnceCell? {
    let parts = comparing.parts
    let hash = parts.hash(of: arguments)
    guard let seen = state.withLock({ $0.isClosed ? nil : $0.entries(hash) }), let cell = one(in: seen, of: arguments, parts)?.cell else {
      return nil
    }
    return cell.instance.flatMap(cell.registration.held) == nil ? nil : cell
  }

  /// Whether both hold a value of equal arguments.
  func overlaps(_ other: ArgumentCache) -> Bool { other.entries.contains { builtCell(for: $0.arguments) != nil } }

  /// Takes over what another cache of the same kind holds; answers the cells that found no place, of both.
  func takeOver(_ other: ArgumentCache) -> [OnceCell] {
    var left: [OnceCell] = []
    for entry in other.entries.reversed() {
      guard let (cell, evicted) = cell(for: entry.arguments, make: { entry.cell }) else {
        left.append(entry.cell)
        continue
      }
      if cell !== entry.cell { left.append(entry.cell) }
      if let evicted, letGo(evicted) { left.append(evicted) }
    }
    return left
  }

  /// The entry of these arguments, which has been used then. Compared outside the lock, as `==` is the user's.
  private func one(in seen: Found, of arguments: UnsafeRawPointer, _ parts: ArgumentParts) -> Entry? {
    let found = seen.first { Mutant.argumentsByHash.isActive || parts.areEqual($0.arguments, arguments) }
    if let found, comparing.capacity != nil { state.withLock { Self.touch(found, &$0) } }
    return found
  }

  /// Every cell, newest first.
  var cells: [OnceCell] { entries.map(\.cell) }

  private var entries: [Entry] {
    state.withLock { state in
      var entries: [Entry] = []
      var next = state.newest
      while let entry = next {
        entries.append(entry)
        next = entry.older
      }
      return entries
    }
  }

  /// Takes out what had to leave; false if the cache was closed before, and with it answered to whatever closed it.
  func letGo(_ evicted: OnceCell) -> Bool {
    state.withLock { state in
      guard let index = state.leaving.firstIndex(where: { $0 === evicted }) else { return false }
      // The caller keeps it.
      state.leaving.remove(at: index)
      return true
    }
  }

  /// Takes no more arguments; answers every cell, also of what is leaving.
  func close() -> [OnceCell] {
    let leaving = state.withLock { state in
      state.isClosed = true
      defer { state.leaving = [] }
      return state.leaving
    }
    return cells + leaving
  }

  // MARK: Under the lock: links and pointers only

  private static func insert(_ entry: Entry, _ state: inout State, capacity: Int?) -> Entry? {
    if state.count >= state.buckets.first.count { grow(&state) }
    hang(entry, in: &state.buckets)
    state.count += 1
    link(entry, &state)
    guard let capacity, !Mutant.capacityIgnored.isActive, state.count > max(1, capacity), let last = state.oldest else { return nil }
    unlink(last, &state)
    takeDown(last, from: &state.buckets)
    state.count -= 1
    // What closed it has it already.
    if !state.isClosed { state.leaving.append(last.cell) }
    return last
  }

  private static func grow(_ state: inout State) {
    state.buckets.first = Array(repeating: nil, count: state.buckets.first.count * 2)
    var next = state.oldest
    while let entry = next {
      hang(entry, in: &state.buckets)
      next = entry.newer
    }
  }

  private static func hang(_ entry: Entry, in buckets: inout Buckets) {
    let place = buckets.place(entry.hash)
    entry.next = buckets.first[place]
    buckets.first[place] = .passUnretained(entry)  // the order of use keeps it
  }

  private static func takeDown(_ entry: Entry, from buckets: inout Buckets) {
    let place = buckets.place(entry.hash)
    var before: Entry?
    var next = buckets.first[place].map { $0.takeUnretainedValue() }  // the order of use keeps it, or the caller
    while let other = next, other !== entry {
      before = other
      next = other.next?.takeUnretainedValue()  // the order of use keeps it
    }
    if let before {
      before.next = entry.next
    } else {
      buckets.first[place] = entry.next
    }
    entry.next = nil
  }

  private static func touch(_ entry: Entry, _ state: inout State) {
    guard state.newest !== entry, entry.newer != nil else { return }
    unlink(entry, &state)
    link(entry, &state)
  }

  private static func link(_ entry: Entry, _ state: inout State) {
    entry.older = state.newest
    state.newest?.newer = entry
    entry.newer = nil
    state.newest = entry
    if state.oldest == nil { state.oldest = entry }
  }

  /// The caller keeps the entry.
  private static func unlink(_ entry: Entry, _ state: inout State) {
    let (newer, older) = (entry.newer, entry.older)
    if let newer { newer.older = older } else { state.newest = older }
    older?.newer = newer
    if state.oldest === entry { state.oldest = newer }
    entry.newer = nil
    entry.older = nil
  }
}

/// Moves a value out and leaves nil behind.
private func take<T>(_ place: inout T?) -> T? {
  defer { place = nil }
  return place
}
