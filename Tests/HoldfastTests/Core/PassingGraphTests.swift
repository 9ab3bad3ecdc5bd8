import Holdfast
import OnceKernel
import Testing

// Looks inside, which only debug builds allow.
#if DEBUG
  @testable import Holdfast
  @testable import OnceKernel
#endif

/// The object graph of transients that are made in passing: it is opened when the first of them asks for an object of it.
@Suite struct PassingGraphTests {
  private final class Node: Sendable {
    let number = Int.random(in: .min ... .max)
  }

  private final class Leaf: Sendable {
    let node: Node
    init(_ node: Node) { self.node = node }
  }

  private final class Tree: Sendable {
    let nodes: [Node]
    init(_ nodes: [Node]) { self.nodes = nodes }

    var isOneGraph: Bool { nodes.allSatisfy { $0 === nodes.first } }
  }

  /// Whether the thread has no graph any more; builds without testable imports cannot tell.
  private var isNoGraphOpen: Bool {
    #if DEBUG
      Threads.current.pointee.shared == nil
    #else
      true
    #endif
  }

  private func container(_ make: @escaping @Sendable (FactoryResolver) throws -> [Node]) throws -> Container {
    try Container {
      $0.register(Node.self, scope: .graph) { _ in Node() }
      $0.register(Leaf.self, scope: .transient) { r in try Leaf(r.resolve()) }
      $0.register(Tree.self, scope: .transient) { r in try Tree(make(r)) }
    }
  }

  @Test func `A transient beside a graph registration keeps the cell of the fast path`() throws {
    let parent = try container { _ in [] }
    let child = Container(parent: parent)
    try child.register(Tree.self, scope: .transient) { _ in Tree([]) }
    for container in [parent, child] {
      #if DEBUG
        #expect(container.core.ownCell(for: AnyKey(Tree.self))?.kind == .perCall)
      #endif
      _ = try container.resolve(Tree.self)
      #expect(isNoGraphOpen)
    }
  }

  @Test func `One request has one graph, whichever transient needs it first`() throws {
    let orders: [@Sendable (FactoryResolver) throws -> [Node]] = [
      { r in try [r.resolve(), r.resolve()] },
      { r in try [r.resolve(Leaf.self).node, r.resolve()] },
      { r in try [r.resolve(), r.resolve(Leaf.self).node] },
      { r in try [r.resolve(Leaf.self).node, r.resolve(Leaf.self).node, r.resolve()] },
      { r in try r.resolveAll(Leaf.self).map(\.node) + [r.resolve()] },
      { r in try [r.resolve(Node?.self), r.resolve(Leaf?.self)?.node].compactMap { $0 } },
      { r in try [r.resolve(Leaf.self).node, r.existing()] },
    ]
    for (index, order) in orders.enumerated() {
      let container = try container(order)
      let (first, second) = (try container.resolve(Tree.self), try container.resolve(Tree.self))
      #expect(first.isOneGraph && second.isOneGraph && first.nodes.count >= 2, "\(index)")
      #expect(first.nodes[0] !== second.nodes[0], "\(index)")
    }
  }

  @Test func `A transient that begins to need the graph has it`() throws {
    let needs = Flag()
    let container = try container { r in needs.isSet ? try [r.resolve(Leaf.self).node, r.resolve()] : [] }
    #expect(try container.resolve(Tree.self).nodes.isEmpty)
    needs.isSet = true
    #expect(try container.resolve(Tree.self).isOneGraph)
    needs.isSet = false
    #expect(try container.resolve(Tree.self).nodes.isEmpty)
  }

  @Test func `A graph that is registered while a transient is made is one for it`() throws {
    let container = Container()
    try container.register(Leaf.self, scope: .transient) { r in try Leaf(r.resolve()) }
    try container.register(Tree.self, scope: .transient) { [unowned container] r in
      try container.register(Node.self, scope: .graph) { _ in Node() }
      return try Tree([r.resolve(Leaf.self).node, r.resolve()])
    }
    #expect(try container.resolve(Tree.self).isOneGraph)
    #expect(isNoGraphOpen)
  }

  @Test func `A captured container opens a graph of its own`() throws {
    let container = Container()
    try container.registerAll {
      $0.register(Node.self, scope: .graph) { _ in Node() }
      $0.register(Leaf.self, scope: .transient) { r in try Leaf(r.resolve()) }
      $0.register(Tree.self, scope: .transient) { [unowned container] r in
        try Tree([r.resolve(), container.resolve(), container.resolve(Leaf.self).node, r.resolve(Leaf.self).node])
      }
    }
    let nodes = try container.resolve(Tree.self).nodes
    #expect(nodes[0] === nodes[3])
    #expect(Set(nodes.map { ObjectIdentifier($0) }).count == 3)
  }

  @Test func `A property wrapper shares the graph`() throws {
    struct Wrapped: Sendable {
      @Injected var node: Node
      @Injected var leaf: Leaf
    }
    let container = try Container {
      $0.register(Node.self, scope: .graph) { _ in Node() }
      $0.register(Leaf.self, scope: .transient) { r in try Leaf(r.resolve()) }
      $0.register(Wrapped.self, scope: .transient) { _ in Wrapped() }
      $0.register(Tree.self, scope: .transient) { r in
        let wrapped = try r.resolve(Wrapped.self)
        return try Tree([wrapped.node, wrapped.leaf.node, r.resolve()])
      }
    }
    #expect(try container.resolve(Tree.self).isOneGraph)
  }

