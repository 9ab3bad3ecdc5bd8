/// A hot singleton by class.
struct HandConcrete<G: GuardedTable>: Operation {
  let registry: HandRegistry<G>

  @inline(never) func perform(_ turn: Int) { BlackHole.swallow(registry.resolve(Engine.self)) }
}

/// A hot singleton by protocol; a scope's own table is asked the same way.
struct HandProtocol<G: GuardedTable>: Operation {
  let registry: HandRegistry<G>

  @inline(never) func perform(_ turn: Int) { BlackHole.swallow(registry.resolve((any Service).self)) }
}

/// A hot singleton by a constant key with a name.
struct HandNamedTyped<G: GuardedTable>: Operation {
  let registry: HandRegistry<G>

  @inline(never) func perform(_ turn: Int) { BlackHole.swallow(registry.resolve((any Service).self, NamedKey.primary)) }
}

/// A hot singleton by a type and a literal.
struct HandNamedLiteral<G: GuardedTable>: Operation {
  let registry: HandRegistry<G>

  @inline(never) func perform(_ turn: Int) {
    BlackHole.swallow(registry.resolve((any Service).self, NamedKey((any Service).self, "primary")))
  }
}

/// A transient.
struct HandTransient<G: GuardedTable>: Operation {
  let registry: HandRegistry<G>

  @inline(never) func perform(_ turn: Int) { BlackHole.swallow(registry.make(Request.self)) }
}

/// The graph of seven.
struct HandGraph<G: GuardedTable>: Operation {
  let registry: HandRegistry<G>

  @inline(never) func perform(_ turn: Int) { BlackHole.swallow(registry.make((any Screen).self)) }
}

/// A transient with two arguments.
struct HandArguments<G: GuardedTable>: Operation {
  let registry: HandRegistry<G>

  @inline(never) func perform(_ turn: Int) { BlackHole.swallow(registry.make(Session.self, turn, turn & 7)) }
}

/// A singleton of this thread's own.
struct HandCell<G: GuardedTable, K: DistinctKey>: Operation {
  let registry: HandRegistry<G>

  @inline(never) func perform(_ turn: Int) { BlackHole.swallow(registry.resolve(Cell<K>.self)) }
}

/// Reads and replacements over many keys.
struct HandMixed<G: GuardedTable>: Operation {
  let registry: HandRegistry<G>
  let turns: MixedTurn
  let keys = NamedKey.items
  let items = Item.pool

  @inline(never) func perform(_ turn: Int) {
    let (key, reads) = turns.decide(turn)
    if reads {
      BlackHole.swallow(registry.resolve(Item.self, keys[key]))
    } else {
      registry.register(keys[key], instance: items[turn & 1_023])
    }
  }
}

/// The same, replaced by a factory whose value is built at once.
struct HandMixedBuilt<G: GuardedTable>: Operation {
  let registry: HandRegistry<G>
  let turns: MixedTurn
  let keys = NamedKey.items
  let items = Item.pool

  @inline(never) func perform(_ turn: Int) {
    let (key, reads) = turns.decide(turn)
    if !reads { registry.replace(keys[key]) { [items] _ in items[turn & 1_023] } }
    BlackHole.swallow(registry.resolve(Item.self, keys[key]))
  }
}
