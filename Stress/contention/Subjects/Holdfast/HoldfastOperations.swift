import Holdfast

/// A hot singleton by class.
struct HoldfastConcrete: Operation {
  let container: Container

  @inline(never) func perform(_ turn: Int) throws { BlackHole.swallow(try container.resolve(Engine.self)) }
}

/// A hot singleton by protocol.
struct HoldfastProtocol: Operation {
  let container: Container

  @inline(never) func perform(_ turn: Int) throws { BlackHole.swallow(try container.resolve((any Service).self)) }
}

/// A hot singleton by a constant key with a name.
struct HoldfastNamedTyped: Operation {
  let container: Container

  @inline(never) func perform(_ turn: Int) throws { BlackHole.swallow(try container.resolve(HoldfastKeys.primary)) }
}

/// A hot singleton by a type and a literal.
struct HoldfastNamedLiteral: Operation {
  let container: Container

  @inline(never) func perform(_ turn: Int) throws {
    BlackHole.swallow(try container.resolve((any Service).self, named: "primary"))
  }
}

/// A transient.
struct HoldfastTransient: Operation {
  let container: Container

  @inline(never) func perform(_ turn: Int) throws { BlackHole.swallow(try container.resolve(Request.self)) }
}

/// A transient with two arguments.
struct HoldfastArguments: Operation {
  let container: Container

  @inline(never) func perform(_ turn: Int) throws { BlackHole.swallow(try container.resolve(Session.self, with: turn, turn & 7)) }
}

/// One of the engines that have a name and a scope of their own.
struct HoldfastEngine: Operation {
  let container: Container
  let name: Name

  @inline(never) func perform(_ turn: Int) throws { BlackHole.swallow(try container.resolve(Engine.self, named: name)) }
}

/// A shared value made from an argument, always the same.
struct HoldfastSameArgument: Operation {
  let container: Container

  @inline(never) func perform(_ turn: Int) throws { BlackHole.swallow(try container.resolve(Item.self, with: 7)) }
}

/// A value that belongs to a scope.
struct HoldfastScoped: Operation {
  let scope: Scope

  @inline(never) func perform(_ turn: Int) throws { BlackHole.swallow(try scope.resolve((any Tenant).self)) }
}

/// The graph of seven.
struct HoldfastGraph: Operation {
  let container: Container

  @inline(never) func perform(_ turn: Int) throws { BlackHole.swallow(try container.resolve((any Screen).self)) }
}

/// A singleton of this thread's own.
struct HoldfastCell<K: DistinctKey>: Operation {
  let container: Container

  @inline(never) func perform(_ turn: Int) throws { BlackHole.swallow(try container.resolve(Cell<K>.self)) }
}

/// Reads and replacements over many keys.
struct HoldfastMixed: Operation {
  let container: Container
  let turns: MixedTurn
  let keys = HoldfastKeys.items
  let names = HoldfastKeys.names
  let items = Item.pool

  @inline(never) func perform(_ turn: Int) throws {
    let (key, reads) = turns.decide(turn)
    if reads {
      BlackHole.swallow(try container.resolve(keys[key]))
    } else {
      try container.register(Item.self, named: names[key], instance: items[turn & 1_023])
    }
  }
}

/// The same, replaced by a factory whose value is built at once.
struct HoldfastMixedBuilt: Operation {
  let container: Container
  let turns: MixedTurn
  let keys = HoldfastKeys.items
  let names = HoldfastKeys.names
  let items = Item.pool

  @inline(never) func perform(_ turn: Int) throws {
    let (key, reads) = turns.decide(turn)
    if !reads { try container.register(Item.self, named: names[key]) { [items] _ in items[turn & 1_023] } }
    BlackHole.swallow(try container.resolve(keys[key]))
  }
}

/// The synchronous form, as asynchronous code spells it.
struct HoldfastSyncHit: Operation {
  let container: Container

  @inline(never) func perform(_ turn: Int) throws { BlackHole.swallow(try container.resolveNow((any Service).self)) }
}

/// A hot singleton by protocol, awaited.
struct HoldfastAsyncHit: AsyncOperation {
  let container: Container

  func run(_ turns: Int) async throws {
    for _ in 0..<turns { BlackHole.swallow(try await container.resolve((any Service).self)) }
  }
}
