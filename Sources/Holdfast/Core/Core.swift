public import OnceKernel

/// What a container and everything it hands out (resolvers, providers, lazy references) have in common.
///
/// The container a user holds is only a handle: when the last handle is released, it empties its core, so that an instance that holds a provider of
/// its own container keeps neither alive.
@usableFromInline
final class Core: BuildOwner {
  @usableFromInline let table: CellTable
  let registry: Registry
  let parent: (any Resolver & Sendable)?
  /// The instances of `.cached` registrations.
  var cached: InstanceTable { cachedIfAny.get { InstanceTable() } }
  let cachedIfAny = Late<InstanceTable>()
  /// What its collections are made of.
  let collections = Late<KnownCollections>()
  @inline(never)  // for size: called from many places
  var shutdown: Shutdown { shutdownIfAny.get { Shutdown() } }
  let shutdownIfAny = Late<Shutdown>()
  /// What was discarded and may still be used.
  var discarded: Discarded { discardedIfAny.get { Discarded() } }
  let discardedIfAny = Late<Discarded>()
  /// Identifies it for what may outlast it: no other core ever has the same number.
  @usableFromInline let number = Core.numbers.next()
  private static let numbers = AtomicWord(0)
  /// Counts the runs and scopes of this core, and says whether it has ended. The table's phase word, which every hit reads, is a digest of it.
  let life = Life()
  /// The cores that this one asks or is a layer of, outermost first. Each run and scope of this core is counted in each of them too.
  let above: [Core]
  let relativesIfAny = Late<GuardedRelatives>()
  /// The layers in force for the current task. Stored here, as a hit would pay for the lazy initialization of a static.
  let layersHere = OverrideBinding.$chain
  /// In a layer: what it is a layer of, and what puts it in force.
  let link: OverrideBinding.Link?
  /// What factories resolved when they ran.
  var learned: ObservedDependencies { registry.learnedIfAny.get { ObservedDependencies() } }
  /// What is told of events; a layer tells those of its base.
  let observers: Observers
  /// Whether the parent may lead anywhere; see `passOn`. Last, as it has one byte: before others it would take eight.
  let asksUnknown: Bool

  /// What few containers have, behind one lock.
  final class GuardedRelatives: Sendable {
    let state = Guarded(Relatives())
  }

  struct Relatives {
    /// Containers that ask this one. One is added as the registry, in one step with the count of layers.
    var children = Members()
    /// Override layers in front of this core.
    var fronts = Members()
    /// In a layer: the scopes that were opened outside it and have instances of their own in it; see `instances(of:)`.
    var scopes: [ObjectIdentifier: Weak<InstanceTable>] = [:]
    /// The recipes of assemblies' definitions that were used so far.
    var definitions: [AnyKey: Registration] = [:]
    /// Lets replacements take turns, once there were some.
    var replacementTurns: ReplacementTurns?
  }

  /// Cores that are not kept alive, by their addresses: each takes itself out before its memory is freed.
  struct Members {
    typealias Member = (core: Weak<Core>, times: Int)

    private var known: [ObjectIdentifier: Member] = [:]

    /// - Parameter core: added once for each path by which it asks.
    mutating func add(_ core: Core) {
      known[ObjectIdentifier(core), default: (Weak(core), 0)].times += 1
    }

    mutating func remove(_ core: Core) { known[ObjectIdentifier(core)] = nil }

    /// All of them, in memory of its own: what is read outside the lock is not changed in place under it.
    var all: [Member] { Array(known.values) }
  }

  /// Those that are still there, each as often as it was added. Asked for outside the lock: it may come to hold the last reference.
  @inline(never)  // for size: called from many places
  static func alive(_ members: [Members.Member]) -> [Core] {
    members.flatMap { member in member.core.object.map { Array(repeating: $0, count: member.times) } ?? [] }
  }

  init(duplicates: DuplicatePolicy, parent: (any Resolver & Sendable)?) {
    table = CellTable()
    registry = Registry(
      table: table, life: life, duplicates: duplicates, features: parent == nil ? 0 : Features.parent)
    self.parent = parent
    asksUnknown = parent != nil && Core.isUnknown(parent)
    above = parent == nil ? [] : Core.above(Core.cores(of: parent))
    link = nil
    observers = Observers()
    joinFamily()
  }

