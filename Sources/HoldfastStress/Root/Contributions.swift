import Holdfast

/// One key for what is contributed in one place: each container gives each contribution a name that no other registration has.
///
/// It is the key in the first container. What is the second contribution to a type there, is that in every container of the composition root.
final class Contributions: Sendable {
  private struct State {
    /// The keys in the first container, by the type that is contributed to.
    var first: [AnyKey: [AnyKey]] = [:]
    /// What each key of a later container stands for.
    var common: [AnyKey: AnyKey] = [:]
  }

  private let state = Locked(State())

  /// Takes in what is contributed in a container; answers its own keys, by those that are common to all containers.
  func learn(_ container: Container) -> [AnyKey: AnyKey] {
    let keys = container.contributions()
    if keys.isEmpty { return [:] }
    return state.withLock { state in
      var count: [AnyKey: Int] = [:]
      var own: [AnyKey: AnyKey] = [:]
      for key in keys {
        let type = AnyKey(key.type)
        let place = count[type, default: 0]
        count[type] = place + 1
        let first = state.first[type] ?? []
        if !first.indices.contains(place) { state.first[type, default: []].append(key) }
        let common = first.indices.contains(place) ? first[place] : key
        if common != key { state.common[key] = common }
        own[common] = key
      }
      return own
    }
  }

  /// The key that stands for this one in every container; the same key where it was not contributed.
  func common(_ key: AnyKey) -> AnyKey { key.isContribution ? state.withLock { $0.common[key] ?? key } : key }

  /// Which of the contributions to its type this is.
  func place(of key: AnyKey) -> Int? {
    key.isContribution ? state.withLock { $0.first[AnyKey(key.type)]?.firstIndex(of: key) } : nil
  }
}
