import Holdfast
import HoldfastDefinitions
import Testing

extension TyphoonTests {
  @Test("Typhoon: arguments × scope")
  func argumentsAndScope() throws {
    // Every point has the same hash: only their values tell them apart.
    let (a, b) = (Point(x: 1, y: 2), Point(x: 2, y: 1))
    func register(_ name: Name, _ scope: Sharing) throws {
      try container.register(
        Tile.self, named: name, scope: scope.lifetime(),
        .factory(taking: Point.self) { [ledger] _, point in
          Tile(point: point, number: ledger.begin(name))
        })
    }
    try register("singleton", .singleton)
    try register("cached", .cached("tiles"))
    try register("scoped", .scoped)
    try container.register(
      Tile.self, named: "transient", scope: .transient,
      .factory(taking: Point.self) { [ledger] _, point in
        Tile(point: point, number: ledger.begin("transient"))
      })
    try container.register(
      Tile.self, named: "weak", scope: .weak,
      .factory(taking: Point.self) { [ledger] _, point in
        Tile(point: point, number: ledger.begin("weak"))
      })
    for name: Name in ["singleton", "cached", "weak"] {
      let (first, second) = (try container.resolve(Tile.self, named: name, with: a), try container.resolve(Tile.self, named: name, with: b))
      #expect(first !== second)
      #expect((first.point, second.point) == (a, b))
      #expect(try container.resolve(Tile.self, named: name, with: Point(x: 1, y: 2)) === first)
      #expect(try container.resolve(Tile.self, named: name, with: Point(x: 2, y: 1)) === second)
      #expect(ledger.builds(name) == 2)
    }
    #expect(try container.resolve(Tile.self, named: "transient", with: a) !== container.resolve(Tile.self, named: "transient", with: a))
    #expect(ledger.builds("transient") == 2)

    #expect(try container.resolve(Tile.self, named: "weak", with: a).number == 3, "the first one was not held")
    container.reset(group: "tiles")
    #expect(try container.resolve(Tile.self, named: "cached", with: a).number == 3)
    #expect(try failure { try container.resolve(Tile.self, named: "scoped", with: a) }.code == .outsideScope)
    for round in 0..<2 {
      try container.withScope { scope in
        let first = try scope.resolve(Tile.self, named: "scoped", with: a)
        let second = try scope.resolve(Tile.self, named: "scoped", with: b)
        #expect(first !== second && (first.point, second.point) == (a, b))
        #expect(try scope.resolve(Tile.self, named: "scoped", with: Point(x: 1, y: 2)) === first)
      }
      #expect(ledger.builds("scoped") == 2 * round + 2)
    }
  }

  @Test("Typhoon: arguments × scope, one for each value in a graph")
  func argumentsInAGraph() throws {
    try container
      .register(
        Node.self, scope: .graph,
        .factory(taking: Point.self) { [ledger] _, point in
          Node(point: point, number: ledger.begin("node"))
        }
      )
      .register([Node].self, scope: .transient) { r in
        [
          try r.resolve(with: Point(x: 1, y: 2)), try r.resolve(with: Point(x: 2, y: 1)), try r.resolve(with: Point(x: 1, y: 2)),
        ]
      }
    let nodes = try container.resolve([Node].self)
    #expect(nodes[0] === nodes[2] && nodes[0] !== nodes[1])
    #expect(ledger.builds("node") == 2)
    #expect(try container.resolve([Node].self)[0] !== nodes[0])
    #expect(ledger.builds("node") == 4)
  }

  @Test("Typhoon: arguments × cycles")
  func argumentsAndCycles() throws {
    try container
      .register(
        Node.self, scope: .graph,
        .factory(taking: Point.self) { [ledger] _, point in
          Node(point: point, number: ledger.begin("node"))
        }
      )
      .register(
        Edge.self, scope: .graph,
        .factory(taking: Point.self) { [ledger] _, point in
          Edge(point: point, number: ledger.begin("edge"))
        }
      )
      .registerInjector(Node.self) { node, r in node.edge = try r.resolve(with: node.point) }
      .registerInjector(Edge.self) { edge, r in edge.node = try r.resolve(with: edge.point) }
    for round in 1...2 {
      let node = try container.resolve(Node.self, with: Point(x: 1, y: 2))
      #expect(node.edge?.node === node)
      #expect(node.edge?.point == node.point)
      let edge = try container.resolve(Edge.self, with: Point(x: 2, y: 1))
      #expect(edge.node?.edge === edge)
      (node.edge, edge.node) = (nil, nil)
      #expect(ledger.builds("node") == 2 * round)
      #expect(ledger.builds("edge") == 2 * round)
    }
    let defined = try container.assembly(CycleAssembly.self).node(at: Point(x: 5, y: 6))
    #expect(defined.edge?.node === defined)
    #expect(defined.edge?.point == Point(x: 5, y: 6))
    defined.edge = nil
  }
}

// MARK: What the tests build

private struct Point: Hashable, Sendable {
  let x: Int
  let y: Int

  func hash(into hasher: inout Hasher) {}
}

private final class Tile: Sendable {
  let point: Point
  let number: Int

  init(point: Point, number: Int) {
    self.point = point
    self.number = number
  }
}

private final class Node {
  let point: Point
  let number: Int
  var edge: Edge?

  init(point: Point, number: Int) {
    self.point = point
    self.number = number
  }
}

private final class Edge {
  let point: Point
  let number: Int
  var node: Node?

  init(point: Point, number: Int) {
    self.point = point
    self.number = number
  }
}

private struct CycleAssembly: DefinitionAssembly {
  let definitions: Definitions

  func node(at point: Point) throws -> Node {
    try define(with: point) {
      Node(point: point, number: 0)
    } configure: {
      $0.edge = try edge(at: point)
    }
  }

  func edge(at point: Point) throws -> Edge {
    try define(with: point) {
      Edge(point: point, number: 0)
    } configure: {
      $0.node = try node(at: point)
    }
  }
}
