// Values kept for their arguments are found again by them.
// expect: requires that 'Query' conform to 'Hashable'
import Holdfast

private struct Query: Sendable {
  let text: String
}

private struct Answer: Sendable {
  let text: String
}

func register(in container: Container) throws {
  try container.register(Answer.self, scope: .singleton, taking: Query.self) { _, query in Answer(text: query.text) }
}
