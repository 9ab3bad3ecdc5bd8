import Synchronization

/// A bare table in which a key leads to a cell whose value may be missing, behind a state that is checked first, in a function that can throw: the
/// least that a hit takes in what can also be open, build later and fail.
struct BareCells: Subject {
  func supports(_ point: Point) -> Bool {
    switch point.case {
    case .singletonConcrete, .singletonProtocol, .same, .asyncHit, .actorHit: true
    default: false
    }
  }

  func work(at point: Point) -> Work {
    let registry = CellRegistry.furnished()
    switch point.case {
    case .singletonConcrete: return .threads(1, Body(CellConcrete(registry: registry)))
    case .asyncHit:
      return .asyncHits(point.threads, AsyncBody(CellAsyncHit(registry: registry)), sync: Body(CellProtocol(registry: registry)))
    case .actorHit: return .actors(point.threads, Body(CellProtocol(registry: registry)))
    default: return .threads(point.threads, Body(CellProtocol(registry: registry)))
    }
  }
}

private final class CellRegistry: @unchecked Sendable {  // unchecked: what the slots hold is atomic
  struct NotFound: Error {}

  private final class Cell: @unchecked Sendable {  // unchecked: what is in it was Sendable
    let value: Atomic<Unmanaged<AnyObject>?>

    init(_ value: any Table.Held) { self.value = Atomic(Unmanaged.passRetained(value)) }  // for the rest of the process

    /// What is published here, if that is done.
    @inline(__always)
    var published: Unmanaged<AnyObject>? { value.load(ordering: .acquiring) }
  }

  private struct Slot: ~Copyable {
    let word = Atomic<UInt>(0)
    let cell = Atomic<Unmanaged<Cell>?>(nil)
  }

  private static let bits = 6
  private static let fixed: UInt = 1
  private let state = Atomic<UInt>(fixed)
  // For the rest of the process.
  private let slots: UnsafeMutablePointer<Slot>

  init() {
    slots = .allocate(capacity: 1 << Self.bits)
    for place in 0..<1 << Self.bits { (slots + place).initialize(to: Slot()) }
  }

  /// The domain of the benchmark, as far as it is asked for here.
  static func furnished() -> CellRegistry {
    let registry = CellRegistry()
    registry.register(Engine.self, Engine())
    registry.register((any Service).self, LiveService())
    registry.register((any Clock).self, LiveClock())
    registry.register((any Store).self, LiveStore())
    return registry
  }

  private func register<T: Sendable>(_ type: T.Type, _ instance: T) {
    var place = Self.home(of: Self.word(of: type))
    while slots[place].word.load(ordering: .relaxed) != 0 { place = (place + 1) & (1 << Self.bits - 1) }
    // For the rest of the process.
    slots[place].cell.store(Unmanaged.passRetained(Cell(InstanceBox(instance))), ordering: .releasing)
    slots[place].word.store(Self.word(of: type), ordering: .releasing)
  }

  /// One function for each type, as a caller of a container is compiled to.
  @inline(never)
  func resolve<T: Sendable>(_ type: T.Type) throws(NotFound) -> T {
    guard state.load(ordering: .sequentiallyConsistent) == Self.fixed else { throw NotFound() }
    let word = Self.word(of: type)
    var place = Self.home(of: word)
    while true {
      let found = slots[place].word.load(ordering: .acquiring)
      if found == word { break }
      if found == 0 { throw NotFound() }
      place = (place + 1) & (1 << Self.bits - 1)
    }
    guard let cell = slots[place].cell.load(ordering: .sequentiallyConsistent), let value = cell._withUnsafeGuaranteedRef({ $0.published })
    else { throw NotFound() }
    // Only boxes of T are stored under T.
    return value._withUnsafeGuaranteedRef { unsafeDowncast($0, to: InstanceBox<T>.self).value }
  }

  @inline(__always)
  private static func word(of type: Any.Type) -> UInt { UInt(bitPattern: ObjectIdentifier(type)) }

  @inline(__always)
  private static func home(of word: UInt) -> Int { Int((word &* 0x9E37_79B9_7F4A_7C15) >> UInt(UInt.bitWidth - bits)) }
}

/// A hot singleton by class.
private struct CellConcrete: Operation {
  let registry: CellRegistry

  @inline(never) func perform(_ turn: Int) throws { BlackHole.swallow(try registry.resolve(Engine.self)) }
}

/// A hot singleton by protocol.
private struct CellProtocol: Operation {
  let registry: CellRegistry

  @inline(never) func perform(_ turn: Int) throws { BlackHole.swallow(try registry.resolve((any Service).self)) }
}

/// A hot singleton by protocol, behind an asynchronous function that never suspends.
private struct CellAsyncHit: AsyncOperation {
  let registry: CellRegistry

  func run(_ turns: Int) async throws {
    for _ in 0..<turns { BlackHole.swallow(try await service()) }
  }

  @inline(never)
  private nonisolated(nonsending) func service() async throws -> any Service { try registry.resolve((any Service).self) }
}
