import OnceKernel

/// One cell for each distinct value of some arguments, told apart by `==`, never by the hash alone.
///
/// No user code runs under the lock: arguments are hashed before, a bucket is taken out and compared outside, and what changed meanwhile is
/// looked at again before a new entry goes in. With a capacity, the entry that was used least recently leaves first.
// unchecked: arguments of cached values are Sendable, as registering demanded.
final class ArgumentCache<Arguments>: @unchecked Sendable {
  private final class Entry {
    let arguments: Arguments
    let cell: OnceCell
    let hash: Int
    /// Neighbours in the order of use. Guard: the cache's lock.
    weak var newer: Entry?
    var older: Entry?

    init(_ arguments: Arguments, _ cell: OnceCell, _ hash: Int) {
      self.arguments = arguments
      self.cell = cell
      self.hash = hash
    }
  }

  private struct State {
    var buckets: [Int: [Entry]] = [:]
    var count = 0
    var isClosed = false
    var newest: Entry?
    /// The last of the chain that `newest` begins.
    weak var oldest: Entry?
    /// What was pushed out and is not noted yet as what is to be disposed of.
    var leaving: [OnceCell] = []
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
    var next = state.withLock { state in
      state.buckets = [:]
      return take(&state.newest)
    }
    while let entry = next { next = take(&entry.older) }
  }

  /// The cell for these arguments, made by `make` when there is none; also what had to leave for it. The caller takes that out with `letGo`.
  ///
  /// Nil when the cache was closed: its registration was reset, and has another one.
  ///
  /// - Parameter evenIfClosed: whether it is found and made all the same.
  func cell(for arguments: Arguments, evenIfClosed: Bool = false, make: () -> OnceCell) -> (cell: OnceCell, evicted: OnceCell?)? {
    HeldLocks.expectNone()
    let hash = comparing.hash(of: arguments)
    guard var bucket = state.withLock({ $0.isClosed && !evenIfClosed ? nil : $0.buckets[hash] ?? [] }) else { return nil }
    var fresh: Entry?
    while true {
      if let found = bucket.first(where: { Mutant.argumentsByHash.isActive || comparing.areEqual($0.arguments, arguments) }) {
        if comparing.capacity != nil { state.withLock { Self.touch(found, &$0) } }
        return (found.cell, nil)
      }
      let entry = fresh ?? Entry(arguments, make(), hash)
      fresh = entry
      let seen = bucket.count
      let outcome: (bucket: [Entry]?, evicted: Entry?)? = state.withLock { state in
        if state.isClosed, !evenIfClosed { return nil }
        let now = state.buckets[hash] ?? []
        // An entry that came, or went, since the bucket was taken out: compare again.
        guard now.count == seen, zip(now, bucket).allSatisfy({ $0 === $1 }) else { return (now, nil) }
        return (nil, Self.insert(entry, hash, &state, capacity: comparing.capacity))
      }
      guard let outcome else { return nil }
      guard let changed = outcome.bucket else { return (entry.cell, outcome.evicted?.cell) }
      bucket = changed
    }
  }

  /// The cell for these arguments, if there is one.
  func existingCell(for arguments: Arguments) -> OnceCell? {
    let hash = comparing.hash(of: arguments)
    // Compared outside the lock, as `==` is the user's.
    guard let bucket = state.withLock({ $0.isClosed ? nil : $0.buckets[hash] }) else { return nil }
    for entry in bucket where Mutant.argumentsByHash.isActive || comparing.areEqual(entry.arguments, arguments) {
      if comparing.capacity != nil { state.withLock { Self.touch(entry, &$0) } }
      return entry.cell
    }
    return nil
  }

  /// Every cell, newest first.
  var cells: [OnceCell] {
    state.withLock { state in
      var cells: [OnceCell] = []
      var next = state.newest
      while let entry = next {
        cells.append(entry.cell)
        next = entry.older
      }
      return cells
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

  private static func insert(_ entry: Entry, _ hash: Int, _ state: inout State, capacity: Int?) -> Entry? {
    state.buckets[hash, default: []].append(entry)
    state.count += 1
    link(entry, &state)
    guard let capacity, !Mutant.capacityIgnored.isActive, state.count > max(1, capacity), let last = state.oldest else { return nil }
    unlink(last, &state)
    state.buckets[last.hash]?.removeAll { $0 === last }
    if state.buckets[last.hash]?.isEmpty == true { state.buckets[last.hash] = nil }
    state.count -= 1
    // What closed it has it already.
    if !state.isClosed { state.leaving.append(last.cell) }
    return last
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
