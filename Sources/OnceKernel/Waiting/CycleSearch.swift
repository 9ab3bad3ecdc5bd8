/// The builds that wait for one build, directly or not, as far as they must be known to say whether waiting would close a cycle.
///
/// It goes from the asking build against the edges, the nearest first. Each build is looked at once, and an injection group that the asking
/// build is not in is one node: none of its members is published before all are injected, so each waits for what one waits for. Within its own
/// group a build waits for a member's injectors only. The caller holds `BuildLock.lock`.
struct CycleSearch {
  /// Where a search keeps a build, or a group.
  struct Mark {
    fileprivate var search: UInt64 = 0
    fileprivate var node = 0
  }

  private struct Node {
    /// The build, or the member by which the group was found.
    let build: Attempt
    /// The node it waits for on the shortest path to the asking build, which has none.
    let lower: Int?
    /// The last of the steps from this node.
    var step: Int?
  }

  /// One node waits for another.
  private struct Step {
    let lower: Int
    /// Another step from the same node.
    let previous: Int?
  }

  private let target: Attempt
  private let number: UInt64
  private let ownGroup: InjectionGroup?
  private let withThreads: Bool
  private var nodes: [Node]
  private var steps: [Step] = []

  /// - Parameters:
  ///   - isThorough: find all paths from `target` to `build`, not just whether there is one.
  ///   - withThreads: see `WaitGraph.visitWaiting`.
  init(from target: Attempt, to build: Attempt, isThorough: Bool, withThreads: Bool = false) {
    BuildLock.searches += 1
    number = BuildLock.searches
    self.target = target
    ownGroup = build.group
    self.withThreads = withThreads
    nodes = [Node(build: build, lower: nil)]
    build.mark = Mark(search: number, node: 0)
    var next = 0
    while next < nodes.count, target !== build, isThorough || !isClosed {
      if Mutant.looksOneStep.isActive, next > 0 { break }
      expand(next)
      next += 1
    }
  }

  /// Whether the target waits for the build, or is it.
  var isClosed: Bool { node(of: target) != nil }

  /// A shortest path from the target to the build; empty when there is none.
  var path: [Attempt] {
    guard var next = node(of: target) else { return [] }
    var path = nodes[next].build === target ? [] : [target]
    while true {
      path.append(nodes[next].build)
      guard let lower = nodes[next].lower else { return path }
      next = lower
    }
  }

  /// The builds on all paths from the target to the build, both included; of a group one member.
  var involved: [Attempt] {
    guard let first = node(of: target) else { return [] }
    var seen = [Bool](repeating: false, count: nodes.count)
    var (found, open) = ([Attempt](), [first])
    seen[first] = true
    while let next = open.popLast() {
      found.append(nodes[next].build)
      if next == 0 { continue }
      var step = nodes[next].step
      while let index = step {
        let lower = steps[index].lower
        if !seen[lower] {
          seen[lower] = true
          open.append(lower)
        }
        step = steps[index].previous
      }
    }
    return found
  }

  /// Whether any build waits for the one that asks.
  var foundAny: Bool { nodes.count > 1 }

  private func node(of build: Attempt) -> Int? {
    let mark = groupAsNode(of: build)?.mark ?? build.mark
    return mark.search == number ? mark.node : nil
  }

  private func groupAsNode(of build: Attempt) -> InjectionGroup? {
    if Mutant.ignoresGroup.isActive { return nil }
    return build.group === ownGroup ? nil : build.group
  }

  /// Finds what waits for a node.
  private mutating func expand(_ node: Int) {
    let build = nodes[node].build
    // Of its own group the asking build comes first: what waits for a member from outside waits for all of them.
    if let group = build.group, group !== ownGroup || node == 0 {
      group.visitOutsiders(withThreads: withThreads) { reach($0, from: node) }
    }
    if groupAsNode(of: build) == nil {
      WaitGraph.visitWaiting(for: build, withThreads: withThreads) { reach($0, from: node) }
    }
  }

  private mutating func reach(_ build: Attempt, from lower: Int) {
    let node: Int
    if let known = self.node(of: build) {
      node = known
    } else {
      node = nodes.count
      nodes.append(Node(build: build, lower: lower))
      if let group = groupAsNode(of: build) {
        group.mark = Mark(search: number, node: node)
      } else {
        build.mark = Mark(search: number, node: node)
      }
    }
    steps.append(Step(lower: lower, previous: nodes[node].step))
    nodes[node].step = steps.count - 1
  }
}
