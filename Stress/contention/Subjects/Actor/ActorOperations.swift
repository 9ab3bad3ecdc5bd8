/// A hot singleton by class.
struct ActorConcrete: AsyncOperation {
  let registry: ActorRegistry

  func run(_ turns: Int) async {
    for _ in 0..<turns { BlackHole.swallow(await registry.resolve(Engine.self)) }
  }
}

/// A hot singleton by protocol.
struct ActorProtocol: AsyncOperation {
  let registry: ActorRegistry

  func run(_ turns: Int) async {
    for _ in 0..<turns { BlackHole.swallow(await registry.resolve((any Service).self)) }
  }
}

/// A hot singleton by a constant key with a name.
struct ActorNamedTyped: AsyncOperation {
  let registry: ActorRegistry

  func run(_ turns: Int) async {
    for _ in 0..<turns {
      BlackHole.swallow(await registry.resolve((any Service).self, NamedKey.primary))
    }
  }
}

/// A hot singleton by a type and a literal.
struct ActorNamedLiteral: AsyncOperation {
  let registry: ActorRegistry

  func run(_ turns: Int) async {
    for _ in 0..<turns {
      BlackHole.swallow(await registry.resolve((any Service).self, NamedKey((any Service).self, "primary")))
    }
  }
}

/// A transient.
struct ActorTransient: AsyncOperation {
  let registry: ActorRegistry

  func run(_ turns: Int) async {
    for _ in 0..<turns { BlackHole.swallow(await registry.make(Request.self)) }
  }
}

/// The graph of seven, in one hop.
struct ActorGraph: AsyncOperation {
  let registry: ActorRegistry

  func run(_ turns: Int) async {
    for _ in 0..<turns { BlackHole.swallow(await registry.make((any Screen).self)) }
  }
}

/// A transient with two arguments.
struct ActorArguments: AsyncOperation {
  let registry: ActorRegistry

  func run(_ turns: Int) async {
    for turn in 0..<turns { BlackHole.swallow(await registry.make(Session.self, turn, turn & 7)) }
  }
}

/// A singleton of this task's own.
struct ActorCell<K: DistinctKey>: AsyncOperation {
  let registry: ActorRegistry

  func run(_ turns: Int) async {
    for _ in 0..<turns { BlackHole.swallow(await registry.resolve(Cell<K>.self)) }
  }
}

/// Reads and replacements over many keys.
struct ActorMixed: AsyncOperation {
  let registry: ActorRegistry
  let plan: MixedTurn
  let keys = NamedKey.items
  let items = Item.pool

  func run(_ turns: Int) async {
    for turn in 0..<turns {
      let (key, reads) = plan.decide(turn)
      if reads {
        BlackHole.swallow(await registry.resolve(Item.self, keys[key]))
      } else {
        await registry.register(keys[key], instance: items[turn & 1_023])
      }
    }
  }
}
