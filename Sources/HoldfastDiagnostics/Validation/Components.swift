/// Finds groups of nodes that can all reach each other (strongly connected components, after Tarjan), without recursion.
///
/// A node is its place in a list; `next` says where its edges lead.
enum Components {
  /// One shortest cycle for each group, beginning with the group's first node, in the order of those.
  static func cycles(_ next: [[Int]]) -> [[Int]] {
    components(next).compactMap { component in
      guard let first = component.min() else { return nil }
      if component.count == 1 { return next[first].contains(first) ? [first] : nil }
      return shortestCycle(through: first, in: Set(component), next)
    }.sorted { $0[0] < $1[0] }
  }

  private static func components(_ next: [[Int]]) -> [[Int]] {
    var index = [Int?](repeating: nil, count: next.count)
    var low = [Int](repeating: 0, count: next.count)
    var onStack = [Bool](repeating: false, count: next.count)
    var stack: [Int] = []
    var found: [[Int]] = []
    var opened = 0
    for root in next.indices where index[root] == nil {
      var work: [(node: Int, rest: ArraySlice<Int>)] = []
      func open(_ node: Int) {
        index[node] = opened
        low[node] = opened
        opened += 1
        stack.append(node)
        onStack[node] = true
        work.append((node, next[node][...]))
      }
      open(root)
      while let (node, rest) = work.last {
        if let other = rest.first {
          work[work.count - 1].rest = rest.dropFirst()
          if index[other] == nil {
            open(other)
          } else if onStack[other] {
            low[node] = min(low[node], index[other] ?? 0)
          }
          continue
        }
        work.removeLast()
        if let parent = work.last?.node { low[parent] = min(low[parent], low[node]) }
        guard low[node] == index[node] else { continue }
        let start = stack.lastIndex(of: node) ?? 0
        for member in stack[start...] { onStack[member] = false }
        found.append(Array(stack[start...]))
        stack.removeSubrange(start...)
      }
    }
    return found
  }

  private static func shortestCycle(through first: Int, in members: Set<Int>, _ next: [[Int]]) -> [Int]? {
    var cameFrom: [Int: Int] = [:]
    var level = [first]
    while !level.isEmpty {
      var following: [Int] = []
      for node in level {
        for other in next[node] where members.contains(other) {
          if other == first {
            var path = [node]
            while let last = path.last, last != first, let previous = cameFrom[last] { path.append(previous) }
            return path.reversed()
          }
          if cameFrom[other] == nil {
            cameFrom[other] = node
            following.append(other)
          }
        }
      }
      level = following
    }
    return nil
  }
}
