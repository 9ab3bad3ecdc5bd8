public import OnceKernel

/// What a container and everything it hands out (resolvers, providers, lazy references) have in common.
///
/// The container a user holds is only a handle: when the last handle goes, it empties its core, so that an instance that holds a provider of
/// its own container keeps neither alive.
@usableFromInline
final class Core: BuildOwner {
  @usableFromInline let table: StripedTable
  let registry: Registry
  let parent: (any Resolver & Sendable)?
  /// The core that this one is an override layer of.
  let base: Core?
  /// Told of every base registration that a layer comes to use, for tests that allow none.
  let onLive: (@Sendable (AnyKey) -> Void)?
  /// The instances of `.cached` registrations.
  let cached = InstanceTable()
  let shutdown = Shutdown()
  /// Containers that ask this one.
  let children = Guarded<[WeakCore]>([])
  /// Layers in front of this one.
  let fronts = Guarded<[WeakCore]>([])
  /// What is in force for the current task; at hand here, as a hit would pay for the once of a static.
  let layersHere = Layers.$chain
  /// In a layer: what it has in the place of the instances of scopes that were opened outside it.
  ///
  /// With the scope's own instances, so that no other scope comes to have their address.
  private let scopes = Guarded<[ObjectIdentifier: (ofScope: InstanceTable, here: InstanceTable)]>([:])
  /// What factories resolved when they ran.
  let learned = Learned()
  /// Who is told of events; a layer's are its base's.
  let observers: Observers
  /// The recipes of assemblies' definitions that were used so far.
  let definitions = Guarded<[AnyKey: Registration]>([:])

  init(duplicates: DuplicatePolicy, parent: (any Resolver & Sendable)?) {
    table = StripedTable(stripes: Core.stripes)
    registry = Registry(
      table: table, duplicates: duplicates, isChild: parent != nil, features: parent == nil ? 0 : Features.parent)
    self.parent = parent
    base = nil
    onLive = nil
    observers = Observers()
    joinFamily()
  }

  /// A layer in front of `base`: the same registrations with instances of their own, and overrides.
  init(layerOf base: Core, onLive: (@Sendable (AnyKey) -> Void)?) {
    table = StripedTable(stripes: Core.stripes)
    registry = Registry(table: table, duplicates: .replace, isChild: true, features: base.registry.features.acquire())
    parent = base.parent
    self.base = base
    self.onLive = onLive
    observers = base.observers
    standInFront(of: base)
  }

  deinit {
    if base == nil { leaveFamily() } else { leaveBase() }
    // What a sealed container kept for readers without a lock, of whom there is none any more.
    release(table.removeAll() + cached.close() + scopedInstances)
  }

  /// Four for each core, so that threads seldom share one even while more run than there are cores.
  private static let stripes = 4 * Machine.cores

  /// The cell of a key, held, so that it stays alive outside the stripe.
  func cell(for key: AnyKey) -> OnceCell? {
    if let cell = ownCell(for: key) { return cell }
    guard let registration = base?.cell(for: key)?.registration else { return nil }
    if registration.isNode { onLive?(key) }
    #if Exploration
      if Mutant.layerBuildsInBase.isActive { return base?.cell(for: key) }
    #endif
    return registry.enter { $0.adopt(registration) }
  }

  /// Whether something is registered here, without coming to use it.
  func isRegistered(_ key: AnyKey) -> Bool {
    ownCell(for: key) != nil || base?.isRegistered(key) == true
  }

  /// Whether a layer has it from its base alone, whose it stays.
  func isAdopted(_ key: AnyKey) -> Bool {
    guard let base, let registration = ownCell(for: key)?.registration else { return false }
    return base.registration(for: key) === registration
  }

  /// What is registered here, without coming to use it.
  private func registration(for key: AnyKey) -> Registration? {
    ownCell(for: key)?.registration ?? base?.registration(for: key)
  }

  /// Where the instances of `scope` live for this container: a layer keeps its own, unless the scope was opened in it.
  func instances(of scope: Context.Scope) -> InstanceTable {
    if base == nil || scope.core === self { return scope.instances }
    if let known = scopes.withLock({ $0[ObjectIdentifier(scope.instances)] }) { return known.here }
    let table = InstanceTable()
    // Before anything can be built in it.
    scope.instances.add(table)
    return scopes.withLock { scopes in
      if let known = scopes[ObjectIdentifier(scope.instances)] { return known.here }
      scopes[ObjectIdentifier(scope.instances)] = (scope.instances, table)
      return table
    }
  }

  /// What a layer has in the place of the instances of scopes.
  var scopedInstances: [OnceCell] { scopes.withLock { Array($0.values) }.flatMap { $0.here.close() } }

  private func ownCell(for key: AnyKey) -> OnceCell? {
    let stripe = table.stripe
    stripe.lock()
    defer { stripe.unlock() }
    return table.find(key.type, key.name)?.takeUnretainedValue()
  }

  /// Everything that is registered, in order. An override has the place of what it overrides, whatever the layer has come to use.
  var registrations: [Registration] {
    let own = registry.enter { $0.registrations }
    guard let base else { return own }
    var overrides = Dictionary(own.map { ($0.key, $0) }, uniquingKeysWith: { $1 })
    let inherited = base.registrations.map { overrides.removeValue(forKey: $0.key) ?? $0 }
    return inherited + own.filter { overrides[$0.key] != nil }
  }
}
