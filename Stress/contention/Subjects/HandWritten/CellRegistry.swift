import Synchronization

/// A bare table in which a key leads to a cell whose value may be missing, behind a state that is checked first, in functions that can throw. Callers
/// do not say whether they ask for a singleton or a transient, and a transient that needs itself is an error.
///
/// In an open one, values can be replaced: each thread that reads it says so in a mark of its own, which the writer looks at before it releases what
/// it took away. What it has not: several writers, builds, errors with a path, scopes.
final class CellRegistry: @unchecked Sendable {  // unchecked: what the slots hold is atomic
  enum Failure: Error {
    case notFound
    /// More transients asked for each other than any program nests.
    case cycle
    /// A factory threw this.
    case thrown(any Error)
  }

  /// What is registered under a key.
  private final class Cell: @unchecked Sendable {  // unchecked: what is in it was Sendable
    private let value: Atomic<Unmanaged<AnyObject>?>
    /// Of what is made anew each time.
    let factory: (any Table.Held)?

    init(value: (any Table.Held)? = nil, factory: (any Table.Held)? = nil) {
      self.value = Atomic(value.map { Unmanaged.passRetained($0) })  // balanced by deinit
      self.factory = factory
    }

    deinit { published?.release() }

    /// What is published here, if that is done.
    @inline(__always)
    var published: Unmanaged<AnyObject>? { value.load(ordering: .acquiring) }
  }

  private struct Slot: ~Copyable {
    let word = Atomic<UInt>(0)
    let cell = Atomic<Unmanaged<Cell>?>(nil)
  }

  /// Names what is made of two arguments.
  private enum WithTwoArguments<T> {}
  /// Names what is cached.
  private enum Cached<T> {}
  /// Names what is kept for an argument.
  private enum WithArgument<T, Argument> {}

  private static let bits = 6
  private static let deepest = 1_000
  private static let open: UInt = 0
  private static let fixed: UInt = 1
  private let state: Atomic<UInt>
  private let marks = ThreadMarks.shared
  /// How many scopes are open.
  let scopes = Atomic(0)
  // For the rest of the process.
  private let slots: UnsafeMutablePointer<Slot>

  init(isOpen: Bool) {
    state = Atomic(isOpen ? Self.open : Self.fixed)
    slots = .allocate(capacity: 1 << Self.bits)
    for place in 0..<1 << Self.bits { (slots + place).initialize(to: Slot()) }
  }

  /// The domain of the benchmark.
  static func furnished(isOpen: Bool = false) -> CellRegistry {
    let registry = CellRegistry(isOpen: isOpen)
    registry.register(Engine.self, Engine())
    registry.register((any Service).self, LiveService())
    registry.register((any Clock).self, LiveClock())
    registry.register((any Store).self, LiveStore())
    registry.register(Item.self, Item.pool[0])
    registry.register(Request.self) { _ in Request() }
    registry.register((any Reader).self) { LiveReader(clock: try $0.resolve((any Clock).self), store: try $0.resolve((any Store).self)) }
    registry.register((any Writer).self) { LiveWriter(store: try $0.resolve((any Store).self)) }
    registry.register((any Screen).self) {
      LiveScreen(
        reader: try $0.resolve((any Reader).self), writer: try $0.resolve((any Writer).self), clock: try $0.resolve((any Clock).self))
    }
    registry.registerTwoArguments(Session.self) { Session(user: $0.0, shard: $0.1) }
    registry.place(Cell(value: WatchingBox(Watched.kept)), for: word(of: Watched.self))
    registry.place(Cell(value: CellShelf()), for: word(of: Cached<LiveStore>.self))
    let shelf = ArgumentShelf<Int, Item>()
    shelf.keep(Item(7), for: 7)
    registry.place(Cell(value: shelf), for: word(of: WithArgument<Item, Int>.self))
    return registry
  }

  // MARK: Registering

  private func register<T: Sendable>(_ type: T.Type, _ instance: T) { place(Cell(value: InstanceBox(instance)), for: Self.word(of: type)) }

  private func register<T: Sendable>(_ type: T.Type, _ factory: @escaping @Sendable (CellResolver) throws -> T) {
    place(Cell(factory: ThrowingFactory(factory)), for: Self.word(of: type))
  }

