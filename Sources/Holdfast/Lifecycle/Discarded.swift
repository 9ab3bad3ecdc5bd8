import OnceKernel

/// A value that was replaced, reset, removed or pushed out, and is disposed of once nothing that is counted uses it.
final class DiscardedValue: @unchecked Sendable {  // unchecked: constants, and what the lock of its `Discarded` guards
  let cell: OnceCell
  /// Its place in the order of creation, which no other instance has.
  let order: UInt64
  /// The kept values that may have taken it, by their places in that order. Guard: the lock of its `Discarded`.
  fileprivate var users: Set<UInt64>
  /// The cells of the builds that were under way, and may have taken it, when it was discarded. Guard: the lock of its `Discarded`.
  fileprivate var builds: [OnceCell]
  /// What it waits for first; nil once that is over. Guard: the lock of its `Discarded`.
  fileprivate var moment: Discarded.Moment?

  /// Whether kept values took it, as far as is known. Guard: the caller holds the lock of its `Discarded`.
  fileprivate var isTaken: Bool { !users.isEmpty || !builds.isEmpty }

  init(_ cell: OnceCell, _ users: KeptUsers) {
    self.cell = cell
    order = cell.orderOfPublication
    self.users = users.orders
    builds = users.builds
  }
}

/// The values that a container has discarded and not disposed of, as something may use them that was under way when they were discarded.
///
/// A discarded value waits for the scopes and runs of that *moment*. Then, if a kept value took it, it waits until that is discarded too, and from there
/// on for the scopes and runs of that later moment.
///
/// ```
///   scopes, by the epoch in which they were opened      moments
///   ┌───────────┬───────────┬──────────┐
///   │ 2 left    │ none left │ 5 left   │  current       each period ends with the moment at which something was discarded;
///   └──────────▲┴──────────▲┴─────────▲┘                a moment is over when the periods before it are empty, and its runs have returned
///           moment 1    moment 2   moment 3
/// ```
final class Discarded: Sendable {
  /// A point in time at which values were discarded.
  fileprivate final class Moment {
    var values: [DiscardedValue]
    var waitsForScopes: Bool
    var runs: Int

    init(_ values: [DiscardedValue], waitsForScopes: Bool, runs: Int) {
      (self.values, self.waitsForScopes, self.runs) = (values, waitsForScopes, runs)
      for value in values { value.moment = self }
    }

    var isOver: Bool { !waitsForScopes && runs == 0 }
  }

  /// The scopes that were opened between two moments and are open, and the moments that ended it.
  private struct Period {
    var scopes: Int
    let moments: [Moment]
  }

  private struct State {
    /// All, by their cells, which they keep.
    var values: [ObjectIdentifier: DiscardedValue] = [:]
    /// Those of them that kept values may have taken: often few of those that an open scope keeps.
    var taken: [ObjectIdentifier: DiscardedValue] = [:]
    /// Those that wait for nothing but for the kept values that took them.
    var held: [DiscardedValue] = []
    /// The runs that moments wait for, by their addresses: they are kept here.
    var runs: [ObjectIdentifier: (run: Attempt, moments: [Moment])] = [:]
    /// Oldest first. The last one ended where the current epoch began.
    var periods: [Period] = []
    /// How many scopes these have together.
    var olderScopes = 0
    /// Moments that begin to wait for scopes when there is room for one more period.
    var crowded: [Moment] = []
    /// Those that nothing uses, and that were not to be disposed of as the container had closed.
    var unserved: [DiscardedValue] = []
    /// How many times kept values left.
    var departures = 0
    var end = End.none

    /// Adds those whose cells are not here already; answers those that are here.
    mutating func add(_ values: [DiscardedValue]) -> [DiscardedValue] {
      values.filter { value in
        let cell = ObjectIdentifier(value.cell)  // kept by the value
        if let known = self.values[cell] { return known === value }
        self.values[cell] = value
        if value.isTaken { taken[cell] = value }
        return true
      }
    }

    enum End {
      case none
      /// The container was released.
      case released
      /// The container's end disposes of what was here.
      case taken
    }
  }

  private let state = Guarded(State())
  /// Its lock is taken before those of the registry and of what was learned, and inside none.
  private let known = Guarded(HeldNeeds())
  /// How many periods there are at most, so that their epochs can be told apart.
  private let limit: Int

  package init(limit: Int = LifeState.epochs - 2) {
    self.limit = limit
  }

