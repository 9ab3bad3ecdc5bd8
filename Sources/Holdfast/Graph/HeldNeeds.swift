import OnceKernel

/// Which keys the registrations of a container need so that their values may hold theirs.
///
/// Brought up to date by what changed, so that discarding a value costs the same beside many registrations as beside few.
struct HeldNeeds: Sendable {
  /// What an owner may hold.
  struct Need: Sendable {
    let key: AnyKey
    /// Whether the owner holds all values of the key's type.
    let isCollection: Bool
  }

  private var owners: [AnyKey: Set<AnyKey>] = [:]
  /// Of collections, by the type of their members, which is never freed.
  private var collectors: [ObjectIdentifier: Set<AnyKey>] = [:]
  private var needs: [AnyKey: [Need]] = [:]

  /// Notes what an owner needs, in the place of what was known of it, which the caller releases.
  mutating func set(_ known: [Dependency], of owner: AnyKey) -> [Need] {
    let old = needs.removeValue(forKey: owner) ?? []
    for need in old {
      Self.remove(owner, from: &owners, need.key)
      if need.isCollection { Self.remove(owner, from: &collectors, ObjectIdentifier(need.key.type)) }
    }
    let new = Self.needs(known)
    for need in new {
      owners[need.key, default: []].insert(owner)
      if need.isCollection { collectors[ObjectIdentifier(need.key.type), default: []].insert(owner) }
    }
    if !new.isEmpty { needs[owner] = new }
    return old
  }

  private static func remove<Key>(_ owner: AnyKey, from owners: inout [Key: Set<AnyKey>], _ key: Key) {
    owners[key]?.remove(owner)
    if owners[key]?.isEmpty == true { owners[key] = nil }
  }

  private static func needs(_ known: [Dependency]) -> [Need] {
    var needs: [Need] = []
    for need in known where need.kind.mayBeHeld {
      var need = need
      // What an Optional or a collection leads to, where it is not registered itself.
      while true {
        let key = need.key.unwrapped
        needs.append(Need(key: key, isCollection: need.kind.isOfCollection))
        guard let further = key.target, further.kind.isHeld else { break }
        need = further
      }
    }
    return needs
  }

  /// The keys whose values may hold those of `keys`, directly or not.
  func owners(reachedFrom keys: [AnyKey]) -> Set<AnyKey> {
    var (reached, next): (Set<AnyKey>, [AnyKey]) = ([], keys)
    while let key = next.popLast() {
      for owners in [owners[key], collectors[ObjectIdentifier(key.type)]] {
        for owner in owners ?? [] where reached.insert(owner).inserted { next.append(owner) }
      }
    }
    return reached
  }

  /// The keys whose values those of `key` may hold, directly or not.
  func keys(reachedFrom key: AnyKey) -> Set<AnyKey> {
    var (reached, next): (Set<AnyKey>, [AnyKey]) = ([], [key])
    while let key = next.popLast() {
      for need in needs[key] ?? [] where reached.insert(need.key).inserted { next.append(need.key) }
    }
    return reached
  }
}

extension Core {
  /// As it is now. Only what was registered or learned since it was asked for last is looked at.
  ///
  /// A layer knows those of what it has in its own table: the overrides, and what it has come to use of its base. Values of other keys are kept there,
  /// or are instances, which take nothing.
  var heldNeeds: HeldNeeds {
    discarded.needs { known in
      let (learned, registered) = (learned.takeChanged(), registry.enter { $0.keys.changed.take() })
      if let learned, let registered { return Set(learned + registered).map { known.set(needs(of: $0), of: $0) } }
      known = HeldNeeds()
      for key in registry.enter({ $0.registrations }).keys { _ = known.set(needs(of: key), of: key) }
      return []
    }
  }

  private func needs(of key: AnyKey) -> [Dependency] {
    guard let registration = ownCell(for: key)?.registration, registration.isNode else { return [] }
    return Needs.declared(of: registration, declaration(of: registration)?.stated) + Needs.usable(learned.needs(of: key))
  }

  /// What was declared for a registration, also if a layer has taken it over from its base.
  private func declaration(of registration: Registration) -> Declaration? {
    if let declaration = registry.enter({ $0.history.declared[registration.key] }) { return declaration }
    guard let base, base.registration(for: registration.key) === registration else { return nil }
    return base.declaration(of: registration)
  }
}
