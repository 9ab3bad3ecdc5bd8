/// The rows of a registry by hand that keeps a container's records: what it costs to register, to replace and to build.
struct RecordingDictionary: Subject {
  func supports(_ point: Point) -> Bool {
    switch point.case {
    case .register, .registerBatch, .firstResolve: true
    case .mixed, .mixedBuilt: point.readShare < 100
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
          for number in 0..<RegistrationWork.keys {
            do {
              BlackHole.swallow(try registry.resolve(Item.self, NamedKey.items[number]))
            } catch {
              fatalError("a factory that cannot fail did: \(error)")
            }
          }
        })
    case .mixed:
      let registry = items(point.keys)
      return .threads((0..<point.threads).map { Body(RecordingMixed(registry: registry, turns: MixedTurn(point, thread: $0))) })
    case .mixedBuilt:
      let registry = items(point.keys)
      return .threads((0..<point.threads).map { Body(RecordingMixedBuilt(registry: registry, turns: MixedTurn(point, thread: $0))) })
    default: return RegistrationWork.work(make: { RecordingRegistry() }, timed: fill)
    }
  }

  private func fill(_ registry: RecordingRegistry) {
    for number in 0..<RegistrationWork.keys { registry.register(NamedKey.items[number]) { _ in Item(number) } }
  }

  private func items(_ count: Int) -> RecordingRegistry {
    let registry = RecordingRegistry()
    for number in 0..<count { registry.register(NamedKey.items[number], instance: Item.pool[number]) }
    return registry
  }
}

/// Reads, and replacements by values that exist.
private struct RecordingMixed: Operation {
  let registry: RecordingRegistry
  let turns: MixedTurn
  let keys = NamedKey.items
  let items = Item.pool

  @inline(never) func perform(_ turn: Int) throws {
    let (key, reads) = turns.decide(turn)
    if reads {
      BlackHole.swallow(try registry.resolve(Item.self, keys[key]))
    } else {
      registry.register(keys[key], instance: items[turn & 1_023])
    }
  }
}

/// The same, replaced by factories whose values are built at once.
private struct RecordingMixedBuilt: Operation {
  let registry: RecordingRegistry
  let turns: MixedTurn
  let keys = NamedKey.items
  let items = Item.pool

  @inline(never) func perform(_ turn: Int) throws {
    let (key, reads) = turns.decide(turn)
    if !reads { registry.register(keys[key]) { [items] _ in items[turn & 1_023] } }
    BlackHole.swallow(try registry.resolve(Item.self, keys[key]))
  }
}
