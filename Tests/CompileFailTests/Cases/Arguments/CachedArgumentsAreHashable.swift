// Values kept for their arguments are found again by them.
import Holdfast

private struct Query: Sendable {
  let text: String
}

private struct Answer: Sendable {
  let text: String
}

func register(in container: Container) throws {
  // compiles: try container.register(Answer.self, scope: .transient, .factory(taking: Query.self) { _, query in Answer(text: query.text) })
  // refused: requires that 'Query' conform to 'Hashable'
  try container.register(Answer.self, scope: .singleton, .factory(taking: Query.self) { _, query in Answer(text: query.text) })
}