  /// A layer in front of `base`. It has the registrations of `base`, with instances of its own, and the overrides. The caller calls `join(_:)` next.
  ///
  /// - Parameters:
  ///   - parentsLayer: of a child's layer, the layer of its parent.
  ///   - overrides: which overrides they are, for observers.
  ///   - isContainer: whether it is held as a container of its own.
  init(
    layerOf base: Core, under parentsLayer: Core? = nil, _ overrides: ObservedOverrides, isContainer: Bool = false,
    staging: Staging? = nil, onLive: (@Sendable (AnyKey) -> Void)? = nil
  ) {
    table = CellTable()
    registry = Registry(
      table: table, life: life, duplicates: .replace, base: base.registry, features: base.registry.features.loadAcquiring())
    parent = base.parent
    asksUnknown = base.asksUnknown
    above = Core.above(parentsLayer.map { [$0, base] } ?? [base])
    link = OverrideBinding.Link(to: base, under: parentsLayer, isContainer: isContainer, staging: staging, onLive: onLive)
    observers = staging == nil ? Observers(of: base.observers, in: overrides) : base.observers
  }

  deinit {
    leaveFamily()
    leaveBase()
    // What a sealed container kept for readers without a lock: none is left.
    var cells = table.removeAll()
    if let cached = cachedIfAny.existing, cached !== InstanceTable.closed { cells.add(cached.close()) }
    cells.add(scopedInstances)
    Core.noteRemoved(cells, in: above)
    release(consume cells)
  }

  /// The cores and what is above them, outermost first, each once.
  private static func above(_ cores: [Core]) -> [Core] {
    var above: [Core] = []
    func add(_ core: Core) {
      if !above.contains(where: { $0 === core }) { above.append(core) }
    }
    for core in cores {
      above.reserveCapacity(above.count + core.above.count + 1)
      for further in core.above { add(further) }
      add(core)
    }
    return above
  }

  /// The record of the calling thread.
  var thread: UnsafeMutablePointer<ThreadRecord> { Threads.record(table.threadKey) }

  /// The cell of a key, held, so that it stays alive after the visit.
  func cell(for key: AnyKey) -> OnceCell? {
    if let cell = ownCell(for: key) { return cell }
    guard let inherited = base?.cell(for: key), staging?.removes(key) != true else { return nil }
    let registration = inherited.registration
    // A cached value is elsewhere; see `cachedCell`.
    if let staging, let base, !registration.isCached, staging.takes(inherited, from: base) { return inherited }
    if registration.isNode { link?.onLive?(key) }
    if Mutant.layerBuildsInBase.isActive { return base?.cell(for: key) }
    if registration.isExisting { adoptExtensions(of: [registration]) }
    return registry.enter(with: registration) { $0.adopt($1) }
  }

  /// Whether something is registered here. Takes nothing over from a layer's base.
  func isRegistered(_ key: AnyKey) -> Bool {
    ownCell(for: key) != nil || staging?.removes(key) != true && base?.isRegistered(key) == true
  }

  /// Whether a layer has only taken the registration over from its base.
  func isAdopted(_ key: AnyKey) -> Bool {
    guard let base, let registration = ownCell(for: key)?.registration else { return false }
    return base.registration(for: key) === registration
  }

  /// What is registered here. Takes nothing over from a layer's base.
  func registration(for key: AnyKey) -> Registration? {
    ownCell(for: key)?.registration ?? (staging?.removes(key) == true ? nil : base?.registration(for: key))
  }

  /// The cell of a key, without taking anything over from a layer's base.
  func ownCell(for key: AnyKey) -> OnceCell? {
    table.visit { table.find(key.type, key.name)?.takeUnretainedValue() }
  }

  /// Everything that is registered, in order. An override has the place of what it overrides.
  var registrations: [Registration] { registrations { core in core.registry.enter { $0.table.cells }.registrations } }

  /// The registrations of one type, with a name or without, in order.
  func registrations(of type: Any.Type) -> [Registration] {
    registrations { core in core.registry.enter { $0.cells(of: type) }.registrations }
  }

  /// - Parameter own: what one core has itself, in order.
  private func registrations(_ own: (Core) -> [Registration]) -> [Registration] {
    let here = own(self)
    guard let base else { return here }
    var overrides = Dictionary(here.map { ($0.key, $0) }, uniquingKeysWith: { $1 })
    let inherited = base.registrations(own).map { overrides.removeValue(forKey: $0.key) ?? $0 }
    return inherited + here.filter { overrides[$0.key] != nil }
  }
}
