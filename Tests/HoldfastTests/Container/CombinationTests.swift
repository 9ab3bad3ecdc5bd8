import Holdfast
import HoldfastCompatibility
import Testing

/// Every combination of how a value is made, how long it lives, and what it is made from: both are values, so each goes with each.
@Suite("Combinations")
struct CombinationTests {
  @Test(
    "A value made in every way, in every lifetime, with and without arguments, as a closure and wired, with each form of a disposer and none",
    arguments: Cell.all)
  func cell(_ cell: Cell) async throws {
    let disposed = Counter()
    let container = try Container { batch in
      cell.register(batch) { _ in _ = disposed.add() }
      batch.register(Part.self) { _ in Part("part") }
      batch.register(Pair.self, scope: .transient, .async { r in try await Pair(cell.unit(from: r), cell.unit(from: r)) })
    }
    switch cell.life {
    case .eagerSingleton:
      #expect(try await container.warmUp(.eager).map(\.key) == [AnyKey(Unit.self)])
      #expect(container.peek(Unit.self) != nil)
      try await shared(cell, in: container)
    case .singleton, .cached, .weak, .weakObject, .unchecked: try await shared(cell, in: container)
    case .scoped, .scopedTo, .uncheckedScoped:
      await #expect { try await cell.unit(from: container) } throws: { ($0 as? ResolutionError)?.code == .outsideScope }
      let first = try await container.withScope(Life.kind) { scope in
        try await shared(cell, in: scope)
        return try await cell.unit(from: scope)
      }
      #expect(disposed.value == cell.disposals(of: 1))
      let other = try await container.withScope(Life.kind) { try await cell.unit(from: $0) }
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
    switch cell.life {
    case .singleton, .eagerSingleton, .cached, .unchecked: #expect(disposed.value == cell.disposals(of: 1))
    case .scoped, .scopedTo, .uncheckedScoped: #expect(disposed.value == cell.disposals(of: 2))
    case .weak, .weakObject, .graph, .transient: #expect(disposed.value == 0)
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

  @Test(
    "A weak object of every kind goes with its last holder, and is made again",
    arguments: Cell.all.filter(\.life.isWeak))
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

  init(part: Part, number: Int) { self.number = number }

  init(later part: Part) async { number = 7 }

  init(later part: Part, number: Int) async { self.number = number }

  @Workshop init(workshop part: Part) { number = 7 }

  @MainActor init(main part: Part) { number = 7 }

  @MainActor init(main part: Part, number: Int) { self.number = number }
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

/// How long a unit lives.
enum Life: String, CaseIterable, Sendable {
  case singleton, eagerSingleton, scoped, scopedTo, cached, weak, weakObject, graph, transient, unchecked, uncheckedScoped

  static let kind: ScopeKind = "units"

  /// Whether what takes arguments can live so long.
  var takesArguments: Bool { !isEager }

  private var isEager: Bool {
    switch self {
    case .eagerSingleton: true
    case .singleton, .scoped, .scopedTo, .cached, .weak, .weakObject, .graph, .transient, .unchecked, .uncheckedScoped: false
    }
  }

  /// Whether it goes with its last holder.
  var isWeak: Bool {
    switch self {
    case .weak, .weakObject: true
    case .singleton, .eagerSingleton, .scoped, .scopedTo, .cached, .graph, .transient, .unchecked, .uncheckedScoped: false
    }
  }

  /// Whether callers in one scope share it.
  var isOneForAll: Bool {
    switch self {
    case .graph, .transient: false
    case .singleton, .eagerSingleton, .scoped, .scopedTo, .cached, .weak, .weakObject, .unchecked, .uncheckedScoped: true
    }
  }

  /// Whether its members have disposers.
  var disposes: Bool { isOneForAll && !isWeak }

  /// That of what takes no arguments.
  func lifetime(_ disposer: Disposer, _ dispose: @escaping Cell.Dispose) -> Lifetime<Unit> {
    guard isEager else { return lifetime(taking: disposer, dispose) }
    return switch disposer {
    case .none: .eagerSingleton
    case .ofTheValue: .eagerSingleton(dispose: dispose)
    case .ofTheEnding: .eagerSingleton(dispose: { value, _ in try await dispose(value) })
    }
  }

  func lifetime<each A: Hashable & Sendable>(
    taking disposer: Disposer, _ dispose: @escaping Cell.Dispose
  ) -> Lifetime<Unit, repeat each A> {
    switch disposer {
    case .none: withoutDisposer()
    case .ofTheValue: lifetime(dispose)
    case .ofTheEnding: lifetime(telling: { value, _ in try await dispose(value) })
    }
  }

  private func withoutDisposer<each A: Hashable & Sendable>() -> Lifetime<Unit, repeat each A> {
    switch self {
    case .singleton: .singleton
    case .eagerSingleton: preconditionFailure("what takes arguments cannot say it: that does not compile")
    case .scoped: .scoped
    case .scopedTo: .scoped(to: Self.kind)
    case .cached: .cached("units")
    case .weak: .weak
    case .weakObject: .weakObject
    case .graph: .graph
    case .transient: .transient
    case .unchecked: .unchecked(.singleton)
    case .uncheckedScoped: .unchecked(.scoped)
    }
  }

  private func lifetime<each A: Hashable & Sendable>(
    telling dispose: @escaping @Sendable (Unit, Ending) async throws -> Void
  ) -> Lifetime<Unit, repeat each A> {
    switch self {
    case .singleton: .singleton(dispose: dispose)
    case .scoped: .scoped(dispose: dispose)
    case .scopedTo: .scoped(to: Self.kind, dispose: dispose)
    case .cached: .cached("units", dispose: dispose)
    case .unchecked: .unchecked(.singleton, dispose: dispose)
    case .uncheckedScoped: .unchecked(.scoped, dispose: dispose)
    case .eagerSingleton, .weak, .weakObject, .graph, .transient: preconditionFailure("it has no disposer: that does not compile")
    }
  }

  private func lifetime<each A: Hashable & Sendable>(_ dispose: @escaping Cell.Dispose) -> Lifetime<Unit, repeat each A> {
    switch self {
    case .singleton: .singleton(dispose: dispose)
    case .scoped: .scoped(dispose: dispose)
    case .scopedTo: .scoped(to: Self.kind, dispose: dispose)
    case .cached: .cached("units", dispose: dispose)
    case .unchecked: .unchecked(.singleton, dispose: dispose)
    case .uncheckedScoped: .unchecked(.scoped, dispose: dispose)
    case .eagerSingleton, .weak, .weakObject, .graph, .transient: preconditionFailure("it has no disposer: that does not compile")
    }
  }
}

/// What a lifetime disposes of its values with.
enum Disposer: String, CaseIterable, Sendable {
  case none, ofTheValue, ofTheEnding
}

/// A combination.
struct Cell: Sendable, CustomTestStringConvertible {
  typealias Dispose = @Sendable (Unit) async throws -> Void

  let way: String
  let life: Life
  let disposer: Disposer
  let takesArgument: Bool
  let register: @Sendable (Batch, @escaping Dispose) -> Void

  var testDescription: String { "\(way) \(life)\(takesArgument ? " taking Int" : ""), disposer: \(disposer)" }

  /// How many values are disposed of in so many scopes, of which the first has one for each argument, the others have one.
  func disposals(of scopes: Int) -> Int { disposer == .none ? 0 : (takesArgument ? 1 : 0) + scopes }

  nonisolated(nonsending) func unit(from resolver: some Resolver, of number: Int = 7) async throws -> Unit {
    takesArgument ? try await resolver.resolve(Unit.self, with: number) : try await resolver.resolve(Unit.self)
  }

  func unitNow(from resolver: some Resolver) throws -> Unit {
    takesArgument ? try resolver.resolve(Unit.self, with: 7) : try resolver.resolve(Unit.self)
  }
}

extension Cell {
  static let all: [Cell] = Life.allCases.flatMap { life in
    (life.disposes ? Disposer.allCases : [.none]).flatMap { disposer in
      [trailing(life, disposer)] + plain.map { way, making in of(way, life, disposer, making) }
        + (life.takesArguments ? taking.map { way, making in taking(way, life, disposer, making) } : [])
    }
  }

  private static let plain: [(String, Making<Unit>)] = [
    ("factory", .factory { _ in Unit(7) }),
    ("async", .async { _ in Unit(7) }),
    ("isolated", .isolated { @Workshop _ in Unit(7) }),
    ("mainActor", .mainActor { _ in Unit(7) }),
    ("wired", .wired(Unit.init(part:))),
    ("asyncWired", .asyncWired(Unit.init(later:))),
    ("asyncWired of an actor", .asyncWired(Unit.init(workshop:))),
    ("mainActorWired", .mainActorWired(Unit.init(main:))),
    ("using", .using(Foundry())),
  ]

  private static let taking: [(String, Making<Unit, Int>)] = [
    ("factory", .factory(taking: Int.self) { _, number in Unit(number) }),
    ("async", .async(taking: Int.self) { _, number in Unit(number) }),
    ("isolated", .isolated(taking: Int.self) { @Workshop _, number in Unit(number) }),
    ("mainActor", .mainActor(taking: Int.self) { _, number in Unit(number) }),
    ("wired", .wired(Unit.init(part:number:), taking: Int.self)),
    ("asyncWired", .asyncWired(Unit.init(later:number:), taking: Int.self)),
    ("mainActorWired", .mainActorWired(Unit.init(main:number:), taking: Int.self)),
  ]

  private static func trailing(_ life: Life, _ disposer: Disposer) -> Cell {
    Cell(way: "trailing closure", life: life, disposer: disposer, takesArgument: false) { batch, dispose in
      batch.register(Unit.self, scope: life.lifetime(disposer, dispose)) { _ in Unit(7) }
    }
  }

  private static func of(_ way: String, _ life: Life, _ disposer: Disposer, _ making: Making<Unit>) -> Cell {
    Cell(way: way, life: life, disposer: disposer, takesArgument: false) { batch, dispose in
      batch.register(Unit.self, scope: life.lifetime(disposer, dispose), making)
    }
  }

  private static func taking(_ way: String, _ life: Life, _ disposer: Disposer, _ making: Making<Unit, Int>) -> Cell {
    Cell(way: way, life: life, disposer: disposer, takesArgument: true) { batch, dispose in
      batch.register(Unit.self, scope: life.lifetime(taking: disposer, dispose), making)
    }
  }
}

private struct Foundry: ServiceFactory {
  func make(_ resolver: FactoryResolver) throws -> Unit { Unit(7) }
}