  private func registerTwoArguments<T: Sendable>(_ type: T.Type, _ factory: @escaping @Sendable ((Int, Int)) throws -> T) {
    place(Cell(factory: ThrowingFactory(factory)), for: Self.word(of: WithTwoArguments<T>.self))
  }

  private func place(_ cell: Cell, for word: UInt) {
    var place = Self.firstIndex(of: word)
    while slots[place].word.load(ordering: .relaxed) != 0 { place = (place + 1) & (1 << Self.bits - 1) }
    slots[place].cell.store(Unmanaged.passRetained(cell), ordering: .releasing)  // for the rest of the process
    slots[place].word.store(word, ordering: .releasing)
  }

  /// Replaces a singleton, and releases the old one before it returns. One thread at a time.
  @inline(never)
  func replace<T: Sendable>(_ type: T.Type, _ instance: T) {
    let word = Self.word(of: type)
    var place = Self.firstIndex(of: word)
    while slots[place].word.load(ordering: .relaxed) != word { place = (place + 1) & (1 << Self.bits - 1) }
    // Balanced by the next replacement, as is the old one by the release below.
    let old = slots[place].cell.exchange(Unmanaged.passRetained(Cell(value: InstanceBox(instance))), ordering: .sequentiallyConsistent)
    marks.awaitReaders(of: self)
    old?.release()
  }

  // MARK: Resolving: one function for each type, as a caller of a container is compiled to

  /// A singleton or a transient.
  @inline(never)
  func resolve<T: Sendable>(_ type: T.Type, depth: Int = 0) throws(Failure) -> T {
    let mark = try enter()
    guard let cell = cell(for: Self.word(of: type)) else { throw failure(leaving: mark) }
    if let value = cell._withUnsafeGuaranteedRef({ $0.published }) {
      defer { mark?.pointee.leave() }
      // Only boxes of T are stored under T.
      return value._withUnsafeGuaranteedRef { unsafeDowncast($0, to: InstanceBox<T>.self).value }
    }
    guard let factory = cell._withUnsafeGuaranteedRef({ $0.factory }) else { throw failure(leaving: mark) }
    mark?.pointee.leave()
    guard depth < Self.deepest else { throw .cycle }
    do {
      // Stored under T.
      return try unsafeDowncast(factory, to: ThrowingFactory<CellResolver, T>.self).make(CellResolver(registry: self, depth: depth &+ 1))
    } catch {
      throw .thrown(error)
    }
  }

  /// A transient with two arguments.
  @inline(never)
  func resolve<T: Sendable>(_ type: T.Type, with first: Int, _ second: Int) throws(Failure) -> T {
    let mark = try enter()
    guard let cell = cell(for: Self.word(of: WithTwoArguments<T>.self)), let factory = cell._withUnsafeGuaranteedRef({ $0.factory })
    else { throw failure(leaving: mark) }
    mark?.pointee.leave()
    do {
      // Stored under T with its arguments.
      return try unsafeDowncast(factory, to: ThrowingFactory<(Int, Int), T>.self).make((first, second))
    } catch {
      throw .thrown(error)
    }
  }

  /// A value of the table of those that can be dropped together, which its cell leads to.
  @inline(never)
  func resolveCached<T: Sendable>(_ type: T.Type, _ make: () -> T) throws(Failure) -> T {
    let mark = try enter()
    guard let shelf = published(Self.word(of: Cached<T>.self)) else { throw failure(leaving: mark) }
    mark?.pointee.leave()
    // Stored under `Cached<T>`.
    return try unsafeDowncast(shelf, to: CellShelf.self).resolve(type, make)
  }

  /// An object that its cell only watches.
  @inline(never)
  func resolveWatched<T: AnyObject & Sendable>(_ type: T.Type) throws(Failure) -> T {
    let mark = try enter()
    guard let box = published(Self.word(of: type)) else { throw failure(leaving: mark) }
    mark?.pointee.leave()
    // Stored under T, to watch a T.
    guard let object = unsafeDowncast(box, to: WatchingBox.self).object else { throw .notFound }
    return unsafeDowncast(object, to: type)  // the T that it watches
  }

