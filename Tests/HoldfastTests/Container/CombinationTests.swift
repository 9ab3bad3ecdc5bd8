import Holdfast
import Testing

/// Every combination of how a value is made, how long it lives, and what it is made from.
@Suite("Combinations")
struct CombinationTests {
  @Test("A factory of every kind, in every scope, with and without arguments, as a closure and wired", arguments: Cell.all)
  func cell(_ cell: Cell) async throws {
    let disposed = Counter()
    let container = try Container { batch in
      cell.register(batch) { _ in _ = disposed.add() }
      batch.register(Part.self) { _ in Part("part") }
      batch.register(Pair.self, scope: .transient, async: { r in try await Pair(cell.unit(from: r), cell.unit(from: r)) })
    }
    switch cell.lifetime {
    case .singleton, .cached, .weak: try await shared(cell, in: container)
    case .scoped, .scopedTo:
      await #expect { try await cell.unit(from: container) } throws: { ($0 as? ResolutionError)?.code == .outsideScope }
      let first = try await container.withScope { scope in
        try await shared(cell, in: scope)
        return try await cell.unit(from: scope)
      }
      #expect(disposed.value == cell.kinds)
      let other = try await container.withScope { try await cell.unit(from: $0) }
      #expect(other !== first)
    case .graph:
      let pair = try await container.resolve(Pair.self)
      #expect(pair.left === pair.right && pair.left.number == 7)
      #expect(try await container.resolve(Pair.self).left !== pair.left)
    case .transient:
      let pair = try await container.resolve(Pair.self)
      #expect(pair.left !== pair.right && pair.left.number == 7)
    }
    #expect(try await container.shutdown().isClean)
    switch cell.lifetime {
    case .singleton, .cached: #expect(disposed.value == cell.kinds)
    case .scoped, .scopedTo: #expect(disposed.value == cell.kinds + 1)
    case .weak, .graph, .transient: #expect(disposed.value == 0)
    }
  }

