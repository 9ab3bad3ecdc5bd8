import Holdfast

/// A provider by class.
struct ProviderConcrete: Operation {
  let provider: Provider<Engine>

  @inline(never) func perform(_ turn: Int) throws { BlackHole.swallow(try provider()) }
}

/// A provider by protocol.
struct ProviderProtocol: Operation {
  let provider: Provider<any Service>

  @inline(never) func perform(_ turn: Int) throws { BlackHole.swallow(try provider()) }
}

/// A provider of a transient.
struct ProviderTransient: Operation {
  let provider: Provider<Request>

  @inline(never) func perform(_ turn: Int) throws { BlackHole.swallow(try provider()) }
}

/// A provider of the graph's root.
struct ProviderGraph: Operation {
  let provider: Provider<any Screen>

  @inline(never) func perform(_ turn: Int) throws { BlackHole.swallow(try provider()) }
}

/// A provider of this thread's own singleton.
struct ProviderCell<K: DistinctKey>: Operation {
  let provider: Provider<Cell<K>>

  @inline(never) func perform(_ turn: Int) throws { BlackHole.swallow(try provider()) }
}

/// One provider per key.
struct ProviderMixed: Operation {
  let providers: [Provider<Item>]
  let turns: MixedTurn

  @inline(never) func perform(_ turn: Int) throws { BlackHole.swallow(try providers[turns.decide(turn).key]()) }
}
