package import Holdfast

extension ScopeKind {
  /// From the moment that a client has connected to the moment that it has left.
  package static let connection = ScopeKind("connection")
  /// From the head of a request to the end of the response's body.
  package static let request = ScopeKind("request", inside: .connection)
}
