import Holdfast
import Synchronization

/// What the tests of the rows register: a protocol and a class of their own for each container that a reader may come from would say no more.
protocol Animal: AnyObject, Sendable {
  var name: String { get }
}

final class Cat: Animal {
  let name: String
  init(name: String = "Mimi") { self.name = name }
}

final class Dog: Animal {
  let name = "Hachi"
}

/// Has one animal, and belongs to its caller.
final class Owner {
  var pet: (any Animal)?
  init(pet: (any Animal)? = nil) { self.pet = pet }
}

/// Counts calls, from any thread.
final class Calls: Sendable {
  private let value = Mutex(0)
  var count: Int { value.withLock { $0 } }
  func add() { value.withLock { $0 += 1 } }
}
