/// The types of the other registrations: as many distinct ones as a case wants.
///
/// Ten integer types are paired, and the pairs paired again; the pairs exist at run time only, so none of this is in a measured loop.
enum Others {
  /// The first so many types.
  static func types(_ count: Int) -> ArraySlice<any Other.Type> {
    precondition(count <= 100_000)
    return (count <= 1_000 ? thousand : all).prefix(count)
  }

  private static let digits: [any Sendable.Type] = [
    Int.self, Int8.self, Int16.self, Int32.self, Int64.self, UInt.self, UInt8.self, UInt16.self, UInt32.self, UInt64.self,
  ]
  private static let hundred: [any Other.Type] = digits.flatMap { first in digits.map { pair(first, $0) } }
  private static let thousand: [any Other.Type] = hundred.flatMap { first in digits.map { pair(first, $0) } }
  private static let all: [any Other.Type] = thousand.flatMap { first in hundred.map { pair(first, $0) } }

  private static func pair<A: Sendable, B: Sendable>(_: A.Type, _: B.Type) -> any Other.Type {
    Pair<A, B>.self
  }
}

/// A type that is registered only to be there.
protocol Other: AnyObject, Sendable {
  init()
}

/// One of the other types; both parameters only tell it from the rest.
final class Pair<A: Sendable, B: Sendable>: Other {
  init() {}
}
