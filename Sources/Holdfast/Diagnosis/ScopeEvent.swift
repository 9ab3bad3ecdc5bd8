/// The scope that an event is about.
public struct ScopeEvent: Sendable, CustomStringConvertible {
  /// The number of the scope, unique in this process. It is 0 if the container had no observer when the scope was opened.
  public let number: UInt
  /// The kind of the scope, if it has one.
  public let kind: ScopeKind?
  /// Where it was opened.
  public let site: RegistrationSite

  public var description: String { "scope\(kind.map { " \($0.name)" } ?? "") opened at \(site)" }
}
