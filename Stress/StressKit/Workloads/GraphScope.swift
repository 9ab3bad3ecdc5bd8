import Holdfast
import HoldfastStress

/// Circular object graphs resolved side by side: within one, each key has one object; no object is in two.
///
/// Three nodes refer to each other in a ring, closed by their injector, and all hang the same leaf and the one singleton hub; a transient
/// tree holds one of the nodes. Workers enter at any node or at the tree, on threads and in tasks. A worker claims all that is in a graph
/// it gets; what is claimed already belongs to another graph. The hub's leaf comes from a graph of the hub's own.
///
/// ```
/// tree ─→ node 0 ─→ node 1 ─→ node 2 ─→ node 0      every node ─→ leaf      every node ─→ hub ─→ another leaf
/// ```
final class GraphScope: ContainerWorkload {
  static let name = "graph-scope"
  static let summary = "graphs with cycles, resolved side by side: one object within a graph, none in two graphs"
  static let acts = 4

  private static let tree = 3
  private static let names: [Name] = (0..<GraphNode.ringLength).map { Name(String($0)) }

  private let ledger: Ledger
  private let container = Container()
  private let hub = KeyState()

  init(_ setting: Setting) {
    ledger = setting.ledger
  }

  func prepare(_ subject: any StressSubject) throws {
    let (ledger, hub) = (ledger, hub)
    let shared = subject.defect == .sharesGraph ? Tracked(key: 10, in: ledger) : nil
    try container.registerAll { batch in
      batch.register(GraphLeaf.self, scope: .graph) { _ in GraphLeaf(shared ?? Tracked(key: 10, in: ledger)) }
      for index in Self.names.indices {
        batch.register(GraphNode.self, named: Self.names[index], scope: .graph) { _ in GraphNode(Tracked(key: index, in: ledger)) }
      }
      batch.registerInjector(GraphNode.self) { node, resolver in
        node.injections += 1
        node.leaf = try resolver.resolve()
        node.next = try resolver.resolve(named: Self.names[(node.tracked.key + 1) % GraphNode.ringLength])
        node.hub = try resolver.resolve()
        let found = try resolver.existing(GraphLeaf.self)
        ledger.check(found === node.leaf, .graphWhole, "the graph has another leaf than the one it gave")
      }
      batch.register { resolver in
        ledger.check(hub.nextNumber() == 1, .oneBuild, "the hub is built again")
        let leaf = try resolver.resolve(GraphLeaf.self)
        ledger.check(leaf.tracked.claim(), .graphApart, "the hub has the leaf of another graph")
        MonotonicClock.yieldThread()
        return GraphHub(Tracked(key: 20, in: ledger))
      }
      batch.register(scope: .transient) { resolver in
        GraphTree(node: try resolver.resolve(named: Self.names[0]), leaf: try resolver.resolve())
      }
    }
  }

  func act(_ number: Int, by worker: Worker) {
    do throws(ResolutionError) {
      if number == Self.tree {
        judge(try container.resolve(GraphTree.self), by: worker)
      } else {
        judge(try container.resolve(GraphNode.self, named: Self.names[number]), number, by: worker)
      }
    } catch {
      worker.check(false, .noSurprise, "resolving a graph failed: \(error)")
    }
  }

  func actInTask(_ number: Int, by worker: Worker) async {
    do throws(ResolutionError) {
      if number == Self.tree {
        judge(try await container.resolve(GraphTree.self), by: worker)
      } else {
        judge(try await container.resolve(GraphNode.self, named: Self.names[number]), number, by: worker)
      }
    } catch {
      worker.check(false, .noSurprise, "resolving a graph failed: \(error)")
    }
  }

  private func judge(_ tree: GraphTree, by worker: Worker) {
    worker.check(tree.leaf === tree.node.leaf, .graphWhole, "the tree and its node have different leaves")
    judge(tree.node, 0, by: worker)
  }

  /// Checks a graph, claims all that is in it and takes it apart, since its objects hold each other.
  private func judge(_ root: GraphNode, _ number: Int, by worker: Worker) {
    let ring = root.ring
    defer { for node in ring { node.next = nil } }
    let keys = (0..<GraphNode.ringLength).map { (number + $0) % GraphNode.ringLength }
    worker.check(ring.map(\.tracked.key) == keys && ring.last?.next === root, .graphWhole, "node \(number) is not in a ring")
    worker.check(ring.allSatisfy { $0.injections == 1 }, .whollyInjected, "a node was injected \(ring.map(\.injections)) times")
    worker.check(ring.allSatisfy { $0.leaf === root.leaf }, .graphWhole, "one graph has several leaves")
    worker.check(ring.allSatisfy { $0.hub != nil && $0.hub === root.hub }, .oneObject, "one graph has several hubs")
    for tracked in ring.map(\.tracked) + [root.leaf?.tracked].compactMap({ $0 }) {
      worker.check(tracked.isIntact, .intact, "object \(tracked.serial) is not wholly built")
      worker.check(tracked.claim(), .graphApart, "object \(tracked.serial) of key \(tracked.key) is in two graphs")
    }
  }
}