  @Test func `A child's transient shares the graph with what its parent makes`() throws {
    let parent = try container { _ in [] }
    let child = Container(parent: parent)
    try child.register(Tree.self, scope: .transient) { r in
      try Tree([r.resolve(Leaf.self).node, r.resolve(), r.resolve(Leaf.self).node] + r.resolveAll(Node.self))
    }
    #expect(try child.resolve(Tree.self).isOneGraph)
    #expect(try child.withScope { try $0.resolve(Tree.self) }.isOneGraph)
  }

  @Test func `What collects its own type and what is decorated share the graph`() throws {
    let container = Container()
    try container.registerAll {
      $0.register(Node.self, scope: .graph) { _ in Node() }
      $0.register(Leaf.self, named: "a", scope: .transient) { r in try Leaf(r.resolve()) }
      $0.register(
        Leaf.self, scope: .transient, .wired { (leaves: [Leaf], node: Node) in leaves[0].node === node ? Leaf(node) : Leaf(Node()) })
      $0.register(Tree.self, scope: .transient) { r in try Tree([r.resolve(Leaf.self).node, r.resolve()]) }
      $0.register(Int.self, scope: .transient) { r in
        let tree = try r.resolve(Tree.self)
        return try tree.isOneGraph && tree.nodes.count == 3 && tree.nodes[0] === r.resolve(Node.self) ? 1 : 0
      }
    }
    try container.decorate(Tree.self) { tree, r in try Tree(tree.nodes + [r.resolve()]) }
    #expect(try container.resolve(Int.self) == 1)
  }

  @Test func `The graph ends with the outermost transient, also when that throws`() throws {
    struct Stop: Error {}
    let ends = Flag()
    let counter = Counter()
    let container = try Container {
      $0.register(Counted.self, scope: .graph) { _ in Counted(counter) }
      $0.register(Int.self, scope: .transient) { r in
        _ = try r.resolve(Counted.self)
        return counter.value
      }
      $0.register(String.self, scope: .transient) { r in
        // What the inner transient has opened lasts until this one returns.
        let count = try r.resolve(Int.self)
        if ends.isSet { throw Stop() }
        return "\(count) \(counter.value)"
      }
    }
    #expect(try container.resolve(String.self) == "1 1")
    #expect(counter.value == 0)
    ends.isSet = true
    #expect(throws: ResolutionError.self) { try container.resolve(String.self) }
    #expect(counter.value == 0 && isNoGraphOpen)
  }

  @Test func `Transients that nest deep share the graph`() throws {
    let container = try Container {
      $0.register(Node.self, scope: .graph) { _ in Node() }
      $0.register(
        Tree.self, scope: .transient,
        .factory(taking: Int.self) { (r: FactoryResolver, left: Int) throws -> Tree in
          guard left > 0 else { return try Tree([r.resolve()]) }
          let inner = try r.resolve(Tree.self, with: left - 1)
          return try Tree(left % 10 == 0 ? inner.nodes + [r.resolve()] : inner.nodes)
        })
    }
    let tree = try container.resolve(Tree.self, with: 200)
    #expect(tree.nodes.count == 21 && tree.isOneGraph)
  }

  @Test func `A shared value that a transient needs has a graph of its own`() throws {
    let container = try Container {
      $0.register(Node.self, scope: .graph) { _ in Node() }
      $0.register(Leaf.self) { r in try Leaf(r.resolve()) }
      $0.register(Tree.self, scope: .transient) { r in try Tree([r.resolve(), r.resolve(Leaf.self).node, r.resolve()]) }
    }
    let nodes = try container.resolve(Tree.self).nodes
    #expect(nodes[0] === nodes[2] && nodes[0] !== nodes[1])
  }

  @Test func `Tasks and threads have a graph for each request`() async throws {
    let container = try container { r in try [r.resolve(Leaf.self).node, r.resolve()] }
    await withTaskGroup(of: [Node]?.self) { group in
      for _ in 0..<64 {
        group.addTask {
          guard let tree = try? await container.resolve(Tree.self), tree.isOneGraph else { return nil }
          return tree.nodes
        }
      }
      var seen: Set<ObjectIdentifier> = []
      var kept: [Node] = []
      for await nodes in group {
        guard let node = nodes?.first else {
          Issue.record("two graphs in one request")
          continue
        }
        kept.append(node)
        seen.insert(ObjectIdentifier(node))
      }
      #expect(seen.count == 64 && kept.count == 64)
    }
  }

  @Test func `A transient that an asynchronous factory asks a captured container for has a graph of its own`() async throws {
    struct Wrapped: Sendable {
      @Injected var node: Node
    }
    let container = Container()
    try container.registerAll {
      $0.register(Node.self, scope: .graph) { _ in Node() }
      $0.register(Leaf.self, scope: .transient) { r in try Leaf(r.resolve()) }
      $0.register(Tree.self, scope: .transient) { r in
        try Tree([r.resolve(), r.resolve(Leaf.self).node, Wrapped().node, r.resolve()])
      }
      $0.register(
        [Tree].self,
        .async { [unowned container] r in
          let own: Node = try await r.resolve()
          return try [Tree([own, r.resolveNow()]), container.resolveNow(), container.resolveNow()]
        })
    }
    let trees = try await container.resolve([Tree].self)
    #expect(trees.map { $0.nodes.count } == [2, 4, 4])
    for tree in trees { #expect(tree.isOneGraph) }
    let graphs = Set(trees.map { ObjectIdentifier($0.nodes[0]) })
    #expect(graphs.count == 3)
  }

  private final class Counted: Sendable {
    let counter: Counter
    init(_ counter: Counter) {
      self.counter = counter
      counter.add(1)
    }

    deinit { counter.add(-1) }
  }

  private final class Flag: Sendable {
    private let value = Guarded(false)
    var isSet: Bool {
      get { value.withLock { $0 } }
      set { value.withLock { $0 = newValue } }
    }
  }
}
