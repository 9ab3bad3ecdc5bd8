/// Names a singleton of its own for one thread; sixteen exist, and beyond sixteen threads they are shared in turn.
protocol DistinctKey: Sendable {
  static var cell: Cell<Self> { get }
}

/// The singleton of one key: a class of its own for each.
final class Cell<K: DistinctKey>: Sendable {
  let number: Int
  /// Two objects would share a line of memory otherwise, and with it their counts of references: what threads share is not measured here.
  private let distance = (SIMD64<UInt8>(), SIMD64<UInt8>(), SIMD64<UInt8>())

  init() { number = BlackHole.opaque(6) }
}

enum Key0: DistinctKey { static let cell = Cell<Key0>() }
enum Key1: DistinctKey { static let cell = Cell<Key1>() }
enum Key2: DistinctKey { static let cell = Cell<Key2>() }
enum Key3: DistinctKey { static let cell = Cell<Key3>() }
enum Key4: DistinctKey { static let cell = Cell<Key4>() }
enum Key5: DistinctKey { static let cell = Cell<Key5>() }
enum Key6: DistinctKey { static let cell = Cell<Key6>() }
enum Key7: DistinctKey { static let cell = Cell<Key7>() }
enum Key8: DistinctKey { static let cell = Cell<Key8>() }
enum Key9: DistinctKey { static let cell = Cell<Key9>() }
enum Key10: DistinctKey { static let cell = Cell<Key10>() }
enum Key11: DistinctKey { static let cell = Cell<Key11>() }
enum Key12: DistinctKey { static let cell = Cell<Key12>() }
enum Key13: DistinctKey { static let cell = Cell<Key13>() }
enum Key14: DistinctKey { static let cell = Cell<Key14>() }
enum Key15: DistinctKey { static let cell = Cell<Key15>() }

/// Makes something for a key whose type is known where it is called, so that the result is specialized for it.
protocol DistinctKeyVisitor {
  associatedtype Result
  func visit<K: DistinctKey>(_ key: K.Type) -> Result
}

extension DistinctKeyVisitor {
  /// The results for the first so many keys; beyond sixteen they repeat.
  @inline(__always)
  func results(_ count: Int) -> [Result] {
    let all = [
      visit(Key0.self), visit(Key1.self), visit(Key2.self), visit(Key3.self),
      visit(Key4.self), visit(Key5.self), visit(Key6.self), visit(Key7.self),
      visit(Key8.self), visit(Key9.self), visit(Key10.self), visit(Key11.self),
      visit(Key12.self), visit(Key13.self), visit(Key14.self), visit(Key15.self),
    ]
    return (0..<count).map { all[$0 % all.count] }
  }
}
