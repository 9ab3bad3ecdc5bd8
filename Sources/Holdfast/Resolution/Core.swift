public import OnceKernel

/// What a container and everything it hands out (resolvers, providers, lazy references) have in common.
///
/// The container a user holds is only a handle: when the last handle goes, it empties its core, so that an instance that holds a provider of
/// its own container keeps neither alive.
@usableFromInline
final class Core: Sendable {
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
  /// What factories resolved when they ran.
  let learned = Learned()
  /// Who is told of events; a layer's are its base's.
  let observers: Observers
  /// The recipes of assemblies' definitions that were used so far.
  let definitions = Guarded<[AnyKey: Registration]>([:])
  /// 1 once something was handed out that reads without holding the container; see `Container.deinit`.
  let lent = AtomicWord(0)

  init(duplicates: DuplicatePolicy, parent: (any Resolver & Sendable)?) {
    table = StripedTable(stripes: Core.stripes)
    registry = Registry(table: table, duplicates: duplicates, isChild: parent != nil)
    self.parent = parent
    base = nil
    onLive = nil
    observers = Observers()
  }

  /// A layer in front of `base`: the same registrations with instances of their own, and overrides.
  init(layerOf base: Core, onLive: (@Sendable (AnyKey) -> Void)?) {
    table = StripedTable(stripes: Core.stripes)
    registry = Registry(
      table: table, duplicates: .replace, isChild: base.parent != nil, features: base.registry.features.acquire())
    parent = base.parent
    self.base = base
    self.onLive = onLive
    observers = base.observers
  }

  /// Four for each core, so that threads seldom share one even while more run than there are cores.
  private static let stripes = 4 * Machine.cores

  /// The cell of a key, held, so that it stays alive outside the stripe.
  func cell(for key: AnyKey) -> OnceCell? {
    if let cell = ownCell(for: key) { return cell }
    guard let registration = base?.cell(for: key)?.registration else { return nil }
    onLive?(key)
    return registry.enter { $0.adopt(registration) }
  }

  private func ownCell(for key: AnyKey) -> OnceCell? {
    let stripe = table.stripe
    stripe.lock()
    defer { stripe.unlock() }
    if let name = key.name {
      return table.find(Word.of(key.type, name)) { $0.registration.key == key }?.takeUnretainedValue()
    }
    return table.find(Word.of(key.type))?.takeUnretainedValue()
  }

  /// Everything that is registered, in order; a layer's own after its base's.
  var registrations: [Registration] {
    let own = registry.enter { $0.registrations }
    guard let base else { return own }
    let keys = Set(own.map(\.key))
    return base.registrations.filter { !keys.contains($0.key) } + own
  }
}
