/// Finds groups of keys that can all reach each other (strongly connected components, after Tarjan), without recursion.
enum Components {
  /// One shortest cycle for each group, beginning with the group's first key in the given order.
  static func cycles(in keys: [AnyKey], next: (AnyKey) -> [AnyKey]) -> [[AnyKey]] {
    components(of: keys, next).compactMap { component in
      let members = Set(component)
      guard let first = keys.first(where: members.contains) else { return nil }
      if component.count == 1 { return next(first).contains(first) ? [first] : nil }
      return shortestCycle(through: first, in: members, next)
    }
  }

  private static func components(of keys: [AnyKey], _ next: (AnyKey) -> [AnyKey]) -> [[AnyKey]] {
    var index: [AnyKey: Int] = [:]
    var low: [AnyKey: Int] = [:]
    var onStack: Set<AnyKey> = []
    var stack: [AnyKey] = []
    var found: [[AnyKey]] = []
    for root in keys where index[root] == nil {
      var work: [(key: AnyKey, rest: ArraySlice<AnyKey>)] = []
      func open(_ key: AnyKey) {
        index[key] = index.count
        low[key] = index[key]
        stack.append(key)
        onStack.insert(key)
        work.append((key, next(key)[...]))
      }
      open(root)
      while let (key, rest) = work.last {
        if let other = rest.first {
          work[work.count - 1].rest = rest.dropFirst()
          if index[other] == nil {
            open(other)
          } else if onStack.contains(other) {
            low[key] = min(low[key, default: 0], index[other, default: 0])
          }
          continue
        }
        work.removeLast()
        if let parent = work.last?.key { low[parent] = min(low[parent, default: 0], low[key, default: 0]) }
        guard low[key] == index[key] else { continue }
        var component: [AnyKey] = []
        while let member = stack.popLast() {
          onStack.remove(member)
          component.append(member)
          if member == key { break }
        }
        found.append(component)
      }
    }
    return found
  }

  private static func shortestCycle(through first: AnyKey, in members: Set<AnyKey>, _ next: (AnyKey) -> [AnyKey]) -> [AnyKey]? {
    var cameFrom: [AnyKey: AnyKey] = [:]
    var level = [first]
    while !level.isEmpty {
      var following: [AnyKey] = []
      for key in level {
        for other in next(key) where members.contains(other) {
          if other == first {
            var path = [key]
            while let last = path.last, last != first, let previous = cameFrom[last] { path.append(previous) }
            return path.reversed()
          }
          if cameFrom[other] == nil {
            cameFrom[other] = key
            following.append(other)
          }
        }
      }
      level = following
    }
    return nil
  }
}