  /// A value that is kept for an argument.
  @inline(never)
  func resolve<T: Sendable, Argument: Hashable & Sendable>(_ type: T.Type, for argument: Argument) throws(Failure) -> T {
    let mark = try enter()
    guard let shelf = published(Self.word(of: WithArgument<T, Argument>.self)) else { throw failure(leaving: mark) }
    mark?.pointee.leave()
    // Stored under both types.
    guard let value = unsafeDowncast(shelf, to: ArgumentShelf<Argument, T>.self).value(for: argument) else { throw .notFound }
    return value
  }

  /// A singleton, if there is one.
  @inline(never)
  func resolveOptional<T: Sendable>(_ type: T.Type) throws(Failure) -> T? {
    let mark = try enter()
    defer { mark?.pointee.leave() }
    guard let box = cell(for: Self.word(of: type))?._withUnsafeGuaranteedRef({ $0.published }) else { return nil }
    // Only boxes of T are stored under T.
    return box._withUnsafeGuaranteedRef { unsafeDowncast($0, to: InstanceBox<T>.self).value }
  }

  /// What a cell has, retained while the caller's mark keeps it.
  @inline(__always)
  private func published(_ word: UInt) -> AnyObject? {
    cell(for: word)?._withUnsafeGuaranteedRef { $0.published }?.takeUnretainedValue()
  }

  /// Says that the calling thread reads the table, unless that never changes.
  @inline(__always)
  private func enter() throws(Failure) -> UnsafeMutablePointer<ThreadMarks.Mark>? {
    switch state.load(ordering: .sequentiallyConsistent) {
    case Self.fixed: return nil
    case Self.open: return marks.enter(self)
    default: throw .notFound
    }
  }

  @inline(never)
  private func failure(leaving mark: UnsafeMutablePointer<ThreadMarks.Mark>?) -> Failure {
    mark?.pointee.leave()
    return .notFound
  }

  @inline(__always)
  private func cell(for word: UInt) -> Unmanaged<Cell>? {
    var place = Self.firstIndex(of: word)
    while true {
      let found = slots[place].word.load(ordering: .acquiring)
      if found == word { break }
      if found == 0 { return nil }
      place = (place + 1) & (1 << Self.bits - 1)
    }
    return slots[place].cell.load(ordering: .sequentiallyConsistent)
  }

  @inline(__always)
  private static func word(of type: Any.Type) -> UInt { UInt(bitPattern: ObjectIdentifier(type)) }

  @inline(__always)
  private static func firstIndex(of word: UInt) -> Int { Int((word &* 0x9E37_79B9_7F4A_7C15) >> UInt(UInt.bitWidth - bits)) }
}

/// What the factory of a transient resolves with.
struct CellResolver {
  let registry: CellRegistry
  let depth: Int

  @inline(__always)
  func resolve<T: Sendable>(_ type: T.Type) throws(CellRegistry.Failure) -> T { try registry.resolve(type, depth: depth) }
}

/// A registry of cells behind a lock: the least for a table that several threads share and that gets its values while they read it, as a scope's does.
final class LockedCells: Sendable {
  private let lock = PlainLock()
  private let cells = CellRegistry.furnished()  // used with the lock held

  @inline(never)
  func resolve<T: Sendable>(_ type: T.Type) throws(CellRegistry.Failure) -> T {
    try lock.withLock { () throws(CellRegistry.Failure) in try cells.resolve(type) }
  }
}

/// Registries of cells in layers: the least for a table that the current task puts before another one.
struct LayeredCells {
  @TaskLocal static var layer: Layer?

  /// A table, and the one that it is in front of.
  final class Layer: Sendable {
    let base: CellRegistry
    let cells: CellRegistry

    init(inFrontOf base: CellRegistry, isOpen: Bool) {
      self.base = base
      cells = .furnished(isOpen: isOpen)
    }
  }

  let beneath: CellRegistry

  @inline(never)
  func resolve<T: Sendable>(_ type: T.Type) throws(CellRegistry.Failure) -> T {
    guard let layer = Self.layer, layer.base === beneath else { return try beneath.resolve(type) }
    return try layer.cells.resolve(type)
  }
}
