public import Holdfast
public import Testing

/// Records an issue for every problem in a container's registrations: the whole graph checked in one line of a test.
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
