public import Holdfast

/// A key whose hits are measured.
///
/// ```swift
/// print(try measureContention(of: [.key(Checkout.self), .key((any Store).self)]) { try makeContainer() })
/// ```
public struct MeasuredKey: Sendable {
  let key: AnyKey
  let hits: @Sendable (_ container: Container, _ count: Int) throws -> Void

  /// The key of a type, and of a name. Its resolve is compiled where this is called, as your own resolves are.
  @inlinable
  public static func key<T>(_ type: T.Type, named name: Name? = nil) -> MeasuredKey {
    let key = Key<T>(named: name)
    return MeasuredKey(AnyKey(type, named: name)) { container, count in
      for _ in 0..<count { _ = try container.resolve(key) }
    }
  }

  @usableFromInline
  init(_ key: AnyKey, hits: @escaping @Sendable (_ container: Container, _ count: Int) throws -> Void) {
    self.key = key
    self.hits = hits
  }
}
