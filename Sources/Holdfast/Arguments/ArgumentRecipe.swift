import OnceKernel

/// A registration that makes its values from run-time arguments.
@usableFromInline
final class ArgumentRecipe<Value, Arguments>: Registration, @unchecked Sendable {  // unchecked: constants only; the closures are @Sendable
  @usableFromInline typealias Make = @Sendable (Resolution, Arguments) throws -> Value

  @usableFromInline let make: Make
  /// Nil for transients, which keep nothing.
  let cache: Caching?
  private let disposer: (@Sendable (Value) async throws -> Void)?

  /// How arguments are told apart, and how many instances are kept.
  struct Caching: Sendable {
    let hash: @Sendable (Arguments) -> Int
    let areEqual: @Sendable (Arguments, Arguments) -> Bool
    let capacity: Int?
  }

  init(
    _ key: AnyKey, _ lifetime: Lifetime, _ site: RegistrationSite, cache: Caching?,
    dispose: (@Sendable (Value) async throws -> Void)? = nil, make: @escaping Make
  ) {
    self.make = make
    self.cache = cache
    disposer = dispose
    super.init(key, lifetime, site)
  }

  override var isNode: Bool { true }

  override var isCache: Bool { cache != nil }

  override var extendedBy: AnyKey? { AnyKey(Extended<Value>.self) }

  override func makeCell(isPlain: Bool) -> OnceCell {
    switch lifetime {
    case .transient where isPlain: OnceCell(.perCall, subject: self)
    case .singleton, .weak: makeInstanceCell()
    case .transient, .graph, .scoped, .cached: OnceCell(.guarded, subject: self)
    }
  }

  /// A cell that holds the cache, which in turn has a cell for each value of the arguments.
  override func makeInstanceCell() -> OnceCell {
    let cell = OnceCell(.shared, subject: self)
    if let cache { cell.fill(ArgumentCache<Value, Arguments>(cache)) }
    return cell
  }

  func cache(in cell: OnceCell) -> ArgumentCache<Value, Arguments>? {
    // The cell was made by this recipe, which fills it with nothing else.
    cell.instance.map { unsafeDowncast($0, to: ArgumentCache<Value, Arguments>.self) }
  }

  /// The recipe of one value, once the arguments are known.
  func recipe(for arguments: Arguments) -> Recipe<Value> {
    // unsafe: the arguments of a shared value are Sendable, as registering it demanded; others stay with their caller.
    nonisolated(unsafe) let arguments = arguments
    let make = make
    let factory: Recipe<Value>.Make = { try make($0, arguments) }
    if lifetime == .weak { return WeakRecipe(key, site, make: factory) }
    return .with(key, lifetime, site, dispose: disposer, make: factory)
  }

  override func closeInner(_ instance: AnyObject) -> [OnceCell]? {
    // The instance comes from a cell of this recipe, which fills it with nothing else.
    unsafeDowncast(instance, to: ArgumentCache<Value, Arguments>.self).close()
  }

  override func dispose(_ instance: AnyObject) async throws {}

  override func warmUp(_ cell: OnceCell, in core: Core) async throws(ResolutionError) {}

  override func unboxErased(_ instance: AnyObject) -> Any? { nil }

  override func values(in cell: OnceCell) -> [Any] {
    cache(in: cell)?.cells.flatMap { $0.registration.values(in: $0) } ?? []
  }
}
