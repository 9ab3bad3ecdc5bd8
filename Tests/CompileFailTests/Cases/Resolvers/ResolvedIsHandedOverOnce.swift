// What is not shared belongs to one isolation domain: once it is handed over, the code that resolved it keeps nothing of it.
import Holdfast

final class Basket {
  var items: [String] = []
}

func fill(from container: Container) throws {
  let mine = try container.resolve(Basket.self)
  let yours = try container.resolve(Basket.self)
  // compiles: Task { yours.items.append("apple") }
  // refused: sending value of non-Sendable type '() async -> ()' risks causing data races
  Task { mine.items.append("apple") }
  mine.items.append("pear")
}
