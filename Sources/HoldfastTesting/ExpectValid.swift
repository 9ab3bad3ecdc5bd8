public import Holdfast
public import HoldfastDiagnostics
public import Testing

/// Records an issue for each problem in a container's registrations. It runs no factory.
///
/// ```swift
/// @Test func wiring() throws { expectValid(try makeContainer(), roots: [AnyKey(Server.self)]) }
/// ```
public func expectValid(
  _ container: Container, _ moment: ValidationMoment = .always, roots: [AnyKey] = [], sourceLocation: SourceLocation = #_sourceLocation
) {
  for problem in container.problems(moment, roots: roots) {
    Issue.record(Comment(rawValue: problem.description), sourceLocation: sourceLocation)
  }
}
