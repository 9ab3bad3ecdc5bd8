/// Which objects of a composition have to be there before each of them is made, by their numbers.
///
/// ```
///   all      [ 5 | 5 6 | 7 ]     of one object after the other
///   ends     0 1 3 4             object 0 needs none, object 1 needs the first one of `all`, object 2 the next two
/// ```
struct ImmediateNeeds {
  private let all: [UInt]
  /// Where those of each object end in `all`.
  private let ends: [Int]
  /// Those of the few objects whose needs are others, as they are overridden or decorated.
  private var others: [Int: [UInt]] = [:]

  init(_ all: [UInt], ends: [Int]) { (self.all, self.ends) = (all, ends) }

  subscript(object: Int) -> ArraySlice<UInt> {
    get {
      if !others.isEmpty, let other = others[object] { return other[...] }
      return all[(object == 0 ? 0 : ends[object - 1])..<ends[object]]
    }
    set { others[object] = Array(newValue) }
  }

  /// The circles among the objects, each once, as indices.
  ///
  /// - Parameter first: the number of the first object. Those of other compositions have other numbers.
  func cycles(numberedFrom first: UInt) -> [[Int]] {
    // Where each object needs earlier ones only, as most do, there is nothing to look for.
    if ends.indices.allSatisfy({ object in self[object].allSatisfy { $0 < first + UInt(object) } }) { return [] }
    let numbers = first..<first + UInt(ends.count)
    let next = ends.indices.map { object in self[object].compactMap { numbers.contains($0) ? Int($0 - first) : nil } }
    var cycles: [[Int]] = []
    var isDone = Array(repeating: false, count: next.count)
    var isOnPath = isDone
    for start in next.indices where !isDone[start] {
      // The path from `start`, with how many needs of each of its objects have been followed. No recursion: chains may be long.
      var path: [(object: Int, followed: Int)] = [(start, 0)]
      isOnPath[start] = true
      while let (object, followed) = path.last {
        guard followed < next[object].count else {
          (isDone[object], isOnPath[object]) = (true, false)
          path.removeLast()
          continue
        }
        path[path.count - 1].followed += 1
        let need = next[object][followed]
        if isOnPath[need] {
          cycles.append(path.map(\.object).suffix(from: path.firstIndex { $0.object == need } ?? 0) + [need])
        } else if !isDone[need] {
          path.append((need, 0))
          isOnPath[need] = true
        }
      }
    }
    return cycles
  }
}
