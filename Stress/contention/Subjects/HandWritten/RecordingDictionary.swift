/// The rows of a registry by hand that keeps a container's records: beside registering, replacing and building, nothing is asked of it.
struct RecordingDictionary: Subject {
  func supports(_ point: Point) -> Bool {
    switch point.case {
    case .register, .registerBatch, .firstResolve: true
    case .mixed, .mixedBuilt: point.threads == 1 && point.readShare == 0
    default: false
    }
  }

  func work(at point: Point) -> Work {
    switch point.case {
    case .registerBatch:
      return RegistrationWork.work(make: { RecordingRegistry() }, timed: { $0.registerItemsAtOnce(RegistrationWork.keys) })
    case .firstResolve:
      return RegistrationWork.work(
        usersBytes: RegistrationWork.usersBytes,
        make: {
          let registry = RecordingRegistry()
          fill(registry)
          return registry
        },
        timed: { registry in
          for number in 0..<RegistrationWork.keys { BlackHole.swallow(registry.resolve(Item.self, NamedKey.items[number])) }
        })
    case .mixed: return .threads(1, Body(RecordingMixed(registry: items(point.keys), turns: MixedTurn(point, thread: 0))))
    case .mixedBuilt: return .threads(1, Body(RecordingMixedBuilt(registry: items(point.keys), turns: MixedTurn(point, thread: 0))))
    default: return RegistrationWork.work(make: { RecordingRegistry() }, timed: fill)
    }
  }

  private func fill(_ registry: RecordingRegistry) {
    for number in 0..<RegistrationWork.keys { registry.register(NamedKey.items[number]) { Item(number) } }
  }

  private func items(_ count: Int) -> RecordingRegistry {
    let registry = RecordingRegistry()
    for number in 0..<count { registry.register(NamedKey.items[number], instance: Item.pool[number]) }
    return registry
  }
}

/// Replacements by values that exist.
private struct RecordingMixed: Operation {
  let registry: RecordingRegistry
  let turns: MixedTurn
  let keys = NamedKey.items
  let items = Item.pool

  @inline(never) func perform(_ turn: Int) {
    registry.register(keys[turns.decide(turn).key], instance: items[turn & 1_023])
  }
}

/// Replacements by factories whose values are built at once.
private struct RecordingMixedBuilt: Operation {
  let registry: RecordingRegistry
  let turns: MixedTurn
  let keys = NamedKey.items
  let items = Item.pool

  @inline(never) func perform(_ turn: Int) {
    let key = keys[turns.decide(turn).key]
    registry.register(key) { [items] in items[turn & 1_023] }
    BlackHole.swallow(registry.resolve(Item.self, key))
  }
}
