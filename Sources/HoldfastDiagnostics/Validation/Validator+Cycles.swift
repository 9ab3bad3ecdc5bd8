import Holdfast

extension Validator {
  func cycles() -> [ValidationProblem] {
    let components = Components(graph.next(\.kind.isImmediate))
    return components.groups.compactMap { cycle(in: $0, components) }.sorted { $0[0] < $1[0] }.map {
      problem($0)
    }
  }

  /// A cycle of a group that cannot be built; nil if injectors alone close it.
  private func cycle(in group: [Int], _ components: Components) -> [Int]? {
    guard let first = group.min() else { return nil }
    let members = Set(group)
    let inside = members.sorted().map { node in (node, graph.edges[node].filter { $0.need.kind.isImmediate && members.contains($0.to) }) }
    if inside.allSatisfy({ $1.allSatisfy { !$0.need.isInjected } }) {
      return beginningWithRegistration(components.cycle(through: first, in: members))
    }
    // What a factory takes is there only when that is built, so that each cycle with such an edge is one.
    for (node, edges) in inside {
      if let edge = edges.first(where: { !$0.need.isInjected }), isTaken(edge, by: node) {
        return beginningWithRegistration(components.cycle(from: node, over: edge.to, in: members))
      }
    }
    // An injector of what is made anew each time makes the next one.
    var next = graph.edges.map { _ in [Int]() }
    for (node, edges) in inside where isTransient(node) { next[node] = edges.map(\.to).filter(isTransient) }
    let transients = Components(next)
    guard let cycle = transients.groups.first, let first = cycle.min() else { return nil }
    return transients.cycle(through: first, in: Set(cycle))
  }

  /// Whether an edge is what a registration takes in its factory; a member of a collection is needed as the collection is.
  private func isTaken(_ edge: NeedGraph.Edge, by node: Int) -> Bool { graph.registration(at: node) != nil }

  private func isTransient(_ node: Int) -> Bool { graph.registration(at: node)?.lifetime.isTransient == true }

  private func beginningWithRegistration(_ cycle: [Int]?) -> [Int]? {
    guard let cycle, let start = cycle.firstIndex(where: { graph.registration(at: $0) != nil }) else { return nil }
    return Array(cycle[start...] + cycle[..<start])
  }

  private func problem(_ nodes: [Int]) -> ValidationProblem {
    let members = graph.registrations(along: nodes)
    let cycle = members.map(\.key)
    let shown = 6
    let names = cycle.prefix(shown).map(\.description) + (cycle.count > shown ? ["\(cycle.count - shown) more"] : [])
    let injectable = members.first { $0.extendedBy.map { extensions[$0] == nil } ?? false }
    let other = injectable.map { ", or ask for it with r.later in an injector of \($0.key)" } ?? ""
    return ValidationProblem(
      kind: .cycle, key: cycle[0], path: cycle + [cycle[0]], sites: members.map(\.site),
      message: cycle.count == 1 ? "Building \(cycle[0]) needs \(cycle[0]) itself." : "\(names.spoken) need each other to be built.",
      remedy: composite(on: nodes)?.remedyForComposite
        ?? (members.allSatisfy(\.isForward)
          ? ResolutionError.remedyForForwards : "Make one dependency on the path a Provider or a Lazy\(other)."))
  }

  /// The member of a collection on a cycle that stands for all of its type.
  private func composite(on cycle: [Int]) -> AnyKey? {
    zip(cycle, cycle.dropFirst() + cycle.prefix(1)).lazy.compactMap { node, next in
      graph.registration(at: node) == nil ? graph.registration(at: next)?.key : nil
    }.first { !$0.isContribution }
  }
}
