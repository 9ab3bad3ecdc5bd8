/// Which scope an event is about.
public struct ScopeEvent: Sendable, CustomStringConvertible {
  /// The same in all events of one scope, and no other scope's in this process; 0 for one that was opened when its container was not observed.
  public let number: UInt
  /// Its kind, if it was opened as one.
  public let kind: ScopeKind?
  /// Where it was opened.
  public let site: RegistrationSite

  public var description: String { "scope\(kind.map { " \($0.name)" } ?? "") opened at \(site)" }
}
