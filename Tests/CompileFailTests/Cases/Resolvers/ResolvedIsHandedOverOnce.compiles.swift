// What is not shared belongs to one isolation domain: once it is handed over, the one who resolved it keeps nothing of it.
import Holdfast

final class Basket {
  var items: [String] = []
}

func fill(from container: Container) throws {
  let mine = try container.resolve(Basket.self)
  let yours = try container.resolve(Basket.self)
  Task { yours.items.append("apple") }
  mine.items.append("pear")
}
