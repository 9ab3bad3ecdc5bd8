import OnceKernel

/// What is asked of a collection.
struct CollectionRequest {
  /// Nil: all members, with a name and without, contributed and registered; otherwise those that were contributed under it.
  var name: Name?
  var includesParents = true
  /// Whether it is empty where nothing provides it and nothing declares it, instead of an error.
  var mayBeEmpty = false
}

/// What a collection of a container was made of when it was found last: only keys, so that each value is what is registered when it is asked for.
///
/// It is used where the answer depends on nothing but the registrations of the container and of those that it asks, and while no key was added to
/// them or removed.
final class KnownMembers: Sendable {
  /// A container that was looked in.
  struct Place: Sendable {
    /// The one on whose behalf another container asks it; nil for the container that has the list, which would keep itself.
    let parent: Requester?
    /// The version of its keys when it was looked in.
    let version: UInt
  }

  /// Outermost last.
  let places: [Place]
  /// In order, each with the place where it is registered.
  let keys: [(key: AnyKey, place: Int)]

  fileprivate init(_ places: [Place], _ keys: [(key: AnyKey, place: Int)]) {
    self.places = places
    self.keys = keys
  }

  /// The places where a collection of `core` would be looked for; nil if the answer may depend on more than these.
  fileprivate static func places(from core: Core, includingParents: Bool) -> [Place]? {
    var places: [Place] = []
    var next: Requester?
    while true {
      let core = next?.core ?? core
      let version = core.registry.keysVersion.loadAcquiring()
      guard core.hasFixedMembers, version & 1 == 0 else { return nil }
      places.append(Place(parent: next, version: version))
      guard includingParents, let parent = core.parent else { return places }
      guard let requester = (parent as? any CoreHolding)?.requester, requester.isHandles, requester.scope == nil else { return nil }
      next = requester
    }
  }

  /// Whether they are still what the collection is made of.
  fileprivate func areCurrent(in core: Core) -> Bool {
    for place in places {
      let core = place.parent?.core ?? core
      guard core.registry.keysVersion.loadAcquiring() == place.version, core.hasFixedMembers else { return false }
    }
    return true
  }
}

extension Core {
  /// Whether no override layer is in force here, and it has not ended.
  fileprivate var hasFixedMembers: Bool {
    let phase = table.phase.loadSequentiallyConsistent()
    return link == nil && (phase == Phase.open || phase == Phase.sealed)
  }
}

/// The members of a container's collections.
final class KnownCollections: Sendable {
  private struct Question: Hashable {
    let collection: ObjectIdentifier
    let name: Name?
    let includesParents: Bool

    init(_ collection: any MadeCollection.Type, _ request: CollectionRequest) {
      self.collection = ObjectIdentifier(collection as Any.Type)  // types are never freed
      name = request.name
      includesParents = request.includesParents
    }
  }

  private let known = Guarded<[Question: KnownMembers]>([:])

  /// The members of a collection of `core`, if they are known.
  func members(of collection: any MadeCollection.Type, _ request: CollectionRequest, in core: Core) -> KnownMembers? {
    let question = Question(collection, request)
    guard let members = known.withLock({ $0[question] }), members.areCurrent(in: core) else { return nil }
    return members
  }

  /// Finds the members of a collection of `core`, and remembers them if the answer depends on nothing but these keys.
  ///
  /// - Parameter find: looks for them; answers nil if they are more than keys.
  func find<Answer>(
    _ collection: any MadeCollection.Type, _ request: CollectionRequest, in core: Core,
    _ find: () throws(ResolutionError) -> (parts: Answer, keys: [(key: AnyKey, core: Core)]?)
  ) throws(ResolutionError) -> Answer {
    let places = KnownMembers.places(from: core, includingParents: request.includesParents)
    let found = try find()
    guard let places, let keys = found.keys, !keys.isEmpty else { return found.parts }
    let members = KnownMembers(
      places, keys.compactMap { found in places.firstIndex { ($0.parent?.core ?? core) === found.core }.map { (found.key, $0) } })
    // Nothing changed while they were looked for.
    if members.keys.count == keys.count, members.areCurrent(in: core) {
      let question = Question(collection, request)
      // Released outside the lock.
      let old = known.withLock { known in
        defer { known[question] = members }
        return known[question]
      }
      withExtendedLifetime(old) {}
    }
    return found.parts
  }
}
