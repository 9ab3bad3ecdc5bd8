import Holdfast

/// Where needs lead. An Optional is never registered, and a reference seldom is: what a caller gets by them is what they wrap or refer to.
struct NeedTargets {
  private let container: Container
  private let registrations: [KnownRegistration]
  /// The place of each key in `registrations`.
  let places: [AnyKey: Int]

  init(_ container: Container, _ registrations: [KnownRegistration]) {
    self.container = container
    self.registrations = registrations
    places = Dictionary(registrations.enumerated().map { ($1.key, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// Here or in a parent.
  func isRegistered(_ key: AnyKey) -> Bool { places[key] != nil || container.contains(key) }

  /// What all needs of a registration lead to, each once.
  func targets(of registration: KnownRegistration) -> [Dependency] {
    var seen: Set<Dependency> = []
    return registration.needs.flatMap(targets(of:)).filter { seen.insert($0).inserted }
  }

  /// What one need leads to: several only if a reference refers to a collection.
  func targets(of need: Dependency) -> [Dependency] {
    let direct = need.unwrapped
    guard need.kind != .all, !isRegistered(direct.key), let further = direct.key.reference else { return [direct] }
    if further.kind == .all {
      return keys(of: further).map { Dependency($0, need.kind.isImmediate ? .all : need.kind) }
    }
    return targets(of: further).map { target in
      switch need.kind {
      // It resolves later, whatever it is that it resolves.
      case .provider, .lazy, .factory: Dependency(target.key, need.kind)
      case .optional where !isRegistered(target.key): Dependency(target.key, .optional)
      case .value, .optional, .all: target
      }
    }
  }

  /// The keys that a need for all of a type stands for.
  func keys(of all: Dependency) -> [AnyKey] { registrations.map(\.key).filter { $0.type == all.key.type } }
}
