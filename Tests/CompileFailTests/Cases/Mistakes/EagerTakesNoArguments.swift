// What is made from run-time arguments cannot be built at the start.
import Holdfast

private struct Page: Sendable {
  let number: Int
}

func use(_ container: Container) throws {
  // compiles: try container.register(Page.self, scope: .singleton, .factory(taking: Int.self) { _, number in Page(number: number) })
  // refused: 'eagerSingleton' is unavailable: what is made from run-time arguments cannot be built before it is asked for: write .singleton
  try container.register(Page.self, scope: .eagerSingleton, .factory(taking: Int.self) { _, number in Page(number: number) })
}
