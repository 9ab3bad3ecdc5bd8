/// Names a group of cached instances that are reset together.
///
/// ```swift
/// extension CacheGroup { static let session: CacheGroup = "session" }
/// try container.register(Profile.self, scope: .cached(.session)) { r in try Profile(api: r.resolve()) }
/// container.reset(group: .session)   // at sign-out
/// ```
public struct CacheGroup: Sendable, Hashable, ExpressibleByStringLiteral {
  /// On the heap, so that every registration has to keep one word only.
  private final class Text: Sendable {
    let text: String

    init(_ text: String) {
      self.text = text
    }
  }

  private let storage: Text

  /// A group whose name is known only at run time. Otherwise write a string literal.
  public init(_ name: String) {
    storage = Text(name)
  }

  public init(stringLiteral value: String) {
    storage = Text(value)
  }

  /// The name of the group.
  package var name: String { storage.text }

  public static func == (left: CacheGroup, right: CacheGroup) -> Bool { left.name == right.name }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(name)
  }
}
