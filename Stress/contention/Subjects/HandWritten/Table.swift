/// What a hand-written registry stores: boxes by type, and by type and name.
///
/// The boxes are cast back without a check, which is as fast as this idiom gets; a checked cast to a protocol costs three times the rest.
struct Table: Sendable {
  typealias Held = AnyObject & Sendable

  var instances: [ObjectIdentifier: any Held] = [:]
  var factories: [ObjectIdentifier: any Held] = [:]
  var named: [NamedKey: any Held] = [:]
  var namedFactories: [NamedKey: any Held] = [:]
}

/// A table behind one of the locks that people put around it.
///
/// Conforming types are final, and their functions are inlined: in a specialized loop nothing of this protocol is left.
protocol GuardedTable: AnyObject, Sendable {
  init()

  /// Runs `body` while the table does not change.
  func read<R: Sendable>(_ body: (UnsafeMutablePointer<Table>) -> R) -> R

  /// Runs `body` alone.
  func write<R: Sendable>(_ body: (UnsafeMutablePointer<Table>) -> R) -> R
}

/// A type and a name, as a key of a dictionary.
struct NamedKey: Hashable, Sendable {
  let type: ObjectIdentifier
  let name: String

  init(_ type: Any.Type, _ name: String) {
    self.type = ObjectIdentifier(type)
    self.name = name
  }

  /// The constants that the named cases use.
  static let primary = NamedKey((any Service).self, "primary")
  static let items: [NamedKey] = (0..<1_024).map { NamedKey(Item.self, ItemNames.all[$0]) }
  static let slow: [NamedKey] = (0..<BuildWindow.slowKeys).map { NamedKey((any Service).self, "slow-\($0)") }
}

/// An instance in a table.
final class InstanceBox<T: Sendable>: Sendable {
  let value: T

  init(_ value: T) { self.value = value }
}

/// A factory in a table; it is handed what it needs.
final class FactoryBox<Input, T: Sendable>: Sendable {
  let make: @Sendable (Input) -> T

  init(_ make: @escaping @Sendable (Input) -> T) { self.make = make }
}

/// A factory that can throw; it is handed what it needs.
final class ThrowingFactory<Input, T: Sendable>: Sendable {
  let make: @Sendable (Input) throws -> T

  init(_ make: @escaping @Sendable (Input) throws -> T) { self.make = make }
}
