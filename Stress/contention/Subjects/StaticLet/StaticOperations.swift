/// `static let` by class.
struct StaticConcrete: Operation {
  @inline(never) func perform(_ turn: Int) { BlackHole.swallow(Statics.engine) }
}

/// `static let` by protocol.
struct StaticProtocol: Operation {
  @inline(never) func perform(_ turn: Int) { BlackHole.swallow(Statics.service) }
}

/// The initializer itself.
struct StaticTransient: Operation {
  @inline(never) func perform(_ turn: Int) { BlackHole.swallow(Request()) }
}

/// The hand-written graph; its parts are made as existentials, as they are stored.
struct StaticGraph: Operation {
  @inline(never) func perform(_ turn: Int) {
    let reader: any Reader = LiveReader(clock: Statics.clock, store: Statics.store)
    let writer: any Writer = LiveWriter(store: Statics.store)
    BlackHole.swallow(LiveScreen(reader: reader, writer: writer, clock: Statics.clock) as any Screen)
  }
}

/// The initializer with its two arguments.
struct StaticArguments: Operation {
  @inline(never) func perform(_ turn: Int) { BlackHole.swallow(Session(user: turn, shard: turn & 7)) }
}

/// A `static let` of its own for each thread.
struct StaticCell<K: DistinctKey>: Operation {
  @inline(never) func perform(_ turn: Int) { BlackHole.swallow(K.cell) }
}

/// An element of a constant array.
struct StaticMixed: Operation {
  let turns: MixedTurn
  let items = Item.pool

  @inline(never) func perform(_ turn: Int) { BlackHole.swallow(items[turns.decide(turn).key]) }
}
