/// A hash table that is filled once and then only read, found in by the address of a type: one multiplication, one comparison, no lock, no key
/// type. The least that it takes to find an object by its type, or by its type and a literal name.
struct BareTable: Subject {
  func supports(_ point: Point) -> Bool {
    switch point.case {
    case .singletonConcrete, .singletonProtocol, .scoped, .namedLiteral, .same, .asyncHit, .actorHit: true
    default: false
    }
  }

  func work(at point: Point) -> Work {
    let registry = BareRegistry.furnished()
    switch point.case {
    case .singletonConcrete: return .threads(1, Body(BareConcrete(registry: registry)))
    case .namedLiteral: return .threads(1, Body(BareNamedLiteral(registry: registry)))
    case .asyncHit:
      return .asyncHits(point.threads, AsyncBody(BareAsyncHit(registry: registry)), sync: Body(BareProtocol(registry: registry)))
    case .actorHit: return .actors(point.threads, Body(BareProtocol(registry: registry)))
    default: return .threads(point.threads, Body(BareProtocol(registry: registry)))
    }
  }
}

private final class BareRegistry: @unchecked Sendable {  // unchecked: nothing writes any more when it is shared
  private struct Slot {
    var word: UInt = 0
    var name: StaticString?
    var instance: (any Table.Held)?
  }

  private static let bits = 6
  private let slots: UnsafeMutablePointer<Slot>

  init() {
    slots = .allocate(capacity: 1 << Self.bits)
    slots.initialize(repeating: Slot(), count: 1 << Self.bits)
  }

  deinit {
    slots.deinitialize(count: 1 << Self.bits)
    slots.deallocate()
  }

  /// The domain of the benchmark, as far as it is asked for here.
  static func furnished() -> BareRegistry {
    let registry = BareRegistry()
    registry.register(Engine.self, nil, Engine())
    registry.register((any Service).self, nil, LiveService())
    registry.register((any Clock).self, nil, LiveClock())
    registry.register((any Store).self, nil, LiveStore())
    registry.register((any Service).self, "primary", LiveService())
    return registry
  }

  private func register<T: Sendable>(_ type: T.Type, _ name: StaticString?, _ instance: T) {
    let word = name.map { Self.word(of: type, $0) } ?? Self.word(of: type)
    var place = Self.firstIndex(of: word)
    while slots[place].word != 0 { place = Self.after(place) }
    slots[place] = Slot(word: word, name: name, instance: InstanceBox(instance))
  }

  @inline(__always)
  func resolve<T: Sendable>(_ type: T.Type) -> T {
    let word = Self.word(of: type)
    var place = Self.firstIndex(of: word)
    while slots[place].word != word {
      guard slots[place].word != 0 else { missing(type) }
      place = Self.after(place)
    }
    return unsafeDowncast(slots[place].instance.unsafelyUnwrapped, to: InstanceBox<T>.self).value  // only boxes of T are stored under T
  }

  @inline(__always)
  func resolve<T: Sendable>(_ type: T.Type, named name: StaticString) -> T {
    let word = Self.word(of: type, name)
    var place = Self.firstIndex(of: word)
    while slots[place].word != word || !Self.areEqual(slots[place].name, name) {
      guard slots[place].word != 0 else { missing(type) }
      place = Self.after(place)
    }
    return unsafeDowncast(slots[place].instance.unsafelyUnwrapped, to: InstanceBox<T>.self).value  // the word names the type
  }

  @inline(__always)
  private static func word(of type: Any.Type) -> UInt { UInt(bitPattern: ObjectIdentifier(type)) }

  /// The hash of FNV, which takes the least for short texts; odd, so that it is no type's.
  @inline(__always)
  private static func word(of type: Any.Type, _ name: StaticString) -> UInt {
    var hash = word(of: type)
    for index in 0..<name.utf8CodeUnitCount { hash = (hash ^ UInt(name.utf8Start[index])) &* 0x100_0000_01B3 }
    return hash | 1
  }

  @inline(__always)
  private static func firstIndex(of word: UInt) -> Int { Int((word &* 0x9E37_79B9_7F4A_7C15) >> UInt(UInt.bitWidth - bits)) }

  @inline(__always)
  private static func after(_ place: Int) -> Int { (place + 1) & (1 << bits - 1) }

  @inline(__always)
  private static func areEqual(_ one: StaticString?, _ other: StaticString) -> Bool {
    guard let one, one.utf8CodeUnitCount == other.utf8CodeUnitCount else { return false }
    for index in 0..<one.utf8CodeUnitCount where one.utf8Start[index] != other.utf8Start[index] { return false }
    return true
  }

  @inline(never)
  private func missing<T>(_ type: T.Type) -> Never {
    fatalError("\(type) is not registered")
  }
}

/// A hot singleton by class.
private struct BareConcrete: Operation {
  let registry: BareRegistry

  @inline(never) func perform(_ turn: Int) { BlackHole.swallow(registry.resolve(Engine.self)) }
}

/// A hot singleton by protocol; a scope's own table is asked the same way.
private struct BareProtocol: Operation {
  let registry: BareRegistry

  @inline(never) func perform(_ turn: Int) { BlackHole.swallow(registry.resolve((any Service).self)) }
}

/// A hot singleton by a type and a literal.
private struct BareNamedLiteral: Operation {
  let registry: BareRegistry

  @inline(never) func perform(_ turn: Int) { BlackHole.swallow(registry.resolve((any Service).self, named: "primary")) }
}

/// A hot singleton by protocol, behind an asynchronous function that never suspends.
private struct BareAsyncHit: AsyncOperation {
  let registry: BareRegistry

  func run(_ turns: Int) async {
    for _ in 0..<turns { BlackHole.swallow(await service()) }
  }

  @inline(never)
  private nonisolated(nonsending) func service() async -> any Service { registry.resolve((any Service).self) }
}
