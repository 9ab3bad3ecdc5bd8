import OnceKernel

extension Container: CustomStringConvertible, CustomDebugStringConvertible {
  /// One line: how much is registered and built, and what is being built right now.
  public var description: String {
    let graph = graph()
    let ready = graph.nodes.count { $0.state == .ready }
    let building = graph.nodes.filter { $0.state == .building }.map(\.key.description)
    let phase = core.registry.enter { $0.shutDownBy != nil ? ", shut down" : $0.sealedBy != nil ? ", sealed" : "" }
    let busy = building.isEmpty ? "" : ", building " + building.prefix(5).joined(separator: ", ")
    return "Container(\(graph.nodes.count) registrations, \(ready) built\(phase)\(busy))"
  }

  /// Everything, for people: each registration with its state, its place and what it needs.
  public var debugDescription: String {
    let graph = graph()
    let needs = Dictionary(grouping: graph.edges, by: \.from)
    let lines = graph.nodes.map { node in
      let time = node.buildTime.map { " in \($0)" } ?? ""
      let below = (needs[node.key] ?? []).map { "\n      needs \($0.to)\($0.kind == .value ? "" : " (\($0.kind.rawValue))")" }.joined()
      return "  \(node.key): \(node.lifetime), \(node.state.rawValue)\(time), registered at \(node.site)\(below)"
    }
    let flights = LongWaits.buildsInFlight.map { "  \($0)" }
    let inFlight = flights.isEmpty ? [] : ["Builds in flight in this process:"] + flights
    return ([description] + lines + inFlight).joined(separator: "\n")
  }
}
