import Synchronization

/// Registering and building by hand, in cells that readers reach without a lock, with what a container promises of both: the least that these cost.
///
/// A key has a record, which says what makes its value, and where and as which it was registered; and a cell for the value, so that a value can be
/// dropped and the record stays. The names of a type are listed, so that all of a type are found, and a version says when a list that a caller
/// remembers is old. A shutdown would wait for the changes in flight. Several threads may fill a batch, and a reader sees all of it or nothing. What
/// it has not: refused duplicates, defaults, decorators, observers. `RecordedCells+Building` says what it promises of a build.
final class RecordedCells: @unchecked Sendable {  // unchecked: what readers see is atomic, the rest is behind a lock
  struct Key: Sendable {
    let named: NamedKey
    /// Known before, as that of a constant name is.
    let word: UInt

    static let items: [Key] = NamedKey.items.map { Key(named: $0, word: UInt(bitPattern: $0.hashValue) | 1) }
  }

  final class Record: Sendable {
    let key: Key
    let factory: any Table.Held
    let fileID: StaticString
    let line: UInt32

    init(_ key: Key, _ factory: any Table.Held, _ fileID: StaticString, _ line: UInt32) {
      (self.key, self.factory, self.fileID, self.line) = (key, factory, fileID, line)
    }
  }

  final class Cell: EntryByHand, @unchecked Sendable {  // unchecked: the value is atomic, and the lock of all builds guards the variables
    let record: Record
    let order: Int
    let value = Atomic<Unmanaged<AnyObject>?>(nil)
    var build: BuildByHand<Cell>?
    var doneAs = 0
    var needs: Set<NamedKey> = []

    init(_ record: Record, order: Int) { (self.record, self.order) = (record, order) }

    deinit { value.load(ordering: .acquiring)?.release() }

    var named: NamedKey { record.key.named }
    var factory: any Table.Held { record.factory }
    var box: AnyObject? { value.load(ordering: .acquiring)?.takeUnretainedValue() }

    func fill(_ box: any Table.Held) { value.store(Unmanaged.passRetained(box), ordering: .releasing) }  // balanced by the deinit
  }

  private struct Slot: ~Copyable {
    let word = Atomic<UInt>(0)
    let cell = Atomic<Unmanaged<Cell>?>(nil)
  }

  /// The slots that readers see at a time, a power of two. The word of the one before them says how many they are.
  private struct Slots: @unchecked Sendable {  // unchecked: what is in them is atomic
    let base: UnsafeMutablePointer<Slot>
    let count: Int

    init(_ count: Int) {
      let memory = UnsafeMutablePointer<Slot>.allocate(capacity: count + 1)
      for place in 0...count { (memory + place).initialize(to: Slot()) }
      (base, self.count) = (memory + 1, count)
      memory.pointee.word.store(UInt(count), ordering: .relaxed)  // no other thread has it yet
    }

    /// Those that begin at `base`.
    init(at base: UnsafeMutablePointer<Slot>) {
      (self.base, count) = (base, Int((base - 1).pointee.word.load(ordering: .relaxed)))  // never changes
    }

    /// The slot of a key, or the free one where it belongs.
    func place(of key: Key) -> Int {
      var place = Int(truncatingIfNeeded: key.word &* 0x9E37_79B9_7F4A_7C15 >> 32) & (count - 1)
      while true {
        let found = base[place].word.load(ordering: .acquiring)
        if found == 0 { return place }
        let cell = base[place].cell.load(ordering: .acquiring)
        if found == key.word, cell?._withUnsafeGuaranteedRef({ $0.record.key.named == key.named }) == true { return place }
        place = (place + 1) & (count - 1)
      }
    }

    /// Answers the cell that was there.
    func put(_ cell: Unmanaged<Cell>, for key: Key) -> Unmanaged<Cell>? {
      let place = place(of: key)
      let old = base[place].cell.exchange(cell, ordering: .sequentiallyConsistent)
      base[place].word.store(key.word, ordering: .releasing)
      return old
    }

    func copy(_ count: Int) -> Slots {
      let copy = Slots(count)
      for place in 0..<self.count {
        guard let cell = base[place].cell.load(ordering: .acquiring) else { continue }
        _ = copy.put(cell, for: cell._withUnsafeGuaranteedRef { $0.record.key })
      }
      return copy
    }

    func free() {
      (base - 1).deinitialize(count: count + 1)
      (base - 1).deallocate()
    }
  }

  private struct State {
    var slots = Slots(16)
    var registered = 0
    var used = 0
    var names: [ObjectIdentifier: [String]] = [:]

