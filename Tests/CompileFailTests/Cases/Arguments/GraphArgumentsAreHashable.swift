// A graph has one object for each distinct value of the arguments; without a cache there is nothing to compare.
import Holdfast

private struct Query: Sendable {
  let text: String
}

private final class Answer {
  let text: String
  init(text: String) { self.text = text }
}

func register(in container: Container) throws {
  // compiles: try container.register(Answer.self, scope: .transient, .factory(taking: Query.self) { _, query in Answer(text: query.text) })
  // refused: requires that 'Query' conform to 'Hashable'
  try container.register(Answer.self, scope: .graph, .factory(taking: Query.self) { _, query in Answer(text: query.text) })
}
