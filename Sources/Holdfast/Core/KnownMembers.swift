public import OnceKernel

/// What is asked of a collection.
struct CollectionRequest {
  /// Nil: all members, with a name and without, contributed and registered; otherwise those that were contributed under it.
  var name: Name?
  var includesParents = true
  /// Whether it is empty where nothing provides it and nothing declares it, instead of an error.
  var mayBeEmpty = false

  /// All members; there may be none.
  static func all(includingParents: Bool) -> CollectionRequest { CollectionRequest(includesParents: includingParents, mayBeEmpty: true) }
}

/// What a collection of a container was made of when it was found last: keys and cells, so that each value is what is registered when it is asked for.
///
/// It is used where the answer depends on nothing but the registrations of the container and of those that it asks. The keys are current while none
/// was added to these or removed, the cells while none was replaced either.
@usableFromInline
final class KnownMembers: @unchecked Sendable {  // unchecked: constants; cells are read during a visit to their table, at its version
  /// Which collection it is.
  struct Question: Equatable, Sendable {
    /// The members' type.
    let member: ObjectIdentifier
    let hasNames: Bool
    let includesParents: Bool
    let name: Name?

    init(_ member: Any.Type, hasNames: Bool, _ request: CollectionRequest) {
      self.member = ObjectIdentifier(member)  // types are never freed
      self.hasNames = hasNames
      includesParents = request.includesParents
      name = request.name
    }

    init<C: MadeCollection>(_ collection: C.Type, _ request: CollectionRequest) { self.init(C.Member.self, hasNames: C.hasNames, request) }

    fileprivate var word: UInt { UInt(bitPattern: member) }
  }

  /// A container that was looked in: the one that is asked, its parent, and so on.
  struct Level: Sendable {
    /// The one on whose behalf another container asks it; nil for the container that has the list, which would keep itself.
    let parent: Requester?
    /// The version of its keys when it was looked in.
    let keysVersion: UInt
    /// The version of its table before the cells were found.
    fileprivate var version: UInt

    @inline(__always)
    fileprivate func core(from core: Core) -> Core { parent?.core ?? core }
  }

  let question: Question
  /// Outermost last.
  let levels: [Level]
  /// In order, each with the index of the level where it is registered.
  let keys: [(key: AnyKey, level: Int)]
  /// As many as there are keys, whose tables keep them.
  @usableFromInline let cells: [Unmanaged<OnceCell>]

  /// Nil where a key leads to no cell any more, or something is being changed.
  fileprivate init?(_ question: Question, _ levels: [Level], _ keys: [(key: AnyKey, level: Int)], in core: Core) {
    var (levels, cells) = (levels, [Unmanaged<OnceCell>]())
    for index in levels.indices {
      // Before a cell is found: a later removal makes it void. A thread that found a replacement has seen the odd version of that replacement.
      levels[index].version = levels[index].core(from: core).table.version.loadAcquiring()
      if levels[index].version & 1 == 1 { return nil }
    }
    cells.reserveCapacity(keys.count)
    for (key, level) in keys {
      let table = levels[level].core(from: core).table
      guard let cell = table.visit({ table.find(key.type, key.name) }) else { return nil }
      cells.append(cell)
    }
    (self.question, self.levels, self.keys, self.cells) = (question, levels, keys, cells)
  }

  /// Where a collection of `core` would be looked for; nil if the answer may depend on more than these.
  fileprivate static func levels(from core: Core, includingParents: Bool) -> [Level]? {
    var levels: [Level] = []
    var next: Requester?
    while true {
      let core = next?.core ?? core
      let version = core.registry.keysVersion.loadAcquiring()
      guard core.hasFixedMembers, version & 1 == 0 else { return nil }
      levels.append(Level(parent: next, keysVersion: version, version: 0))
      guard includingParents, let parent = core.parent else { return levels }
      guard let requester = Requester.of(parent), requester.isHandles, requester.scope == nil else { return nil }
      next = requester
    }
  }

  /// Whether the keys are still those of the collection.
  fileprivate func hasCurrentKeys(in core: Core) -> Bool {
    for level in levels {
      let core = level.core(from: core)
      guard core.registry.keysVersion.loadAcquiring() == level.keysVersion, core.hasFixedMembers else { return false }
    }
    return true
  }

  /// Whether the cells are still those of the keys, as it seems outside a visit.
  fileprivate func hasCurrentCells(in core: Core) -> Bool {
    for level in levels where level.core(from: core).table.version.loadAcquiring() != level.version { return false }
    return true
  }

