import Holdfast
import HoldfastDefinitions
import Testing

/// The caches of what is made from run-time arguments: told apart by value, bounded, reset, and shared by many threads.
@Suite("Argument caches")
struct ArgumentCacheTests {
  private let container = Container()
  private let made = Counter()
  private let alive = Counter()

  private func register(_ scope: Sharing = .singleton, capacity: Int? = nil) throws {
    try container.register(
      Tile.self, scope: scope.lifetime(capacity: capacity),
      .factory(taking: Clash.self) { [made, alive] _, clash in
        made.add()
        return Tile(clash, alive)
      })
  }

  @Test("Arguments whose hashes all collide are told apart by their values", arguments: [Sharing.singleton, .cached("tiles")])
  func collisions(_ scope: Sharing) throws {
    try register(scope)
    let tiles = try (0..<200).map { try container.resolve(Tile.self, with: Clash($0)) }
    #expect(tiles.map(\.clash.value) == Array(0..<200))
    for index in (0..<200).reversed() { #expect(try container.resolve(Tile.self, with: Clash(index)) === tiles[index]) }
    #expect(made.value == 200)
  }

  @Test("Two arguments are one key only together")
  func severalArguments() throws {
    try container.register(
      [Int].self,
      .factory(taking: Clash.self, Clash.self) { [made] _, one, other in
        made.add()
        return [one.value, other.value]
      })
    for _ in 0..<2 {
      for one in 0..<5 {
        for other in 0..<5 { #expect(try container.resolve([Int].self, with: Clash(one), Clash(other)) == [one, other]) }
      }
    }
    #expect(made.value == 25)
  }

  @Test("Many threads and tasks, few cores, hashes that collide: one instance for each value", arguments: Form.mixes + [.threads])
  func herds(_ form: Form) async throws {
    try register()
    for round in 0..<10 {
      let start = Gate("the start of a herd")
      let callers = (0..<24).map { index in
        ask(as: form.caller(index), after: start) { [container] in
          try (0..<4).map { try container.resolve(Tile.self, with: Clash(4 * round + ($0 + index) % 4)) }
        } async: { [container] in
          var tiles: [Tile] = []
          for number in 0..<4 { tiles.append(try await container.resolve(Tile.self, with: Clash(4 * round + (number + index) % 4))) }
          return tiles
        }
      }
      start.open()
      var found: [Int: Set<ObjectIdentifier>] = [:]
      for caller in callers {
        for tile in try await caller.value() { found[tile.clash.value, default: []].insert(ObjectIdentifier(tile)) }
      }
      #expect(found.count == 4)
      #expect(found.values.allSatisfy { $0.count == 1 })
      #expect(made.value == 4 * (round + 1))
    }
  }

  @Test("Beyond its capacity a cache forgets what was used least recently")
  func capacity() throws {
    try register(capacity: 3)
    func resolve(_ values: Int...) throws {
      for value in values { #expect(try container.resolve(Tile.self, with: Clash(value)).clash.value == value) }
    }
    try resolve(1, 2, 3)
    #expect([made.value, alive.value] == [3, 3])
    try resolve(1, 4)
    #expect([made.value, alive.value] == [4, 3], "2 had to leave")
    try resolve(1, 3, 4)
    #expect(made.value == 4)
    try resolve(2)
    #expect([made.value, alive.value] == [5, 3], "1 had to leave")
    try resolve(3, 4, 2)
    #expect(made.value == 5)
    for value in 0..<1000 { try resolve(value) }
    #expect(alive.value == 3)
  }

  @Test("Input from outside cannot grow a bounded cache, from many threads at once either")
  func boundedUnderLoad() async throws {
    try register(capacity: 8)
    let callers = (0..<8).map { index in
      Pending.onThread { [container] () throws in
        for number in 0..<500 {
          let value = (number * 7 + index) % 100
          #expect(try container.resolve(Tile.self, with: Clash(value)).clash.value == value)
        }
      }
    }
    for caller in callers { try await caller.value() }
    #expect(alive.value == 8)
  }

  @Test("A reset forgets every value, and only those of these arguments")
  func reset() throws {
    try register()
    try container.register(
      Tile.self,
      .factory(taking: Int.self) { [made, alive] _, number in
        made.add()
        return Tile(Clash(number), alive)
      })
    let other = try container.resolve(Tile.self, with: 1)
    let second = try container.resolve(Tile.self, with: Clash(2))
    #expect(try container.resolve(Tile.self, with: Clash(1)) !== second)
    #expect([made.value, alive.value] == [3, 3])
    #expect(try container.reset(Tile.self, taking: Clash.self))
    #expect(alive.value == 2, "only what is held elsewhere lives on")
    #expect(try container.resolve(Tile.self, with: Clash(2)) !== second)
    #expect(try container.resolve(Tile.self, with: 1) === other)
    #expect(made.value == 4)
    #expect(try !container.reset(Tile.self, taking: String.self))
  }

  @Test("A reset of the cache group, and of everything, forgets what was made from arguments")
  func resetGroup() throws {
    try register(.cached("tiles"))
    for value in 0..<3 { _ = try container.resolve(Tile.self, with: Clash(value)) }
    #expect([made.value, alive.value] == [3, 3])
    container.reset(group: "tiles")
    #expect(alive.value == 0)
    for value in 0..<3 { _ = try container.resolve(Tile.self, with: Clash(value)) }
    #expect([made.value, alive.value] == [6, 3])
    try container.resetAll()
    #expect(alive.value == 0)
  }

  @Test("What a cache gives up is disposed of: beyond its capacity, at a reset, at shutdown")
  func disposal() async throws {
    let disposed = Ledger()
    try container.register(
      Tile.self, scope: .singleton(capacity: 2, dispose: { _ = disposed.begin(Name("\($0.clash.value)")) }),
      .factory(taking: Clash.self) { [alive] _, clash in Tile(clash, alive) })
    for value in 0..<3 { _ = try await container.resolve(Tile.self, with: Clash(value)) }
    try await Timeout.until("the oldest is disposed of") { disposed.builds("0") == 1 }
    try container.reset(Tile.self, taking: Clash.self)
    try await Timeout.until("the others are disposed of") { disposed.builds("1") == 1 && disposed.builds("2") == 1 }
    _ = try await container.resolve(Tile.self, with: Clash(9))
    let report = try await container.shutdown()
    #expect(report.isClean)
    #expect((["0", "1", "2", "9"] as [Name]).allSatisfy { disposed.builds($0) == 1 })
    #expect(alive.value == 0)
  }

  @Test("Definitions with arguments are cached by value too, and go with their container")
  func definitions() async throws {
    try container.register(instance: made)
    try container.register(named: "alive", instance: alive)
    let tiles = container.assembly(TileAssembly.self)
    do {
      let all = try (0..<50).map { try tiles.tile($0) }
      #expect(all.map(\.clash.value) == Array(0..<50))
      #expect(try all[7] === tiles.tile(7))
      #expect(made.value == 50)
    }
    let report = try await container.shutdown()
    #expect(report.isClean)
    #expect(alive.value == 0)
    #expect(try failure { try tiles.tile(7) }.code == .shutDown)
  }
}

/// Equal by its value, with a hash like every other's.
private struct Clash: Hashable, Sendable {
  let value: Int

  init(_ value: Int) { self.value = value }

  func hash(into hasher: inout Hasher) {}
}

private final class Tile: Sendable {
  let clash: Clash
  private let alive: Counter

  init(_ clash: Clash, _ alive: Counter) {
    self.clash = clash
    self.alive = alive
    alive.add()
  }

  deinit { alive.add(-1) }
}

private struct TileAssembly: DefinitionAssembly {
  let definitions: Definitions

  func tile(_ value: Int) throws -> Tile {
    try define(with: Clash(value), scope: .singleton) {
      try resolver.resolve(Counter.self).add()
      return Tile(Clash(value), try resolver.resolve(named: "alive"))
    }
  }
}
