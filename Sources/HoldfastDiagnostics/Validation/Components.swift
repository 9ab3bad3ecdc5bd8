/// Finds groups of nodes that can all reach each other (strongly connected components, after Tarjan), and cycles in them, without recursion.
///
/// A node is its place in a list; `next` says where its edges lead.
struct Components {
  private let next: [[Int]]

  init(_ next: [[Int]]) {
    self.next = next
  }

  /// The groups in which there is a cycle.
  var groups: [[Int]] {
    all.filter { $0.count > 1 || next[$0[0]].contains($0[0]) }
  }

  /// A shortest cycle through a node of a group.
  func cycle(through first: Int, in members: Set<Int>) -> [Int]? {
    next[first].contains(first) ? [first] : path(from: first, to: first, in: members)
  }

  /// A shortest cycle through an edge of a group.
  func cycle(from first: Int, over second: Int, in members: Set<Int>) -> [Int]? {
    first == second ? [first] : path(from: second, to: first, in: members).map { [first] + $0 }
  }

  private var all: [[Int]] {
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

  /// The nodes on a shortest path, the last one left out.
  private func path(from first: Int, to end: Int, in members: Set<Int>) -> [Int]? {
    var cameFrom: [Int: Int] = [:]
    var level = [first]
    while !level.isEmpty {
      var following: [Int] = []
      for node in level {
        for other in next[node] where members.contains(other) {
          if other == end {
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