  /// The values of the first members, as far as their instances are there and their cells current.
  @inlinable
  func firstValues<T>(as type: T.Type, in core: Core) -> [T] {
    if !areMembers(type) { return [] }
    return Array(unsafeUninitializedCapacity: cells.count) { buffer, count in
      guard let values = buffer.baseAddress else { return }
      while count < cells.count, let visit = beginVisit(at: count, in: core) {
        defer { visit.reader.pointee.endVisit() }
        while count < visit.end {
          guard let instance = PinnedCell(cells[count], holding: nil, on: visit.reader).instance else { return }
          (values + count).initialize(to: Core.value(instance, as: type))
          count += 1
        }
      }
    }
  }

  /// Whether values of a type are the members. A reference to a member is made each time: what the member's cell holds is the member.
  @usableFromInline
  func areMembers(_ type: Any.Type) -> Bool { keys[0].key.type == type }  // a collection that is known has members

  /// Begins a visit to the table of the member at `start`; nil if its cells are not current.
  ///
  /// It ends before the member at `end`, which is in another table, or later than writers should wait for.
  @usableFromInline
  func beginVisit(at start: Int, in core: Core) -> (reader: UnsafeMutablePointer<ThreadRecord>, end: Int)? {
    let index = keys[start].level
    let limit = min(keys.count, start + 64)
    let end = levels.count == 1 ? limit : keys[start..<limit].firstIndex { $0.level != index } ?? limit
    let table = levels[index].core(from: core).table
    let reader = table.beginVisit()
    // A writer that takes a cell out from here on awaits this visit.
    if table.version.loadSequentiallyConsistent() == levels[index].version { return (reader, end) }
    reader.pointee.endVisit()
    return nil
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
  /// Open addressing by the members' type: a dictionary would take as long as all the rest.
  private struct Lists {
    /// A power of two of them, half of which are free at least.
    private var slots: [KnownMembers?] = Array(repeating: nil, count: 4)
    private var count = 0

    /// Where the list of a question is, or would be.
    private func index(of question: KnownMembers.Question) -> Int {
      var index = Int(truncatingIfNeeded: question.word.spread >> UInt(UInt.bitWidth / 2)) & (slots.count - 1)
      while let list = slots[index], list.question != question { index = (index + 1) & (slots.count - 1) }
      return index
    }

    subscript(question: KnownMembers.Question) -> KnownMembers? { slots[index(of: question)] }

    /// Answers the one that it takes the place of.
    mutating func insert(_ list: KnownMembers) -> KnownMembers? {
      if (count + 1) * 2 > slots.count {
        let old = slots
        slots = Array(repeating: nil, count: old.count * 2)
        for case let list? in old { slots[index(of: list.question)] = list }
      }
      let index = index(of: list.question)
      let old = slots[index]
      if old == nil { count += 1 }
      slots[index] = list
      return old
    }
  }

  private let known = Guarded(Lists())

  /// The members of a collection of `core`, if they are known.
  func members(_ question: KnownMembers.Question, in core: Core) -> KnownMembers? {
    guard let members = known.withLock({ $0[question] }), members.hasCurrentKeys(in: core) else { return nil }
    if members.hasCurrentCells(in: core) { return members }
    guard let found = KnownMembers(question, members.levels, members.keys, in: core) else { return members }
    remember(found)
    return found
  }

  private func remember(_ members: KnownMembers) {
    // Released outside the lock.
    let old = known.withLock { $0.insert(members) }
    withExtendedLifetime(old) {}
  }

  /// Finds the members of a collection of `core`, and remembers them if the answer depends on nothing but these keys.
  ///
  /// - Parameter find: looks for them; answers nil if they are more than keys.
  func find<Answer>(
    _ question: KnownMembers.Question, in core: Core,
    _ find: () throws(ResolutionError) -> (parts: Answer, keys: [(key: AnyKey, core: Core)]?)
  ) throws(ResolutionError) -> Answer {
    let levels = KnownMembers.levels(from: core, includingParents: question.includesParents)
    let found = try find()
    guard let levels, let keys = found.keys, !keys.isEmpty else { return found.parts }
    let placed = keys.compactMap { found in levels.firstIndex { ($0.parent?.core ?? core) === found.core }.map { (found.key, $0) } }
    // Nothing changed while they were looked for.
    if placed.count == keys.count, let members = KnownMembers(question, levels, placed, in: core), members.hasCurrentKeys(in: core) {
      remember(members)
    }
    return found.parts
  }
}
