// A graph has one object for each distinct value of the arguments; without a cache there is nothing to compare.
// expect: requires that 'Query' conform to 'Hashable'
import Holdfast

private struct Query: Sendable {
  let text: String
}

private final class Answer {
  let text: String
  init(text: String) { self.text = text }
}

func register(in container: Container) throws {
  try container.register(Answer.self, scope: .graph, taking: Query.self) { _, query in Answer(text: query.text) }
}
