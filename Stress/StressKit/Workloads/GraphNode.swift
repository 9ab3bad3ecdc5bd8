/// A node of a ring: an ordinary class, which belongs to the worker that resolved its graph.
final class GraphNode {
  static let ringLength = 3

  let tracked: Tracked
  var injections = 0
  var leaf: GraphLeaf?
  var hub: GraphHub?
  /// The next one in the ring; the worker that gets the graph takes it apart.
  var next: GraphNode?

  init(_ tracked: Tracked) {
    self.tracked = tracked
  }

  /// This node and those that follow it, once around, or as far as they go.
  var ring: [GraphNode] {
    var nodes = [self]
    while nodes.count < Self.ringLength, let node = nodes[nodes.count - 1].next { nodes.append(node) }
    return nodes
  }
}

/// What all nodes of a graph share.
final class GraphLeaf {
  let tracked: Tracked

  init(_ tracked: Tracked) {
    self.tracked = tracked
  }
}

/// A transient above a node.
struct GraphTree {
  let node: GraphNode
  let leaf: GraphLeaf
}

/// What all graphs share.
final class GraphHub: Sendable {
  private let tracked: Tracked

  init(_ tracked: Tracked) {
    self.tracked = tracked
  }
}
