/// How a lifetime tells arguments apart, and how many values it keeps.
///
/// It is not generic over the arguments, which it is given by their address: the runtime would look several types up for each registration.
@usableFromInline
final class Comparing: Sendable {
  /// How many values are kept at most.
  let capacity: Int?
  private let hashAt: @Sendable (UnsafeRawPointer) -> Int
  private let areEqualAt: @Sendable (UnsafeRawPointer, UnsafeRawPointer) -> Bool

  private init(
    _ capacity: Int?, hash: @escaping @Sendable (UnsafeRawPointer) -> Int,
    areEqual: @escaping @Sendable (UnsafeRawPointer, UnsafeRawPointer) -> Bool
  ) {
    self.capacity = capacity
    hashAt = hash
    areEqualAt = areEqual
  }

  /// By the `==` of a type, of which each set of arguments is one value.
  convenience init<Arguments: Hashable & SendableMetatype>(values _: Arguments.Type, keeping capacity: Int?) {
    // Both are given what the functions below were.
    self.init(capacity) {
      $0.assumingMemoryBound(to: Arguments.self).pointee.hashValue
    } areEqual: {
      $0.assumingMemoryBound(to: Arguments.self).pointee == $1.assumingMemoryBound(to: Arguments.self).pointee
    }
  }

  /// One by one; nil if there are no arguments.
  @inlinable
  static func of<each A: Hashable & SendableMetatype>(_ types: repeat (each A).Type, keeping capacity: Int? = nil) -> Comparing? {
    for _ in repeat each types { return arguments(repeat each types, keeping: capacity) }
    return nil
  }

  @usableFromInline
  static func arguments<each A: Hashable & SendableMetatype>(_ types: repeat (each A).Type, keeping capacity: Int?) -> Comparing {
    // Both are given what the functions below were: an `ArgumentPack`, which is laid out as its only field.
    Comparing(capacity) {
      var hasher = Hasher()
      repeat (each $0.assumingMemoryBound(to: (repeat each A).self).pointee).hash(into: &hasher)
      return hasher.finalize()
    } areEqual: {
      for isEqual in repeat (each $0.assumingMemoryBound(to: (repeat each A).self).pointee)
        == (each $1.assumingMemoryBound(to: (repeat each A).self).pointee)
      {
        if !isEqual { return false }
      }
      return true
    }
  }

  /// The hash of arguments, which are of the types that it was made for.
  func hash<Arguments>(of arguments: Arguments) -> Int { withUnsafePointer(to: arguments) { hashAt($0) } }

  /// Whether arguments are the same, which are of the types that it was made for.
  func areEqual<Arguments>(_ left: Arguments, _ right: Arguments) -> Bool {
    withUnsafePointer(to: left) { left in withUnsafePointer(to: right) { right in areEqualAt(left, right) } }
  }
}
