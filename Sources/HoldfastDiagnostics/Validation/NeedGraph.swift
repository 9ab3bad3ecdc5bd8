import Holdfast

/// What registrations need, as nodes and edges between them. A node is a registration, by its place; behind these come the collections, one for each
/// type, or name of one, that is needed as a whole, so that there are no more edges than needs and members.
struct NeedGraph {
  /// Leads to a node.
  struct Edge {
    let to: Int
    let need: Dependency
  }

  let registrations: [KnownRegistration]
  let targets: NeedTargets
  /// What each registration needs and no collection stands for, each once, also what is not registered here; and, as a need for all, the collections
  /// that it cannot do without and that nothing provides.
  private(set) var needs: [[Dependency]] = []
  /// The edges from each node.
  private(set) var edges: [[Edge]] = []

  init(_ container: Container) {
    registrations = container.knownRegistrations
    targets = NeedTargets(container, registrations)
    var collections: [AnyKey: Int] = [:]
    var members: [[Edge]] = []
    var provided: [AnyKey: Bool] = [:]
    for registration in registrations {
      var (needs, edges): ([Dependency], [Edge]) = ([], [])
      var seen: Set<Dependency> = []
      for need in registration.needs {
        switch targets.target(of: need, by: registration.key) {
        case .one(let target):
          guard seen.insert(target).inserted else { continue }
          needs.append(target)
          if let place = targets.places[target.key] { edges.append(Edge(to: place, need: target)) }
        case .members(let all, let target):
          let isProvided =
            provided[target.key] ?? (!targets.members(of: all).isEmpty || targets.isProvidedElsewhere(of: target.key))
          provided[target.key] = isProvided
          if !isProvided, !need.mayBeMissing { needs.append(target.with(target.key, .all)) }
          guard all.type != registration.key.type else {
            // It leaves itself out.
            for member in targets.targets(of: need, by: registration.key) where seen.insert(member).inserted {
              if let place = targets.places[member.key] { edges.append(Edge(to: place, need: target)) }
            }
            continue
          }
          guard seen.insert(target.with(all, target.kind)).inserted else { continue }
          let next = registrations.count + members.count
          let place = collections[all] ?? next
          if place == next {
            collections[all] = next
            members.append(targets.members(of: all).map { Edge(to: $0, need: Dependency(registrations[$0].key, .all)) })
          }
          edges.append(Edge(to: place, need: target))
        }
      }
      self.needs.append(needs)
      self.edges.append(edges)
    }
    edges += members
  }

  /// The registration at a node; nil for a collection.
  func registration(at node: Int) -> KnownRegistration? { node < registrations.count ? registrations[node] : nil }

  /// The registrations on a path, in their order.
  func registrations(along path: [Int]) -> [KnownRegistration] { path.compactMap(registration) }

  /// Where the edges lead that are wanted.
  func next(_ isWanted: (Dependency) -> Bool) -> [[Int]] { edges.map { edges in edges.filter { isWanted($0.need) }.map(\.to) } }
}

/// Paths through a graph that lead to certain nodes, and on the path through certain others only.
///
/// What leads nowhere is found out once for all paths, so that looking for the paths from each of n nodes takes no longer than there is to be found.
struct PathSearch {
  private let next: [[Int]]
  private let isGoal: [Bool]
  /// Whether a node may be passed, and leads to a goal.
  private let leads: [Bool]

  init(along next: [[Int]], through isPassed: (Int) -> Bool, to isGoal: (Int) -> Bool) {
    self.next = next
    let goals = next.indices.map(isGoal)
    var before = [[Int]](repeating: [], count: next.count)
    for (node, others) in next.enumerated() {
      for other in others { before[other].append(node) }
    }
    var leads = [Bool](repeating: false, count: next.count)
    var open = next.indices.filter { goals[$0] }
    while let node = open.popLast() {
      for other in before[node] where !leads[other] && isPassed(other) {
        leads[other] = true
        open.append(other)
      }
    }
    self.isGoal = goals
    self.leads = leads
  }

  /// The paths from a node, one to each goal.
  func from(_ start: Int) -> [[Int]] {
    guard next[start].contains(where: { isGoal[$0] || leads[$0] }) else { return [] }
    var cameFrom = [start: start]
    var open = [start]
    var found: [[Int]] = []
    while let node = open.popLast() {
      for other in next[node] where cameFrom[other] == nil {
        if isGoal[other] {
          cameFrom[other] = node
          found.append(path(to: other, from: start, cameFrom))
        } else if leads[other] {
          cameFrom[other] = node
          open.append(other)
        }
      }
    }
    return found
  }

  private func path(to end: Int, from start: Int, _ cameFrom: [Int: Int]) -> [Int] {
    var path = [end]
    while let last = path.last, last != start, let previous = cameFrom[last] { path.append(previous) }
    return path.reversed()
  }
}

extension Dependency {
  /// Whether the one that needs it can do without it, also where that is a collection.
  fileprivate var mayBeMissing: Bool {
    switch kind {
    case .optional, .possible: true
    case .all: false
    case .value, .later, .provider, .lazy, .factory: key.unwrapped != key
    }
  }
}
