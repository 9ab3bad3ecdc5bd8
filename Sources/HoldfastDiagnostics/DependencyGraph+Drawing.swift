import Holdfast

extension DependencyGraph {
  /// The graph as a tree. It begins with the keys that no other key needs; below each key are its dependencies. A key's dependencies are shown once.
  public var text: String {
    let drawing = GraphDrawing(of: self)
    let edgesByKey = Dictionary(grouping: edges, by: \.from)
    let nodesByKey = Dictionary(nodes.map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
    let needed = Set(edges.filter { $0.from != $0.to }.map(\.to))
    var shown: Set<AnyKey> = []
    var lines: [String] = []
    func show(_ key: AnyKey, _ how: String, _ depth: Int) {
      let details = nodesByKey[key].map(\.details) ?? "not registered here"
      let isNew = shown.insert(key).inserted
      let below = edgesByKey[key] ?? []
      let more = isNew || below.isEmpty ? "" : " …"
      lines.append(String(repeating: "  ", count: depth) + how + "\(drawing.name(of: key)) (\(details))" + more)
      guard isNew else { return }
      for edge in below {
        show(edge.to, edge.kind.known.isValue ? "" : edge.kind.known.isManner ? "\(edge.kind) " : "\(edge.kind) of ", depth + 1)
      }
    }
    for node in nodes where !needed.contains(node.key) { show(node.key, "", 0) }
    // What is only in cycles has no root.
    for node in nodes where !shown.contains(node.key) { show(node.key, "", 0) }
    return lines.joined(separator: "\n")
  }

  /// The graph in the DOT language of Graphviz, with a cluster for each assembly.
  public var dot: String {
    let drawing = GraphDrawing(of: self)
    var lines = [
      "digraph Holdfast {",
      "  graph [rankdir=LR, ranksep=1, fontname=\"Helvetica\", labeljust=l, style=\"rounded,filled\", color=gray80, fillcolor=gray97];",
      "  node [fontname=\"Helvetica\", shape=box, style=filled, fillcolor=white];",
      "  edge [fontname=\"Helvetica\", fontsize=11, color=gray40];",
    ]
    for (index, group) in drawing.groups.enumerated() {
      if let assembly = group.assembly {
        lines += ["  subgraph cluster\(index) {", "    label=\"\(Self.quoted(assembly))\";"]
      }
      for box in group.boxes {
        let label = ([box.name] + (box.details.map { [$0] } ?? [])).map(Self.quoted).joined(separator: "\\n")
        lines.append(
          (group.assembly == nil ? "  " : "    ")
            + "n\(box.id) [label=\"\(label)\"\(box.details == nil ? ", style=\"filled,dashed\"" : "")];")
      }
      if group.assembly != nil { lines.append("  }") }
    }
    for edge in edges {
      guard let from = drawing.ids[edge.from], let to = drawing.ids[edge.to] else { continue }
      var attributes: [String] = []
      if !edge.kind.known.isValue { attributes.append("label=\"\(edge.kind)\"") }
      if !edge.isDeclared { attributes.append("style=dotted") }
      lines.append("  n\(from) -> n\(to)" + (attributes.isEmpty ? ";" : " [\(attributes.joined(separator: ", "))];"))
    }
    return (lines + ["}"]).joined(separator: "\n")
  }

  /// The graph as a Mermaid flowchart, which many hosts draw inside Markdown, with a subgraph for each assembly.
  public var mermaid: String {
    let drawing = GraphDrawing(of: self)
    var lines = ["flowchart LR"]
    for (index, group) in drawing.groups.enumerated() {
      if let assembly = group.assembly { lines.append("  subgraph a\(index)[\"\(Self.entities(assembly))\"]") }
      for box in group.boxes {
        let label = ([box.name] + (box.details.map { [$0] } ?? [])).map(Self.entities).joined(separator: "<br/>")
        lines.append((group.assembly == nil ? "  " : "    ") + "n\(box.id)[\"\(label)\"]")
      }
      if group.assembly != nil { lines.append("  end") }
    }
    for edge in edges {
      guard let from = drawing.ids[edge.from], let to = drawing.ids[edge.to] else { continue }
      let arrow = edge.isDeclared ? "-->" : "-.->"
      let label = edge.kind.known.isValue ? "" : "|\(edge.kind)|"
      lines.append("  n\(from) \(arrow)\(label) n\(to)")
    }
    for box in drawing.groups.flatMap(\.boxes) where box.details == nil { lines.append("  style n\(box.id) stroke-dasharray: 5 5") }
    return lines.joined(separator: "\n")
  }

  private static func quoted(_ text: String) -> String {
    text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
  }

  private static func entities(_ text: String) -> String {
    // The number sign comes first, because it begins every entity. A label between backticks would be Markdown.
    text.replacing("#", with: "#35;").replacing("`", with: "#96;").replacing("&", with: "#amp;").replacing("\"", with: "#quot;")
      .replacing("<", with: "#lt;").replacing(">", with: "#gt;")
  }
}
