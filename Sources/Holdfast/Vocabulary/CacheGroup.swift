/// Names instances that are forgotten together.
///
/// ```swift
/// extension CacheGroup { static let session: CacheGroup = "session" }
/// try container.register(Profile.self, scope: .cached(.session)) { r in try Profile(api: r.resolve()) }
/// container.reset(group: .session)   // at sign-out
/// ```
public struct CacheGroup: Sendable, Hashable, ExpressibleByStringLiteral {
  public let name: String

  public init(_ name: String) {
    self.name = name
  }

  public init(stringLiteral value: String) {
    name = value
  }
}
