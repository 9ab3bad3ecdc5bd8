import OnceKernel

/// A registration that makes its values from run-time arguments: a recipe for each distinct value of them.
// No final class, and required initializers, so that it is also made by its type as a value, which need not be looked up.
@usableFromInline
class ArgumentRecipe<Value, Arguments>: Registration, @unchecked Sendable {  // unchecked: constants only; the closures are @Sendable
  @usableFromInline typealias Make = @Sendable (FactoryResolver, Arguments) throws -> Value
  typealias MakeInTask = nonisolated(nonsending) @Sendable (FactoryResolver, Arguments) async throws -> Value

  /// How a value is made of its arguments; see `Recipe.Method`.
  enum Method {
    case sync(Make)
    case async(MakeInTask)
    case mainActor(@MainActor @Sendable (FactoryResolver, Arguments) throws -> Value)
    case forward(Make, inTask: MakeInTask)
  }

  /// Makes a value on the calling thread; throws where that cannot be.
  @usableFromInline final let make: Make
  /// How a value is made once the arguments are known; nil if `make` does it.
  private final let methodWith: (@Sendable (Arguments) -> Recipe<Value>.Method)?
  /// Nil for transients, which keep nothing.
  final let comparing: Comparing?
  private final let disposer: Recipe<Value>.Dispose?
  private final let needs: [Dependency]?

  // Where the method is known it is not given as a `Method`, whose type would be looked up for each.

  /// Of a synchronous factory, as most are.
  required init(
    _ key: AnyKey, _ lifetime: LifetimeKind, _ site: SourceSite, sync make: @escaping Make, comparing: Comparing?,
    dispose: Recipe<Value>.Dispose? = nil, dependencies: [Dependency]? = nil
  ) {
    self.make = make
    methodWith = nil
    self.comparing = comparing
    disposer = dispose
    needs = dependencies
    super.init(key, lifetime, site, .sync)
  }

  required init(
    _ key: AnyKey, _ lifetime: LifetimeKind, _ site: SourceSite, _ method: Method, comparing: Comparing?,
    dispose: Recipe<Value>.Dispose? = nil, dependencies: [Dependency]? = nil
  ) {
    if case .sync(let make) = method {
      self.make = make
      methodWith = nil
    } else {
      make = { try method.with($1).onThread(key, lifetime, site)($0) }
      methodWith = { method.with($0) }
    }
    self.comparing = comparing
    disposer = dispose
    needs = dependencies
    super.init(key, lifetime, site, method.making)
  }

  override class func isRecipe(of type: Any.Type, from arguments: Any.Type) -> Bool {
    type == Value.self && arguments == Arguments.self
  }

  override var isCache: Bool { comparing != nil }

  override var madeType: Any.Type { Value.self }

  override var extendedBy: AnyKey? { isForward ? nil : AnyKey(Extended<Value>.self) }

  override var dependencies: [Dependency]? { needs }

  override var hasDisposer: Bool { disposer != nil }

  override func makeCell(isPlain: Bool) -> OnceCell {
    if form.isInOwnCell { return makeInstanceCell() }
    return OnceCell(form.isTransient && isPlain && runsAtOnce ? .perCall : .guarded, subject: self)
  }

  /// A cell that holds the cache, which in turn has a cell for each value of the arguments.
  override func makeInstanceCell() -> OnceCell {
    let cell = OnceCell(.shared, subject: self)
    if let comparing { cell.fill(ArgumentCache(comparing)) }
    return cell
  }

  final func cache(in cell: OnceCell) -> ArgumentCache? {
    // The cell was made by this recipe, which fills it with nothing else.
    cell.instance.map { unsafeDowncast($0, to: ArgumentCache.self) }
  }

  /// The recipe of one value, once the arguments are known.
  final func recipe(for arguments: Arguments) -> Recipe<Value> {
    if let methodWith { return Recipe(key, lifetime, site, methodWith(arguments), dispose: disposer, dependencies: needs) }
    // unsafe: see `Method.with(_:)`
    nonisolated(unsafe) let arguments = arguments
    let make = make
    return Recipe(key, lifetime, site, sync: { try make($0, arguments) }, dispose: disposer, dependencies: needs)
  }

  override func closeInner(_ instance: AnyObject) -> [OnceCell]? {
    // The instance comes from a cell of this recipe, which fills it with nothing else.
    unsafeDowncast(instance, to: ArgumentCache.self).close()
  }

  override func innerCells(_ instance: AnyObject) -> [OnceCell] {
    unsafeDowncast(instance, to: ArgumentCache.self).cells  // as in `closeInner`
  }

  override func overlap(_ instance: AnyObject, _ other: AnyObject) -> Bool {
    // Both as in `closeInner`.
    unsafeDowncast(instance, to: ArgumentCache.self).overlaps(unsafeDowncast(other, to: ArgumentCache.self))
  }

  override func takeOver(_ other: AnyObject, into instance: AnyObject) -> [OnceCell] {
    // Both as in `closeInner`.
    unsafeDowncast(instance, to: ArgumentCache.self).takeOver(unsafeDowncast(other, to: ArgumentCache.self))
  }

  override func values(in cell: OnceCell) -> [Any] {
    cache(in: cell)?.cells.flatMap { $0.registration.values(in: $0) } ?? []
  }
}

extension ArgumentRecipe.Method {
  var making: MakingKind {
    switch self {
    case .sync: .sync
    case .async: .async
    case .mainActor: .mainActor
    case .forward: .forward
    }
  }

  func with(_ arguments: Arguments) -> Recipe<Value>.Method {
    // unsafe: the arguments of a shared value are Sendable, as registering it demanded; others stay with their caller.
    nonisolated(unsafe) let arguments = arguments
    switch self {
    case .sync(let make): return .sync { try make($0, arguments) }
    case .async(let make): return .async { try await make($0, arguments) }
    case .mainActor(let make): return .mainActor { try make($0, arguments) }
    case .forward(let make, let makeInTask):
      return .forward {
        try make($0, arguments)
      } inTask: {
        try await makeInTask($0, arguments)
      }
    }
  }
}

extension ArgumentRecipe.Method {
  static func unpacked<each A>(_ factory: @escaping @Sendable (FactoryResolver, repeat each A) throws -> Value) -> Self
  where Arguments == ArgumentPack<repeat each A> {
    .sync { try factory($0, repeat each $1.values) }
  }

  static func unpacked<each A>(async factory: @escaping @Sendable (FactoryResolver, repeat each A) async throws -> Value) -> Self
  where Arguments == ArgumentPack<repeat each A> {
    .async { try await factory(sent($0), repeat sentOfPack(each $1.values)) }
  }

  static func unpacked<each A>(isolated factory: @escaping @isolated(any) @Sendable (FactoryResolver, repeat each A) async throws -> Value)
    -> Self
  where Arguments == ArgumentPack<repeat each A>, Value: Sendable {
    .async { try await factory(sent($0), repeat sentOfPack(each $1.values)) }
  }

  static func unpacked<each A>(mainActor factory: @escaping @MainActor @Sendable (FactoryResolver, repeat each A) throws -> Value) -> Self
  where Arguments == ArgumentPack<repeat each A> {
    .mainActor { try factory($0, repeat each $1.values) }
  }
}
