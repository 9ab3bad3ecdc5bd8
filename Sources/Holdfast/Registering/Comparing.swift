/// How a lifetime tells arguments apart, and how many values it keeps.
@usableFromInline
class Comparing: @unchecked Sendable {  // unchecked: constants only
  final let capacity: Int?

  init(_ capacity: Int?) { self.capacity = capacity }

  /// Nil if there are no arguments.
  @inlinable
  static func of<each A: Hashable & SendableMetatype>(_ types: repeat (each A).Type, keeping capacity: Int? = nil) -> Comparing? {
    for _ in repeat each types { return arguments(repeat each types, keeping: capacity) }
    return nil
  }

  @usableFromInline
  static func arguments<each A: Hashable & SendableMetatype>(_ types: repeat (each A).Type, keeping capacity: Int?) -> Comparing {
    ComparingArguments(.values(of: repeat each types, capacity: capacity))
  }
}

/// Tells arguments of such a pack apart.
final class ComparingArguments<Arguments>: Comparing, @unchecked Sendable {  // unchecked: constants only
  let caching: ArgumentCache<Arguments>.Caching

  init(_ caching: ArgumentCache<Arguments>.Caching) {
    self.caching = caching
    super.init(caching.capacity)
  }
}

extension ArgumentCache.Caching {
  /// Tells arguments apart one by one.
  fileprivate static func values<each A: Hashable & SendableMetatype>(of types: repeat (each A).Type, capacity: Int?) -> Self
  where Arguments == ArgumentPack<repeat each A> {
    Self(
      hash: { arguments in
        var hasher = Hasher()
        repeat (each arguments.values).hash(into: &hasher)
        return hasher.finalize()
      },
      areEqual: { left, right in
        for isEqual in repeat (each left.values) == (each right.values) {
          if !isEqual { return false }
        }
        return true
      },
      capacity: capacity)
  }
}
