import OnceKernel

/// What an end has still to dispose of, with what else was there: its disposers are served from here.
///
/// The tables are closed by then. A disposer gets what was not disposed of yet; in a scope it may also have more built, which is disposed of next.
/// What a scope has is served from the moment it closes, and put in order after that.
final class Remains: Sendable {
  private struct State {
    /// The cells that hold caches of values by arguments.
    var holders: [OnceCell]
    /// The cells of all instances, in order of creation, and then those that were added.
    var cells: [OnceCell]
    /// What is to be disposed of or retired, the next one last.
    var waiting: [OnceCell]
    /// What disposers asked for and was not there.
    var added: [OnceCell] = []

    mutating func add(_ cell: OnceCell) {
      cells.append(cell)
      added.append(cell)
    }

    /// Adds what disposers asked for before it was known what is there.
    mutating func take(_ asked: [OnceCell]) {
      for cell in asked where !cells.contains(where: { $0 === cell }) {
        if cell.registration.isCache { holders.append(cell) }
        add(cell)
      }
    }
  }

  /// Whether more may be built.
  private let takesMore: Bool
  private let state: Guarded<State>

  /// - Parameters:
  ///   - holders: the cells that held caches of values by arguments.
  ///   - cells: the cells of all instances, in order of creation.
  ///   - waiting: those of the cells that are to be disposed of or retired, in that order too.
  init(holders: [OnceCell] = [], _ cells: [OnceCell], waiting: [OnceCell]) {
    takesMore = false
    state = Guarded(State(holders: holders, cells: cells, waiting: Remains.inOrder(waiting)))
  }

  /// What a scope has when it closes, in no order; `fill` follows.
  init(holders: [OnceCell], of scope: [OnceCell]) {
    takesMore = true
    state = Guarded(State(holders: holders, cells: scope, waiting: []))
  }

  /// Says what a scope has, as `init(holders:_:waiting:)` does.
  func fill(holders: consuming [OnceCell], _ cells: consuming [OnceCell], waiting: consuming [OnceCell]) {
    var new = State(holders: holders, cells: cells, waiting: Remains.inOrder(waiting))
    // What is being built is disposed of as what is built for a disposer.
    new.added = new.waiting.filter { $0.instance == nil }
    if !new.added.isEmpty { new.waiting.removeAll { $0.instance == nil } }
    let old = state.withLock { state in
      if !state.added.isEmpty { new.take(state.added) }
      defer { state = new }
      return state
    }
    withExtendedLifetime((old, new)) {}  // released outside the lock
  }

  private static func inOrder(_ waiting: [OnceCell]) -> [OnceCell] {
    Mutant.disposesOldestFirst.isActive ? waiting.reversed() : waiting
  }

  /// What is to be disposed of or retired, in order of creation.
  var waiting: [OnceCell] { state.withLock { $0.added + $0.waiting } }

  /// The cell of a registration for a disposer; nil if what it held is disposed of, or nothing is there and nothing may be built.
  func cell(for registration: Registration) -> OnceCell? {
    // Made outside the lock.
    let new = takesMore && !registration.isSeeded ? registration.makeInstanceCell() : nil
    return state.withLock { state -> OnceCell? in
      let places = registration.isCache ? state.holders : state.cells
      if let known = places.last(where: { $0.registration === registration }) {
        let isDisposedOf = known.isRetired && !registration.isCache
        return isDisposedOf || !takesMore && known.instance == nil ? nil : known
      }
      guard let new else { return nil }
      if registration.isCache { state.holders.append(new) }
      state.add(new)
      return new
    }
  }

  /// The cell of a value that is made from arguments, found where its registration keeps them; nil if it is not to be had any more.
  func cell(_ found: OnceCell) -> OnceCell? {
    if found.isRetired || !takesMore && found.instance == nil { return nil }
    state.withLock { state in
      if takesMore, !state.cells.contains(where: { $0 === found }) { state.add(found) }
    }
    return found
  }

  /// Takes and retires the cell whose instance is disposed of next, and those before it that hold nothing to dispose of; nil when nothing is left.
  func nextToDispose() -> OnceCell? {
    while let cell = next() {
      if let instance = cell.retire(), cell.registration.disposes(instance) { return cell }
    }
    return nil
  }

  /// What was built for a disposer, and otherwise what was created last; nil when nothing is left.
  private func next() -> OnceCell? {
    let added = state.withLock { state in
      defer { state.added = [] }
      return state.added
    }
    var built: [OnceCell] = []
    var pending: [OnceCell] = []
    for cell in added.expanded { if cell.instance == nil { pending.append(cell) } else { built.append(cell) } }
    built.sortByCreation()
    return state.withLock { state in
      state.waiting += built
      // What is not built yet stays there until nothing else is left.
      state.added = pending + state.added
      return state.waiting.popLast() ?? state.added.popLast()
    }
  }

  /// Serves no more; answers all cells, in order of creation, for the caller to release.
  func end() -> [OnceCell] {
    var old = state.withLock { state in
      defer { state = State(holders: [], cells: [], waiting: []) }
      return state
    }
    let cells = old.cells
    old = State(holders: [], cells: [], waiting: [])
    return cells.inOrderOfCreation
  }
}
