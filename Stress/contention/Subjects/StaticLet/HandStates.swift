/// The plainest that is written by hand for what a container keeps apart: a lock, and what is kept behind it.
final class HandShelf: @unchecked Sendable {  // unchecked: the lock guards the rest
  static let shared = HandShelf()

  private let lock = PlainLock()
  /// Guard: `lock`.
  private var instances: [ObjectIdentifier: AnyObject] = [ObjectIdentifier(Engine.self): Engine()]
  private var items: [Int: Item] = [7: Item(7)]
  private weak var watched: Engine?
  private let kept = Engine()

  private init() { watched = kept }

  // Unchecked, as a handwritten table would be: under a type's identifier lies an instance of that type.
  var cached: Engine? { lock.withLock { instances[ObjectIdentifier(Engine.self)].map { unsafeDowncast($0, to: Engine.self) } } }
  var missing: AnyObject? { lock.withLock { instances[ObjectIdentifier(Request.self)] } }
  var weak: Engine? { lock.withLock { watched } }

  func item(_ number: Int) -> Item? { lock.withLock { items[number] } }
}

/// Behind a lock, in a dictionary.
struct HandCached: Operation {
  let shelf = HandShelf.shared

  @inline(never) func perform(_ turn: Int) { BlackHole.swallow(shelf.cached) }
}

/// Behind a lock, in a weak variable.
struct HandWeak: Operation {
  let shelf = HandShelf.shared

  @inline(never) func perform(_ turn: Int) { BlackHole.swallow(shelf.weak) }
}

/// Behind a lock, in a dictionary by the argument.
struct HandByArgument: Operation {
  let shelf = HandShelf.shared

  @inline(never) func perform(_ turn: Int) { BlackHole.swallow(shelf.item(7)) }
}

/// Not in the dictionary behind the lock.
struct HandMissing: Operation {
  let shelf = HandShelf.shared

  @inline(never) func perform(_ turn: Int) { BlackHole.swallow(shelf.missing) }
}

/// A new array of ten objects.
struct HandAll: Operation {
  let items = Item.pool

  @inline(never) func perform(_ turn: Int) {
    BlackHole.swallow([items[0], items[1], items[2], items[3], items[4], items[5], items[6], items[7], items[8], items[9]])
  }
}