  /// One for all, for tasks and threads, and another one for each argument.
  private func shared(_ cell: Cell, in resolver: some Resolver & Sendable) async throws {
    let first = try await cell.unit(from: resolver)
    let others = try await withThrowingTaskGroup(of: Unit.self) { group in
      for _ in 0..<4 { group.addTask { try await cell.unit(from: resolver) } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(others.allSatisfy { $0 === first })
    #expect(first.number == 7)
    #expect(try cell.unitNow(from: resolver) === first)
    if cell.takesArgument {
      let other = try await cell.unit(from: resolver, of: 8)
      #expect(other !== first && other.number == 8)
    }
  }

  @Test("A weak object of every kind goes with its last holder, and is made again", arguments: Cell.all.filter { $0.lifetime == .weak })
  func weak(_ cell: Cell) async throws {
    let container = try Container { batch in
      cell.register(batch) { _ in }
      batch.register(Part.self) { _ in Part("part") }
    }
    let first = Watched(try await cell.unit(from: container))
    try await Timeout.until("nothing holds it") { first.unit == nil }
    #expect(try await cell.unit(from: container).number == 7)
  }
}

/// What a combination makes.
final class Unit: Sendable {
  let number: Int

  init(_ number: Int) { self.number = number }

  init(part: Part) { number = 7 }

  init(later part: Part) async { number = 7 }

  @Workshop init(workshop part: Part) { number = 7 }

  @MainActor init(main part: Part) { number = 7 }
}

@globalActor actor Workshop {
  static let shared = Workshop()
}

private struct Pair: Sendable {
  let left: Unit
  let right: Unit

  init(_ left: Unit, _ right: Unit) { (self.left, self.right) = (left, right) }
}

private final class Watched: @unchecked Sendable {  // unchecked: written in init only
  weak var unit: Unit?

  init(_ unit: Unit) { self.unit = unit }
}

/// A combination.
struct Cell: Sendable, CustomTestStringConvertible {
  typealias Dispose = @Sendable (Unit) async throws -> Void

  enum Making: String {
    case sync, async, isolated, mainActor
  }

  let making: Making
  let lifetime: Lifetime
  let takesArgument: Bool
  let register: @Sendable (Batch, @escaping Dispose) -> Void

  init(_ making: Making, _ lifetime: Lifetime, takes: Bool = false, _ register: @escaping @Sendable (Batch, @escaping Dispose) -> Void) {
    self.making = making
    self.lifetime = lifetime
    takesArgument = takes
    self.register = register
  }

  var testDescription: String { "\(making.rawValue) \(lifetime)\(takesArgument ? " taking Int" : "")" }

  /// How many values are made where each argument has its own.
  var kinds: Int { takesArgument ? 2 : 1 }

  nonisolated(nonsending) func unit(from resolver: some Resolver, of number: Int = 7) async throws -> Unit {
    takesArgument ? try await resolver.resolve(Unit.self, with: number) : try await resolver.resolve(Unit.self)
  }

  func unitNow(from resolver: some Resolver) throws -> Unit {
    takesArgument ? try resolver.resolve(Unit.self, with: 7) : try resolver.resolve(Unit.self)
  }
}

extension Cell {
  static let all: [Cell] = plain + taking + wired

  private static let plain: [Cell] = [
    Cell(.sync, .singleton) { batch, dispose in batch.register(Unit.self, scope: .singleton, dispose: dispose) { _ in Unit(7) } },
    Cell(.sync, .scoped) { batch, dispose in batch.register(Unit.self, scope: .scoped, dispose: dispose) { _ in Unit(7) } },
    Cell(.sync, .cached("units")) { batch, dispose in batch.register(Unit.self, scope: .cached("units"), dispose: dispose) { _ in Unit(7) }
    },
    Cell(.sync, .weak) { batch, _ in batch.register(Unit.self, scope: .weak) { _ in Unit(7) } },
    Cell(.sync, .graph) { batch, _ in batch.register(Unit.self, scope: .graph) { _ in Unit(7) } },
    Cell(.sync, .transient) { batch, _ in batch.register(Unit.self, scope: .transient) { _ in Unit(7) } },
    Cell(.async, .singleton) { batch, dispose in batch.register(Unit.self, scope: .singleton, dispose: dispose, async: { _ in Unit(7) }) },
    Cell(.async, .scoped) { batch, dispose in batch.register(Unit.self, scope: .scoped, dispose: dispose, async: { _ in Unit(7) }) },
    Cell(.async, .cached("units")) { batch, dispose in
      batch.register(Unit.self, scope: .cached("units"), dispose: dispose, async: { _ in Unit(7) })
    },
    Cell(.async, .weak) { batch, _ in batch.register(Unit.self, scope: .weak, async: { _ in Unit(7) }) },
    Cell(.async, .graph) { batch, _ in batch.register(Unit.self, scope: .graph, async: { _ in Unit(7) }) },
    Cell(.async, .transient) { batch, _ in batch.register(Unit.self, scope: .transient, async: { _ in Unit(7) }) },
    Cell(.isolated, .singleton) { batch, dispose in
      batch.register(Unit.self, scope: .singleton, dispose: dispose, isolated: { @Workshop _ in Unit(7) })
    },
    Cell(.isolated, .scoped) { batch, dispose in
      batch.register(Unit.self, scope: .scoped, dispose: dispose, isolated: { @Workshop _ in Unit(7) })
    },
    Cell(.isolated, .cached("units")) { batch, dispose in
      batch.register(Unit.self, scope: .cached("units"), dispose: dispose, isolated: { @Workshop _ in Unit(7) })
    },
    Cell(.isolated, .weak) { batch, _ in batch.register(Unit.self, scope: .weak, isolated: { @Workshop _ in Unit(7) }) },
    Cell(.isolated, .graph) { batch, _ in batch.register(Unit.self, scope: .graph, isolated: { @Workshop _ in Unit(7) }) },
    Cell(.isolated, .transient) { batch, _ in batch.register(Unit.self, scope: .transient, isolated: { @Workshop _ in Unit(7) }) },
    Cell(.mainActor, .singleton) { batch, dispose in
      batch.register(Unit.self, scope: .singleton, dispose: dispose, mainActor: { _ in Unit(7) })
    },
    Cell(.mainActor, .scoped) { batch, dispose in batch.register(Unit.self, scope: .scoped, dispose: dispose, mainActor: { _ in Unit(7) })
    },
    Cell(.mainActor, .cached("units")) { batch, dispose in
      batch.register(Unit.self, scope: .cached("units"), dispose: dispose, mainActor: { _ in Unit(7) })
    },
    Cell(.mainActor, .weak) { batch, _ in batch.register(Unit.self, scope: .weak, mainActor: { _ in Unit(7) }) },
    Cell(.mainActor, .graph) { batch, _ in batch.register(Unit.self, scope: .graph, mainActor: { _ in Unit(7) }) },
    Cell(.mainActor, .transient) { batch, _ in batch.register(Unit.self, scope: .transient, mainActor: { _ in Unit(7) }) },
  ]

  private static let taking: [Cell] = [
    Cell(.sync, .singleton, takes: true) { batch, dispose in
      batch.register(Unit.self, scope: .singleton, dispose: dispose, taking: Int.self) { _, number in Unit(number) }
    },
    Cell(.sync, .scoped, takes: true) { batch, dispose in
      batch.register(Unit.self, scope: .scoped, dispose: dispose, taking: Int.self) { _, number in Unit(number) }
    },
    Cell(.sync, .cached("units"), takes: true) { batch, dispose in
      batch.register(Unit.self, scope: .cached("units"), dispose: dispose, taking: Int.self) { _, number in Unit(number) }
    },
    Cell(.sync, .weak, takes: true) { batch, _ in batch.register(Unit.self, scope: .weak, taking: Int.self) { _, number in Unit(number) } },
    Cell(.sync, .graph, takes: true) { batch, _ in batch.register(Unit.self, scope: .graph, taking: Int.self) { _, number in Unit(number) }
    },
    Cell(.sync, .transient, takes: true) { batch, _ in
      batch.register(Unit.self, scope: .transient, taking: Int.self) { _, number in Unit(number) }
    },
    Cell(.async, .singleton, takes: true) { batch, dispose in
      batch.register(Unit.self, scope: .singleton, dispose: dispose, taking: Int.self, async: { _, number in Unit(number) })
    },
    Cell(.async, .scoped, takes: true) { batch, dispose in
      batch.register(Unit.self, scope: .scoped, dispose: dispose, taking: Int.self, async: { _, number in Unit(number) })
    },
    Cell(.async, .cached("units"), takes: true) { batch, dispose in
      batch.register(Unit.self, scope: .cached("units"), dispose: dispose, taking: Int.self, async: { _, number in Unit(number) })
    },
    Cell(.async, .weak, takes: true) { batch, _ in
      batch.register(Unit.self, scope: .weak, taking: Int.self, async: { _, number in Unit(number) })
    },
    Cell(.async, .graph, takes: true) { batch, _ in
      batch.register(Unit.self, scope: .graph, taking: Int.self, async: { _, number in Unit(number) })
    },
    Cell(.async, .transient, takes: true) { batch, _ in
      batch.register(Unit.self, scope: .transient, taking: Int.self, async: { _, number in Unit(number) })
    },
    Cell(.isolated, .singleton, takes: true) { batch, dispose in
      batch.register(Unit.self, scope: .singleton, dispose: dispose, taking: Int.self, isolated: { @Workshop _, number in Unit(number) })
    },
    Cell(.isolated, .scoped, takes: true) { batch, dispose in
      batch.register(Unit.self, scope: .scoped, dispose: dispose, taking: Int.self, isolated: { @Workshop _, number in Unit(number) })
    },
    Cell(.isolated, .cached("units"), takes: true) { batch, dispose in
      batch.register(
        Unit.self, scope: .cached("units"), dispose: dispose, taking: Int.self, isolated: { @Workshop _, number in Unit(number) })
    },
    Cell(.isolated, .weak, takes: true) { batch, _ in
      batch.register(Unit.self, scope: .weak, taking: Int.self, isolated: { @Workshop _, number in Unit(number) })
    },
    Cell(.isolated, .graph, takes: true) { batch, _ in
      batch.register(Unit.self, scope: .graph, taking: Int.self, isolated: { @Workshop _, number in Unit(number) })
    },
    Cell(.isolated, .transient, takes: true) { batch, _ in
      batch.register(Unit.self, scope: .transient, taking: Int.self, isolated: { @Workshop _, number in Unit(number) })
    },
    Cell(.mainActor, .singleton, takes: true) { batch, dispose in
      batch.register(Unit.self, scope: .singleton, dispose: dispose, taking: Int.self, mainActor: { _, number in Unit(number) })
    },
    Cell(.mainActor, .scoped, takes: true) { batch, dispose in
      batch.register(Unit.self, scope: .scoped, dispose: dispose, taking: Int.self, mainActor: { _, number in Unit(number) })
    },
    Cell(.mainActor, .cached("units"), takes: true) { batch, dispose in
      batch.register(Unit.self, scope: .cached("units"), dispose: dispose, taking: Int.self, mainActor: { _, number in Unit(number) })
    },
    Cell(.mainActor, .weak, takes: true) { batch, _ in
      batch.register(Unit.self, scope: .weak, taking: Int.self, mainActor: { _, number in Unit(number) })
    },
    Cell(.mainActor, .graph, takes: true) { batch, _ in
      batch.register(Unit.self, scope: .graph, taking: Int.self, mainActor: { _, number in Unit(number) })
    },
    Cell(.mainActor, .transient, takes: true) { batch, _ in
      batch.register(Unit.self, scope: .transient, taking: Int.self, mainActor: { _, number in Unit(number) })
    },
  ]

  private static let wired: [Cell] = [
    Cell(.sync, .singleton) { batch, dispose in batch.register(Unit.self, scope: .singleton, dispose: dispose, wiring: Unit.init(part:)) },
    Cell(.sync, .scoped) { batch, dispose in batch.register(Unit.self, scope: .scoped, dispose: dispose, wiring: Unit.init(part:)) },
    Cell(.sync, .cached("units")) { batch, dispose in
      batch.register(Unit.self, scope: .cached("units"), dispose: dispose, wiring: Unit.init(part:))
    },
    Cell(.sync, .weak) { batch, _ in batch.register(Unit.self, scope: .weak, wiring: Unit.init(part:)) },
    Cell(.sync, .graph) { batch, _ in batch.register(Unit.self, scope: .graph, wiring: Unit.init(part:)) },
    Cell(.sync, .transient) { batch, _ in batch.register(Unit.self, scope: .transient, wiring: Unit.init(part:)) },
    Cell(.async, .singleton) { batch, dispose in
      batch.register(Unit.self, scope: .singleton, dispose: dispose, asyncWiring: Unit.init(later:))
    },
    Cell(.async, .scoped) { batch, dispose in batch.register(Unit.self, scope: .scoped, dispose: dispose, asyncWiring: Unit.init(later:)) },
    Cell(.async, .cached("units")) { batch, dispose in
      batch.register(Unit.self, scope: .cached("units"), dispose: dispose, asyncWiring: Unit.init(later:))
    },
    Cell(.async, .graph) { batch, _ in batch.register(Unit.self, scope: .graph, asyncWiring: Unit.init(later:)) },
    Cell(.async, .transient) { batch, _ in batch.register(Unit.self, scope: .transient, asyncWiring: Unit.init(later:)) },
    Cell(.isolated, .singleton) { batch, dispose in
      batch.register(Unit.self, scope: .singleton, dispose: dispose, asyncWiring: Unit.init(workshop:))
    },
    Cell(.isolated, .scoped) { batch, dispose in
      batch.register(Unit.self, scope: .scoped, dispose: dispose, asyncWiring: Unit.init(workshop:))
    },
    Cell(.isolated, .cached("units")) { batch, dispose in
      batch.register(Unit.self, scope: .cached("units"), dispose: dispose, asyncWiring: Unit.init(workshop:))
    },
    Cell(.isolated, .graph) { batch, _ in batch.register(Unit.self, scope: .graph, asyncWiring: Unit.init(workshop:)) },
    Cell(.isolated, .transient) { batch, _ in batch.register(Unit.self, scope: .transient, asyncWiring: Unit.init(workshop:)) },
    Cell(.mainActor, .singleton) { batch, dispose in
      batch.register(Unit.self, scope: .singleton, dispose: dispose, mainActorWiring: Unit.init(main:))
    },
    Cell(.mainActor, .scoped) { batch, dispose in
      batch.register(Unit.self, scope: .scoped, dispose: dispose, mainActorWiring: Unit.init(main:))
    },
    Cell(.mainActor, .cached("units")) { batch, dispose in
      batch.register(Unit.self, scope: .cached("units"), dispose: dispose, mainActorWiring: Unit.init(main:))
    },
    Cell(.mainActor, .graph) { batch, _ in batch.register(Unit.self, scope: .graph, mainActorWiring: Unit.init(main:)) },
    Cell(.mainActor, .transient) { batch, _ in batch.register(Unit.self, scope: .transient, mainActorWiring: Unit.init(main:)) },
  ]
}
