import Holdfast

/// What a property registers, until it is applied.
struct ComposedRegistration {
  let registration: Registration
  /// The path of the property.
  let property: Name
  /// The key that errors show: of the property, whatever it registers.
  let key: AnyKey
  let needs: [Dependency]
  /// The numbers of the objects that have to be there before this one is made.
  var immediate: [UInt]
}

extension Composer {
  /// The circles among objects that need each other before they are built, each once.
  ///
  /// - Parameter first: the number of the first object. Those of other compositions have other numbers.
  static func cycles(among registrations: [ComposedRegistration], numberedFrom first: UInt) -> [[Int]] {
    // Where each object needs earlier ones only, as most do, there is nothing to look for.
    let isInOrder = registrations.indices.allSatisfy { object in
      registrations[object].immediate.allSatisfy { $0 < first + UInt(object) }
    }
    if isInOrder { return [] }
    let numbers = first..<first + UInt(registrations.count)
    let next = registrations.map { registration in
      registration.immediate.compactMap { numbers.contains($0) ? Int($0 - first) : nil }
    }
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
