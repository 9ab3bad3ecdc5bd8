import Synchronization

/// A bare table in which a key leads to a cell whose value may be missing, behind a state that is checked first, in functions that can throw.
///
/// It is filled before others see it. What it has not: a mark or a lock for readers, so that it could change; builds, cycles, scopes that end.
final class CellRegistry: @unchecked Sendable {  // unchecked: what the slots hold is atomic
  enum Failure: Error {
    case notFound
    /// A factory threw this.
    case thrown(any Error)
  }

  /// What is registered under a key.
  private final class Cell: @unchecked Sendable {  // unchecked: what is in it was Sendable
    private let value: Atomic<Unmanaged<AnyObject>?>
    /// Of what is made anew each time.
    let factory: (any Table.Held)?

    init(value: (any Table.Held)? = nil, factory: (any Table.Held)? = nil) {
      self.value = Atomic(value.map { Unmanaged.passRetained($0) })  // for the rest of the process
      self.factory = factory
    }

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

  private static let bits = 6
  private static let fixed: UInt = 1
  private let state = Atomic<UInt>(fixed)
  // For the rest of the process.
  private let slots: UnsafeMutablePointer<Slot>

  init() {
    slots = .allocate(capacity: 1 << Self.bits)
    for place in 0..<1 << Self.bits { (slots + place).initialize(to: Slot()) }
  }

  /// The domain of the benchmark.
  static func furnished() -> CellRegistry {
    let registry = CellRegistry()
    registry.register(Engine.self, Engine())
    registry.register((any Service).self, LiveService())
    registry.register((any Clock).self, LiveClock())
    registry.register((any Store).self, LiveStore())
    registry.register(Request.self) { _ in Request() }
    registry.register((any Reader).self) { LiveReader(clock: try $0.resolve((any Clock).self), store: try $0.resolve((any Store).self)) }
    registry.register((any Writer).self) { LiveWriter(store: try $0.resolve((any Store).self)) }
    registry.register((any Screen).self) {
      LiveScreen(
        reader: try $0.make((any Reader).self), writer: try $0.make((any Writer).self), clock: try $0.resolve((any Clock).self))
    }
    registry.registerTwoArguments(Session.self) { Session(user: $0.0, shard: $0.1) }
    return registry
  }

  // MARK: Registering

  private func register<T: Sendable>(_ type: T.Type, _ instance: T) { place(Cell(value: InstanceBox(instance)), for: Self.word(of: type)) }

  private func register<T: Sendable>(_ type: T.Type, _ factory: @escaping @Sendable (CellRegistry) throws -> T) {
    place(Cell(factory: ThrowingFactory(factory)), for: Self.word(of: type))
  }

  private func registerTwoArguments<T: Sendable>(_ type: T.Type, _ factory: @escaping @Sendable ((Int, Int)) throws -> T) {
    place(Cell(factory: ThrowingFactory(factory)), for: Self.word(of: WithTwoArguments<T>.self))
  }

  private func place(_ cell: Cell, for word: UInt) {
    var place = Self.home(of: word)
    while slots[place].word.load(ordering: .relaxed) != 0 { place = (place + 1) & (1 << Self.bits - 1) }
    slots[place].cell.store(Unmanaged.passRetained(cell), ordering: .releasing)  // for the rest of the process
    slots[place].word.store(word, ordering: .releasing)
  }

  // MARK: Resolving: one function for each type, as a caller of a container is compiled to

  /// A singleton.
  @inline(never)
  func resolve<T: Sendable>(_ type: T.Type) throws(Failure) -> T {
    guard let value = try cell(for: Self.word(of: type))._withUnsafeGuaranteedRef({ $0.published }) else { throw .notFound }
    // Only boxes of T are stored under T.
    return value._withUnsafeGuaranteedRef { unsafeDowncast($0, to: InstanceBox<T>.self).value }
  }

  /// A transient.
  @inline(never)
  func make<T: Sendable>(_ type: T.Type) throws(Failure) -> T {
    let factory = try cell(for: Self.word(of: type))._withUnsafeGuaranteedRef { $0.factory }
    guard let factory else { throw .notFound }
    do {
      return try unsafeDowncast(factory, to: ThrowingFactory<CellRegistry, T>.self).make(self)  // stored under T
    } catch {
      throw .thrown(error)
    }
  }

  /// A transient with two arguments.
  @inline(never)
  func make<T: Sendable>(_ type: T.Type, _ first: Int, _ second: Int) throws(Failure) -> T {
    let factory = try cell(for: Self.word(of: WithTwoArguments<T>.self))._withUnsafeGuaranteedRef { $0.factory }
    guard let factory else { throw .notFound }
    do {
      return try unsafeDowncast(factory, to: ThrowingFactory<(Int, Int), T>.self).make((first, second))  // stored under T with arguments
    } catch {
      throw .thrown(error)
    }
  }

  @inline(__always)
  private func cell(for word: UInt) throws(Failure) -> Unmanaged<Cell> {
    guard state.load(ordering: .sequentiallyConsistent) == Self.fixed else { throw .notFound }
    var place = Self.home(of: word)
    while true {
      let found = slots[place].word.load(ordering: .acquiring)
      if found == word { break }
      if found == 0 { throw .notFound }
      place = (place + 1) & (1 << Self.bits - 1)
    }
    guard let cell = slots[place].cell.load(ordering: .sequentiallyConsistent) else { throw .notFound }
    return cell
  }

  @inline(__always)
  private static func word(of type: Any.Type) -> UInt { UInt(bitPattern: ObjectIdentifier(type)) }

  @inline(__always)
  private static func home(of word: UInt) -> Int { Int((word &* 0x9E37_79B9_7F4A_7C15) >> UInt(UInt.bitWidth - bits)) }
}

/// A factory that can throw; it is handed what it needs.
private final class ThrowingFactory<Input, T: Sendable>: Sendable {
  let make: @Sendable (Input) throws -> T

  init(_ make: @escaping @Sendable (Input) throws -> T) { self.make = make }
}

/// A registry of cells behind a lock: the least for a table that several threads share and that gets its values while they read it, as a scope's does.
final class LockedCells: Sendable {
  private let cells = Mutex(CellRegistry.furnished())

  @inline(never)
  func resolve<T: Sendable>(_ type: T.Type) throws(CellRegistry.Failure) -> T {
    try cells.withLock { cells throws(CellRegistry.Failure) in try cells.resolve(type) }
  }
}

/// Registries of cells in layers: the least for a table that the current task puts before another one.
struct LayeredCells {
  @TaskLocal static var layer: CellRegistry?

  let beneath = CellRegistry.furnished()

  @inline(never)
  func resolve<T: Sendable>(_ type: T.Type) throws(CellRegistry.Failure) -> T { try (Self.layer ?? beneath).resolve(type) }
}
