extension DependencyGraph {
  /// A tree for people: the keys that nobody needs, each with what it needs below. What was shown already is not unfolded again.
  public var text: String {
    let edgesByKey = Dictionary(grouping: edges, by: \.from)
    let nodesByKey = Dictionary(nodes.map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
    let needed = Set(edges.filter { $0.from != $0.to }.map(\.to))
    var shown: Set<AnyKey> = []
    var lines: [String] = []
    func show(_ key: AnyKey, _ how: String, _ depth: Int) {
      let label = nodesByKey[key].map(Self.label) ?? "\(key) (not registered here)"
      let isNew = shown.insert(key).inserted
      let below = edgesByKey[key] ?? []
      lines.append(String(repeating: "  ", count: depth) + how + label + (isNew || below.isEmpty ? "" : " …"))
      guard isNew else { return }
      for edge in below { show(edge.to, edge.kind == .value ? "" : "\(edge.kind.rawValue) of ", depth + 1) }
    }
    for node in nodes where !needed.contains(node.key) { show(node.key, "", 0) }
    // What is only in cycles has no root.
    for node in nodes where !shown.contains(node.key) { show(node.key, "", 0) }
    return lines.joined(separator: "\n")
  }

  /// The graph in the DOT language of Graphviz.
  public var dot: String {
    var lines = ["digraph Holdfast {", "  rankdir=LR;", "  node [shape=box, fontname=\"Helvetica\"];"]
    let ids = numbered
    for (key, id) in ids.inOrder {
      let node = nodes.first { $0.key == key }
      let style = node == nil ? ", style=dashed" : ""
      lines.append("  n\(id) [label=\"\(Self.quoted(node.map(Self.label) ?? "\(key)"))\"\(style)];")
    }
    for edge in edges {
      guard let from = ids.number[edge.from], let to = ids.number[edge.to] else { continue }
      var attributes: [String] = []
      if edge.kind != .value { attributes.append("label=\"\(edge.kind.rawValue)\"") }
      if edge.origin == .observed { attributes.append("style=dotted") }
      lines.append("  n\(from) -> n\(to)" + (attributes.isEmpty ? ";" : " [\(attributes.joined(separator: ", "))];"))
    }
    return (lines + ["}"]).joined(separator: "\n")
  }

  /// The graph as a Mermaid flowchart, which many hosts draw inside Markdown.
  public var mermaid: String {
    var lines = ["flowchart LR"]
    let ids = numbered
    for (key, id) in ids.inOrder {
      let node = nodes.first { $0.key == key }
      lines.append("  n\(id)[\"\(Self.entities(node.map(Self.label) ?? "\(key)"))\"]")
    }
    for edge in edges {
      guard let from = ids.number[edge.from], let to = ids.number[edge.to] else { continue }
      let arrow = edge.origin == .observed ? "-.->" : "-->"
      let label = edge.kind == .value ? "" : "|\(edge.kind.rawValue)|"
      lines.append("  n\(from) \(arrow)\(label) n\(to)")
    }
    return lines.joined(separator: "\n")
  }

  private var numbered: (number: [AnyKey: Int], inOrder: [(AnyKey, Int)]) {
    var number: [AnyKey: Int] = [:]
    var inOrder: [(AnyKey, Int)] = []
    for key in nodes.map(\.key) + edges.map(\.to) where number[key] == nil {
      number[key] = inOrder.count
      inOrder.append((key, inOrder.count))
    }
    return (number, inOrder)
  }

  private static func label(_ node: Node) -> String {
    let details = ["\(node.lifetime)"] + (node.isAsynchronous ? ["async"] : []) + (node.isOnMainActor ? ["main actor"] : [])
    return "\(node.key) (\(details.joined(separator: ", ")))"
  }

  private static func quoted(_ text: String) -> String {
    text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
  }

  private static func entities(_ text: String) -> String {
    text.replacing("&", with: "#amp;").replacing("\"", with: "#quot;").replacing("<", with: "#lt;").replacing(">", with: "#gt;")
  }
}