  /// What becomes of values that are discarded.
  enum Fate {
    /// Nothing uses them.
    case unused
    /// They are kept here until nothing does.
    case kept
    /// They are kept here, and these wait for no moment: there is none, or the last scope has just ended.
    case over([DiscardedValue])
    /// It is to be found out again which kept values took them, as some have left since.
    case outdated
  }

  /// Which keys need which, once `update` has brought that up to date. It answers what was known before and is not any more.
  func needs(_ update: (inout HeldNeeds) -> [[HeldNeeds.Need]]) -> HeldNeeds {
    let (needs, old) = known.withLock { known in
      let old = update(&known)
      return (known, old)
    }
    withExtendedLifetime(old) {}  // outside the lock
    return needs
  }

  /// How many times kept values left.
  var departures: Int { state.withLock { $0.departures } }

  /// The cells of what is here.
  var cells: [OnceCell] { state.withLock { $0.values.values.map(\.cell) } }

  /// Begins to wait for what is under way now, for values that no caller finds any more.
  ///
  /// - Parameters:
  ///   - runs: the runs that are under way. The caller calls `endRun` for those that have finished meanwhile.
  ///   - life: the container's.
  ///   - departures: how many there were before it was found out which kept values took them; nil if none did.
  func begin(_ values: [DiscardedValue], _ runs: [Attempt], _ life: Life, after departures: Int?) -> Fate {
    state.withLock { state in
      if let departures, departures != state.departures { return .outdated }
      if state.end == .taken { return .unused }
      let hasScopes = life.state.count(of: .scope) > 0 && !Mutant.disposesInUse.isActive
      if !hasScopes, runs.isEmpty {
        for value in values { value.moment = nil }
        if !values.contains(where: \.isTaken) || state.end == .released { return .unused }
        let added = state.add(values)
        state.held += added.filter(\.isTaken)
        let free = added.filter { !$0.isTaken }
        return free.isEmpty ? .kept : .over(free)
      }
      let moment = Moment(state.add(values), waitsForScopes: hasScopes, runs: runs.count)
      for run in runs { state.runs[ObjectIdentifier(run), default: (run, [])].moments.append(moment) }
      if hasScopes, !wait(with: [moment], life, &state) { moment.waitsForScopes = false }
      return moment.isOver ? .over(Self.leave(moment)) : .kept
    }
  }

  /// Has moments wait for the scopes that are open now; false if there are none.
  private func wait(with moments: [Moment], _ life: Life, _ state: inout State) -> Bool {
    if state.periods.count >= limit {
      state.crowded += moments
      return true
    }
    // Those of earlier epochs are counted down under this lock only.
    let open = life.renew().count(of: .scope)
    if open == 0 { return false }
    state.periods.append(Period(scopes: open - state.olderScopes, moments: moments))
    state.olderScopes = open
    return true
  }

  /// A scope of an epoch that is over has ended: counts it no more. Answers whether that closed the container, and the values whose moment is over.
  func endScope(of epoch: UInt16, in life: Life) -> (isClosed: Bool, values: [DiscardedValue]) {
    state.withLock { state in
      let isClosed = life.uncount(.scope)
      let age = Int(life.state.epoch &- epoch) & (LifeState.epochs - 1)
      let index = state.periods.count - age
      guard state.periods.indices.contains(index) else { return (isClosed, []) }
      state.periods[index].scopes -= 1
      state.olderScopes -= 1
      var over: [DiscardedValue] = []
      while let first = state.periods.first, first.scopes == 0 {
        state.periods.removeFirst()
        for moment in first.moments {
          moment.waitsForScopes = false
          if moment.isOver { over += Self.leave(moment) }
        }
        let crowded = state.crowded
        state.crowded = []
        if crowded.isEmpty || wait(with: crowded, life, &state) { continue }
        for moment in crowded {
          moment.waitsForScopes = false
          if moment.isOver { over += Self.leave(moment) }
        }
      }
      return (isClosed, over)
    }
  }

  /// The code of a run has returned. Answers the values whose moment is over.
  func endRun(_ run: Attempt) -> [DiscardedValue] {
    let ended: (entry: (run: Attempt, moments: [Moment])?, over: [DiscardedValue]) = state.withLock { state in
      guard let entry = state.runs.removeValue(forKey: ObjectIdentifier(run)) else { return (nil, []) }  // the caller keeps it
      var over: [DiscardedValue] = []
      for moment in entry.moments {
        moment.runs -= 1
        if moment.isOver { over += Self.leave(moment) }
      }
      return (entry, over)
    }
    return ended.over
  }

