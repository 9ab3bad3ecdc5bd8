/// Names a kind of scope: a session, with requests inside it.
///
/// ```swift
/// extension ScopeKind {
///   static let session = ScopeKind("session")
///   static let request = ScopeKind("request", inside: .session)
/// }
/// try container.register(Cart.self, scope: .scoped(to: .session)) { _ in Cart() }
/// let session = try container.openScope(.session)
/// try await session.withScope(.request) { request in
///   let cart = try await request.resolve(Cart.self)   // the session's
/// }
/// ```
///
/// Kinds of the same name are equal. `validate()` uses `inside`: it reports a value of a session that would hold a value of a request.
public struct ScopeKind: Sendable, Hashable, ExpressibleByStringLiteral {
  /// On the heap, so that a registration has to keep one word only.
  private final class Storage: Sendable {
    let name: String
    let outer: ScopeKind?

    init(_ name: String, _ outer: ScopeKind?) {
      self.name = name
      self.outer = outer
    }
  }

  private let storage: Storage

  /// A kind whose scopes are opened inside scopes of the kind `outer`, if there is one.
  public init(_ name: String, inside outer: ScopeKind? = nil) {
    storage = Storage(name, outer)
  }

  public init(stringLiteral value: String) {
    self.init(value)
  }

  /// The name of the kind.
  public var name: String { storage.name }
  /// The kind of the scopes around scopes of this kind.
  package var outer: ScopeKind? { storage.outer }

  /// Whether scopes of this kind lie inside those of `other`.
  package func isInside(_ other: ScopeKind) -> Bool {
    var next = outer
    while let kind = next {
      if kind == other { return true }
      next = kind.outer
    }
    return false
  }

  /// How code may spell it.
  var literal: String { Escaped(name, limit: 80).description }

  /// What an error calls a scope of a kind, or of any.
  static func spoken(_ kind: ScopeKind?) -> String { kind.map { "a scope of the kind \($0.literal)" } ?? "a scope" }

  public static func == (left: ScopeKind, right: ScopeKind) -> Bool {
    // Mostly it is one and the same constant.
    left.storage === right.storage || left.name == right.name
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(name)
  }
}
