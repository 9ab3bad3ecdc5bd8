import Holdfast

/// Where needs lead. An Optional is never registered, and a reference seldom is: what a caller gets by them is what they wrap or refer to.
struct NeedTargets {
  /// Where one need leads.
  enum Target {
    case one(Dependency)
    /// To the members of a collection: every registration of the key's type, or what is contributed to the collection of its name. The dependency is
    /// on what the collection is said to be of.
    case members(of: AnyKey, Dependency)
  }

  private let container: Container
  private let registrations: [KnownRegistration]
  /// The place of each key in `registrations`.
  let places: [AnyKey: Int]
  private let placesByType: [ObjectIdentifier: [Int]]

  init(_ container: Container, _ registrations: [KnownRegistration]) {
    self.container = container
    self.registrations = registrations
    places = Dictionary(registrations.enumerated().map { ($1.key, $0) }, uniquingKeysWith: { first, _ in first })
    placesByType = Dictionary(grouping: registrations.indices) { ObjectIdentifier(registrations[$0].key.type) }
  }

  /// Here or in a parent.
  func isRegistered(_ key: AnyKey) -> Bool { places[key] != nil || container.contains(key) }

  /// The places of what is registered of a type, with a name or without.
  func places(of type: Any.Type) -> [Int] { placesByType[ObjectIdentifier(type)] ?? [] }

  /// The places of the members of a collection.
  func members(of collection: AnyKey) -> [Int] {
    let all = places(of: collection.type)
    return collection.name == nil ? all : all.filter { registrations[$0].key.isMember(ofCollection: collection.name) }
  }

  /// Whether a collection of what `member` names has members in a parent, or is declared.
  func isProvidedElsewhere(of member: AnyKey) -> Bool { container.providesCollection(of: member) }

  /// What one need of a registration leads to: several only if it is for a collection, which leaves out what collects its own type.
  func targets(of need: Dependency, by asker: AnyKey) -> [Dependency] {
    switch target(of: need, by: asker) {
    case .one(let target): [target]
    case .members(let all, let target):
      members(of: all).map { registrations[$0].key }.filter { $0 != asker }.map { target.with($0, target.kind) }
    }
  }

  /// Where a need leads; of a collection, every member is needed in the manner of the dependency that is answered.
  ///
  /// - Parameter asker: the registration that has the need, which is no part of what it collects; nil for a root.
  func target(of need: Dependency, by asker: AnyKey?) -> Target {
    if need.kind.isOfCollection {
      // An array that is registered itself is meant itself.
      let array = AnyKey(Self.array(of: need.key.type), named: need.key.name)
      if array != asker, places[array] != nil { return .one(need.with(array, .value)) }
      let registered = need.key.members { !places(of: $0).isEmpty }
      return .members(of: registered.key, need.with(need.key, registered.kind))
    }
    let direct = need.unwrapped
    guard direct.key == asker || !isRegistered(direct.key), let further = direct.key.target else { return .one(direct) }
    switch target(of: need.with(further.key, further.kind), by: asker) {
    case .members(let all, let target): return .members(of: all, need.kind.isImmediate ? target : need.with(target.key, need.kind))
    case .one(let target):
      // What resolves later does so whatever it is that it resolves.
      if !need.kind.isImmediate { return .one(need.with(target.key, need.kind)) }
      return .one(need.kind.isOptional && !isRegistered(target.key) ? need.with(target.key, .optional) : target)
    }
  }

  private static func array<Element>(of type: Element.Type) -> Any.Type { [Element].self }
}
