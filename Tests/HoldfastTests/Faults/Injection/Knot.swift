import Holdfast
import OnceKernel
import Testing

/// One object of a knot: it knows which build made it, what its constructor took, and what its injector and its closures gave it.
final class Bead: Sendable {
  let index: Int
  /// The number of the build that made it, from 1.
  let build: Int
  let parts: [Bead]
  private let ledger: Ledger
  private let rest = Guarded(Rest())

  private struct Rest {
    var injected: [Bead] = []
    var later: [Bead] = []
    var injections = 0
  }

  init(_ index: Int, _ build: Int, parts: [Bead], _ ledger: Ledger) {
    self.index = index
    self.build = build
    self.parts = parts
    self.ledger = ledger
    ledger.alive.add()
  }

  deinit { ledger.alive.add(-1) }

  /// What its injector does last.
  func inject(_ beads: [Bead]) {
    rest.withLock {
      $0.injected = beads
      $0.injections += 1
    }
  }

  /// What a closure does last.
  func close(with bead: Bead) {
    rest.withLock { $0.later.append(bead) }
  }

  /// Lets go of everything that may lead back to it.
  func untie() {
    let held = rest.withLock { rest in
      defer { rest = Rest() }
      return rest
    }
    withExtendedLifetime(held) {}
  }

  var injected: [Bead] { rest.withLock { $0.injected } }
  var later: [Bead] { rest.withLock { $0.later } }
  var injections: Int { rest.withLock { $0.injections } }
}

/// What a caller saw at the moment when it got a bead: everything that the bead leads to.
struct KnotSight: Sendable {
  let beads: [Bead]
  /// What is not as it should be once a bead is published; nil when all is.
  let defect: String?
}

/// A container with beads that take each other in their constructors and injectors, or later.
struct Knot: Sendable {
  enum Home: Sendable, CaseIterable { case singleton, cached, scoped, graph }

  var container = Container()
  var ledger = Ledger()
  let names: [Name]
  /// For each bead, what its constructor takes, what its injector takes, and what it asks for later.
  var takes: [[Int]]
  var injects: [[Int]]
  var asksLater: [[Int]]
  /// The beads whose factories are asynchronous.
  var asynchronous: Set<Int> = []
  /// Called before a constructor takes anything.
  var starting: @Sendable (Int) throws -> Void = { _ in }
  /// Called before the factory returns.
  var made: @Sendable (Int) throws -> Void = { _ in }
  /// Called with a bead when its injector has resolved everything.
  var injecting: @Sendable (Bead) throws -> Void = { _ in }
  /// Called with a bead and what it asked for, in the closure.
  var closing: @Sendable (Bead, Bead) throws -> Void = { _, _ in }
  private let all = Guarded<[Bead]>([])

  init(_ count: Int, takes: [Int: [Int]] = [:], injects: [Int: [Int]] = [:], later: [Int: [Int]] = [:]) {
    names = Name.fresh(count)
    self.takes = (0..<count).map { takes[$0] ?? [] }
    self.injects = (0..<count).map { injects[$0] ?? [] }
    asksLater = (0..<count).map { later[$0] ?? [] }
  }

  func register(_ home: Home = .singleton) throws {
    for index in names.indices {
      let name = names[index]
      switch home {
      case _ where asynchronous.contains(index):
        try container.register(
          Bead.self, named: name,
          .async { [self] r in
            try starting(index)
            let build = ledger.begin(name)
            var parts: [Bead] = []
            for part in takes[index] { parts.append(try await r.resolve(Bead.self, named: names[part])) }
            return try bead(index, build, parts)
          })
      case .singleton: try container.register(Bead.self, named: name) { [self] r in try make(index, r) }
      case .cached: try container.register(Bead.self, named: name, scope: .cached("knots")) { [self] r in try make(index, r) }
      case .scoped: try container.register(Bead.self, named: name, scope: .scoped) { [self] r in try make(index, r) }
      case .graph: try container.register(Bead.self, named: name, scope: .graph) { [self] r in try make(index, r) }
      }
    }
    try container.registerInjector(Bead.self) { [self] bead, r in
      var injected: [Bead] = []
      for other in injects[bead.index] { injected.append(try r.resolve(Bead.self, named: names[other])) }
      for other in asksLater[bead.index] {
        r.later(Bead.self, named: names[other]) { [closing] other in
          try closing(bead, other)
          bead.close(with: other)
        }
      }
      try injecting(bead)
      bead.inject(injected)
    }
  }

  private func make(_ index: Int, _ r: FactoryResolver) throws -> Bead {
    try starting(index)
    let build = ledger.begin(names[index])
    var parts: [Bead] = []
    for part in takes[index] { parts.append(try r.resolveNow(Bead.self, named: names[part])) }
    return try bead(index, build, parts)
  }

  private func bead(_ index: Int, _ build: Int, _ parts: [Bead]) throws -> Bead {
    try made(index)
    let bead = Bead(index, build, parts: parts, ledger)
    all.withLock { $0.append(bead) }
    return bead
  }

  /// Starts a caller who notes what it sees as soon as it gets a bead.
  func ask(_ index: Int, as caller: Caller, after gate: Gate? = nil) -> Pending<KnotSight> {
    HoldfastTests.ask(container, Bead.self, named: names[index], as: caller, after: gate) { sight(from: $0) }
  }

  /// Everything that `bead` leads to.
  func sight(from bead: Bead) -> KnotSight {
    var (beads, index, defect) = ([bead], 0, String?.none)
    while index < beads.count {
      let next = beads[index]
      index += 1
      let (injected, later) = (next.injected, next.later)
      if next.injections != 1 { defect = "bead \(next.index): its injector has run \(next.injections) times" }
      if next.parts.map(\.index) != takes[next.index] { defect = "bead \(next.index): its constructor took something else" }
      if injected.map(\.index) != injects[next.index] { defect = "bead \(next.index) is not injected" }
      if later.map(\.index).sorted() != asksLater[next.index].sorted() {
        defect = "bead \(next.index): its closures ran \(later.count) times"
      }
      for other in next.parts + injected + later {
        if let known = beads.first(where: { $0.index == other.index }) {
          if known !== other { defect = "two beads \(other.index)" }
        } else {
          beads.append(other)
        }
      }
    }
    return KnotSight(beads: beads, defect: defect)
  }

  /// Checks that all saw the same beads, whole, each made by the build of this number and made once.
  func expectOne(_ sights: [KnotSight], build: Int = 1, _ location: SourceLocation = #_sourceLocation) {
    var known: [Int: Bead] = [:]
    for sight in sights {
      #expect(sight.defect == nil, sourceLocation: location)
      for bead in sight.beads {
        let first = known[bead.index, default: bead]
        #expect(first === bead, "two beads \(bead.index)", sourceLocation: location)
        #expect(bead.build == build, sourceLocation: location)
        known[bead.index] = bead
      }
    }
    #expect(known.keys.allSatisfy { ledger.builds(names[$0]) == build }, sourceLocation: location)
  }

  /// Whether no bead is there, nor being built.
  var isEmpty: Bool { names.allSatisfy { container.peek(Bead.self, named: $0) == nil && waiters(of: $0) == -1 } }

  /// How many callers wait for the build of a bead; -1 when it is not being built.
  func waiters(of name: Name) -> Int {
    BuildInFlight.all.first { ($0.subject as? Registration)?.key == AnyKey(Bead.self, named: name) }?.waiters ?? -1
  }

  /// Lets the beads go, which may hold each other.
  func untie() {
    let beads = all.withLock { all in
      defer { all = [] }
      return all
    }
    for bead in beads { bead.untie() }
  }
}