    /// Puts a record into `slots`, where there is room for it. Answers the cell that was there.
    mutating func put(_ record: Record, into slots: Slots) -> Unmanaged<Cell>? {
      registered += 1
      let cell = Unmanaged.passRetained(Cell(record, order: registered))  // balanced when it is replaced, or by the registry's deinit
      let old = slots.put(cell, for: record.key)
      if old == nil {
        used += 1
        names[record.key.named.type, default: []].append(record.key.named.name)
      }
      return old
    }
  }

  /// Registrations that are put in place together.
  final class Batch: Sendable {
    fileprivate let records = Mutex<[Record]>([])

    @inline(__always)
    func register<T: Sendable>(
      _ key: Key, fileID: StaticString = #fileID, line: UInt32 = #line, factory: @escaping @Sendable (Resolver) throws -> T
    ) {
      let record = Record(key, ThrowingFactory(factory), fileID, line)
      records.withLock { $0.append(record) }
    }
  }

  private let state = Mutex(State())
  private let shown = Atomic<UnsafeMutablePointer<Slot>?>(nil)
  let marks = ThreadMarks.shared
  /// Odd while the set of keys changes. Written with the lock of `state` held.
  private let version = Atomic<UInt>(0)
  /// How many changes and builds are in flight.
  let inside = Atomic(0)

  init() { shown.store(state.withLock { $0.slots.base }, ordering: .sequentiallyConsistent) }

  deinit {
    let slots = state.withLock { $0.slots }
    for place in 0..<slots.count { slots.base[place].cell.load(ordering: .acquiring)?.release() }
    slots.free()
  }

  @inline(__always)
  func register<T: Sendable>(
    _ key: Key, fileID: StaticString = #fileID, line: UInt32 = #line, factory: @escaping @Sendable (Resolver) throws -> T
  ) {
    put(Record(key, ThrowingFactory(factory), fileID, line))
  }

  @inline(never)
  private func put(_ record: Record) {
    let old = changing { state in
      if (state.used + 1) * 2 > state.slots.count { show(state.slots.copy(state.slots.count * 2), in: &state) }
      let old = state.put(record, into: state.slots)
      if old != nil { marks.awaitReaders(of: self) }
      return old
    }
    old?.release()
  }

  func registerAll(_ fill: (Batch) -> Void) {
    let batch = Batch()
    fill(batch)
    let records = batch.records.withLock { $0 }
    let replaced = changing { state in
      var count = 16
      while count < (state.used + records.count) * 2 { count *= 2 }
      let aside = state.slots.copy(count)
      let replaced = records.compactMap { state.put($0, into: aside) }
      show(aside, in: &state)
      return replaced
    }
    for cell in replaced { cell.release() }
  }

  @inline(__always)
  private func changing<Removed>(_ change: (inout State) -> Removed) -> Removed {
    inside.add(1, ordering: .sequentiallyConsistent)
    defer { inside.subtract(1, ordering: .releasing) }
    return state.withLock { state in
      version.store(version.load(ordering: .relaxed) &+ 1, ordering: .sequentiallyConsistent)
      defer { version.store(version.load(ordering: .relaxed) &+ 1, ordering: .releasing) }
      return change(&state)
    }
  }

  /// The cell of a key, if there is one. The caller has set its mark, which keeps what this answers.
  @inline(__always)
  func cell(for key: Key) -> Unmanaged<Cell>? {
    guard let base = shown.load(ordering: .sequentiallyConsistent) else { return nil }
    let slots = Slots(at: base)
    return slots.base[slots.place(of: key)].cell.load(ordering: .sequentiallyConsistent)
  }

  /// Puts slots in the place of those that readers see.
  private func show(_ slots: Slots, in state: inout State) {
    let old = state.slots
    state.slots = slots
    shown.store(slots.base, ordering: .sequentiallyConsistent)
    marks.awaitReaders(of: self)
    old.free()
  }
}

extension RecordedCells {
  static var oneByOne: Work {
    RegistrationWork.work(
      make: { RecordedCells() },
      timed: { cells in for number in 0..<RegistrationWork.keys { cells.register(Key.items[number]) { _ in Item(number) } } })
  }

  static var batch: Work {
    RegistrationWork.work(
      make: { RecordedCells() },
      timed: { cells in
        cells.registerAll { batch in
          for number in 0..<RegistrationWork.keys { batch.register(Key.items[number]) { _ in Item(number) } }
        }
      })
  }
}
