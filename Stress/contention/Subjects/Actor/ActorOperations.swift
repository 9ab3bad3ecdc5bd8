/// A hot singleton by protocol.
struct ActorProtocol: AsyncOperation {
  let registry: ActorRegistry

  func run(_ turns: Int) async {
    for _ in 0..<turns { BlackHole.swallow(await registry.resolve((any Service).self)) }
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