  private static func leave(_ moment: Moment) -> [DiscardedValue] {
    // Some may wait for a later one by now.
    let values = moment.values.filter { $0.moment === moment }
    moment.values = []
    for value in values { value.moment = nil }
    return values
  }

  /// The cells of builds that may have taken a value.
  func builds(of values: [DiscardedValue]) -> [[OnceCell]] { state.withLock { _ in values.map(\.builds) } }

  /// What a build has come to that may have taken a value.
  struct Made {
    let cell: OnceCell
    /// The place in the order of what it holds; 0 if it holds nothing.
    let order: UInt64
    /// Whether it was taken out of its table.
    let isRetired: Bool
  }

  /// Says what has become of the builds that may have taken `values`, whose moment is over. Answers those that nothing uses any more.
  ///
  /// - Parameters:
  ///   - made: for each value what its builds have come to.
  ///   - again: for each value the place in the order of creation of a kept one that is the same object, if there is one.
  func settle(_ values: [DiscardedValue], _ made: [[Made]], again: [UInt64?]) -> [DiscardedValue] {
    let (unused, released): ([DiscardedValue], [[OnceCell]]) = state.withLock { state in
      var unused: [DiscardedValue] = []
      var released: [[OnceCell]] = []
      // Some may wait for a later moment by now.
      for (value, (made, again)) in zip(values, zip(made, again))
      where value.moment === nil && state.values[ObjectIdentifier(value.cell)] === value {
        released.append(value.builds)
        // What was taken out of its table is told of next.
        for made in made where !made.isRetired && value.builds.contains(where: { $0 === made.cell }) {
          if made.order != 0 { value.users.insert(made.order) }
          value.builds.removeAll { $0 === made.cell }
        }
        if let again { value.users.insert(again) }
        state.taken[ObjectIdentifier(value.cell)] = value.isTaken ? value : nil
        if value.isTaken, state.end != .released { state.held.append(value) } else { unused.append(value) }
      }
      return (unused, released)
    }
    withExtendedLifetime(released) {}  // outside the lock
    return unused
  }

  /// Kept values are there no more: those that none but them had taken are answered, and begin to wait for what is under way now.
  ///
  /// - Parameter users: the places in the order of creation of what is there no more.
  func release(_ users: [UInt64], _ cells: [OnceCell]) -> [DiscardedValue] {
    let (free, released): ([DiscardedValue], [OnceCell]) = state.withLock { state in
      state.departures += 1
      var (free, released): ([DiscardedValue], [OnceCell]) = ([], [])
      for (cell, value) in state.taken {
        released += value.builds
        value.users.subtract(users)
        value.builds.removeAll { build in cells.contains { $0 === build } }
        if value.isTaken { continue }
        state.taken[cell] = nil
        // Until the caller has it wait for another one.
        value.moment = Moment([], waitsForScopes: true, runs: 0)
        free.append(value)
      }
      if !free.isEmpty { state.held.removeAll { !$0.isTaken } }
      return (free, released)
    }
    withExtendedLifetime(released) {}  // outside the lock
    return free
  }

  /// Takes out what is being disposed of now; false if the container's end took it before.
  ///
  /// - Parameter isServed: whether the disposers are served as the container's own. Otherwise the end takes it, if there is to be one.
  func take(_ values: [DiscardedValue], isServed: Bool) -> Bool {
    state.withLock { state in
      guard isServed || state.end == .released else {
        state.unserved += values
        return false
      }
      var isHere = false
      for value in values where state.values[ObjectIdentifier(value.cell)] === value {
        (state.values[ObjectIdentifier(value.cell)], state.taken[ObjectIdentifier(value.cell)]) = (nil, nil)
        isHere = true
      }
      return isHere
    }
  }

  /// Takes everything out for the container's end. What is discarded later waits for nothing.
  func takeAll() -> [OnceCell] {
    let old = state.withLock { state in
      let old = state
      state.end = .taken
      (state.values, state.taken, state.held, state.runs) = ([:], [:], [], [:])
      (state.periods, state.crowded, state.unserved) = ([], [], [])
      return old
    }
    return old.values.values.map(\.cell)
  }

  /// The container was released, with all that it kept. Answers what only that had taken.
  func noteRelease() -> [DiscardedValue] {
    state.withLock { state in
      if state.end == .none { state.end = .released }
      for value in state.taken.values { value.users = [] }
      let free = state.held + state.unserved
      (state.held, state.unserved) = ([], [])
      return free
    }
  }
}
