import OnceKernel

/// What the scenarios' factories make: it tells its world that it exists.
package class Part: @unchecked Sendable {  // unchecked: everything of a scenario runs on the program's one thread
  let world: World
  /// Its place in the order in which parts were made, from 0.
  let number: Int
  /// When its factory began.
  let began: Int

  required init(_ world: World, began: Int) {
    self.world = world
    self.began = began
    number = world.noteMade()
    world.alive += 1
  }

  deinit {
    HeldLocks.expectNone()
    world.alive -= 1
  }
}

final class Alpha: Part, @unchecked Sendable {  // unchecked: as its superclass
  /// What an injector gave it. Guard: the program's one thread.
  weak var beta: Beta?
}

final class Beta: Part, @unchecked Sendable {  // unchecked: as its superclass
  /// What an injector gave it. Guard: the program's one thread.
  weak var alpha: Alpha?
}

final class Gamma: Part, @unchecked Sendable {}  // unchecked: as its superclass
