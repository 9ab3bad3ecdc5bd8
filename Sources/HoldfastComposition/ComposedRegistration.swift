import Holdfast

/// What a property registers, until it is applied.
struct ComposedRegistration {
  let registration: Registration
  /// The path of the property.
  let property: String
  let needs: [Dependency]
}

extension Composer {
  /// The circles among objects that need each other before they are built, each once.
  static func cycles(among registrations: [ComposedRegistration]) -> [[Int]] {
    let places = Dictionary(registrations.enumerated().map { ($1.registration.key, $0) }, uniquingKeysWith: { first, _ in first })
    let next = registrations.map { registration in
      registration.needs.compactMap { $0.kind.isImmediate ? places[$0.key] : nil }
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
