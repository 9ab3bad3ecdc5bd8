import OnceKernel

/// A registration that knows how to make its values.
// No final class, and required initializers, so that it is also made by its type as a value, which need not be looked up.
@usableFromInline
class Recipe<Value>: Registration, @unchecked Sendable {  // unchecked: constants only; the closures are @Sendable
  @usableFromInline typealias Make = @Sendable (FactoryResolver) throws -> Value
  typealias MakeInTask = nonisolated(nonsending) @Sendable (FactoryResolver) async throws -> Value
  typealias MakeOnMain = @MainActor @Sendable (FactoryResolver) throws -> Value
  typealias Dispose = @Sendable (Value) async throws -> Void

  /// How a value is made.
  enum Method {
    case sync(Make)
    /// In a task of its own; a transient's in that of the caller. Isolated factories too.
    case async(MakeInTask)
    case mainActor(MakeOnMain)
    /// A scope is given it; the closure says that one was not.
    case seeded(Make)
    /// Another registration makes it. A task waits for what that makes asynchronously.
    case forward(Make, inTask: MakeInTask)
  }

  /// Makes a value on the calling thread; throws where that cannot be.
  // Not an Optional: to take a closure out of one wraps it in another on the heap, which each transient would pay for.
  @usableFromInline final let make: Make

  // Where the method is known it is not given as a `Method`, whose type would be looked up for each.

  /// Of a synchronous factory, as most are.
  required init(
    _ key: AnyKey, _ lifetime: LifetimeKind, _ site: SourceSite, sync make: @escaping Make, dispose: Dispose? = nil,
    dependencies: [Dependency]? = nil
  ) {
    self.make = make
    super.init(key, lifetime, site, .sync, rest: Self.extras(lifetime, dispose: dispose, dependencies: dependencies))
  }

  /// Of an asynchronous or isolated factory.
  required init(
    _ key: AnyKey, _ lifetime: LifetimeKind, _ site: SourceSite, async make: @escaping MakeInTask, dispose: Dispose? = nil,
    dependencies: [Dependency]? = nil
  ) {
    self.make = Self.refusingThread(key, lifetime, site)
    super.init(
      key, lifetime, site, .async,
      rest: RecentTypes.closures(of: Value.self).init(lifetime, makeInTask: make, dispose: dispose, dependencies: dependencies))
  }

  /// Of a factory of the main actor.
  required init(
    _ key: AnyKey, _ lifetime: LifetimeKind, _ site: SourceSite, mainActor make: @escaping MakeOnMain, dispose: Dispose? = nil,
    dependencies: [Dependency]? = nil
  ) {
    self.make = Self.onMainThread(key, lifetime, site, make)
    super.init(key, lifetime, site, .mainActor, rest: Self.extras(lifetime, dispose: dispose, dependencies: dependencies))
  }

  required init(
    _ key: AnyKey, _ lifetime: LifetimeKind, _ site: SourceSite, _ method: Method, dispose: Dispose? = nil,
    dependencies: [Dependency]? = nil
  ) {
    make = method.onThread(key, lifetime, site)
    super.init(
      key, lifetime, site, method.making,
      rest: Self.extras(lifetime, makeInTask: method.makeInTask, dispose: dispose, dependencies: dependencies))
  }

  /// Of a value that exists already, which its cell holds from the start, unless it is decorated.
  required init(_ key: AnyKey, _ site: SourceSite, existing box: Box<Value>, isScoped: Bool = false) {
    make = { _ in box.value }
    super.init(key, isScoped ? .scoped : .singleton, site, .existing, rest: box)
  }

  /// Of an object that exists already, and that its cell watches from the start, unless it is decorated.
  ///
  /// - Parameter make: answers the object, or throws what callers get after the object's release.
  init(_ key: AnyKey, _ site: SourceSite, watching object: WeakBox, _ make: @escaping Make) {
    self.make = make
    super.init(key, .weak, site, .existing, rest: object)
  }

  override class func isRecipe(of type: Any.Type) -> Bool { type == Value.self }

  override var isResolvable: Bool { true }

  /// What it has besides, if it has anything. The type of closures is looked up only where there are some.
  private static func extras(
    _ lifetime: LifetimeKind, makeInTask: MakeInTask? = nil, dispose: Dispose?, dependencies: [Dependency]?
  ) -> RegistrationExtras? {
    if makeInTask != nil || dispose != nil {
      return RecentTypes.closures(of: Value.self).init(lifetime, makeInTask: makeInTask, dispose: dispose, dependencies: dependencies)
    }
    return dependencies != nil || lifetime.form.hasLabel ? RegistrationExtras(lifetime, dependencies: dependencies) : nil
  }

  private var extras: RegistrationExtras? {
    guard !isExisting, let rest else { return nil }
    // No other recipe keeps anything else there.
    return unsafeDowncast(rest, to: RegistrationExtras.self)
  }

  private var closures: RecipeClosures<Value>? {
    guard let extras, extras.hasClosures else { return nil }
    // Made for values of this type.
    return unsafeDowncast(extras, to: RecipeClosures<Value>.self)
  }

  override var dependencies: [Dependency]? { extras?.dependencies }

  override var hasDisposer: Bool { disposer != nil }

  /// What is told the value in the place of all that could be disposed of.
  final var disposer: Dispose? { closures?.dispose }

  override var extendedBy: AnyKey? { isForward ? nil : AnyKey(Extended<Value>.self) }

  /// Makes a value in a task; nil for what a thread makes in passing.
  final var makeInTask: MakeInTask? { closures?.makeInTask }

  override func make(_ resolution: FactoryResolver) throws -> AnyObject { try holdMade(make(resolution), resolution) }

  override func make(_ resolution: FactoryResolver, decoratedBy extension: AnyTypeExtension) throws -> AnyObject {
    if let mistake = `extension`.refusal(of: self) { throw mistake }
    let value = try make(resolution) as Value
    try Run.checkFilled()
    let made = try resolution.core.decorate(value, of: self, by: typed(`extension`), resolution)
    if isExisting, isWeak, let given = made.earlier.first, made.value as AnyObject !== given as AnyObject {
      throw ResolutionError.otherObject(key, decoratedAt: `extension`.decoratorSites, site: site)
    }
    return try holdMade(made.value, after: made.earlier, in: resolution.core)
  }

  override func given(_ instance: AnyObject) -> Registration {
    // The seed of a key is a box of the key's type.
    Recipe(key, site, existing: AnyBox.box(instance, of: Value.self), isScoped: true)
  }

  override nonisolated(nonsending) func makeInTask(
    _ resolution: FactoryResolver, decoratedBy extension: AnyTypeExtension?
  ) async throws -> AnyObject {
    guard let makeInTask else { preconditionFailure("only what is asynchronous is made in a task") }
    let value: Value = try await makeInTask(sent(resolution))
    try Run.checkFilled()
    guard let `extension` else { return try holdMade(value, resolution) }
    let made = try await resolution.core.decorateInTask(value, of: self, by: typed(`extension`), resolution)
    return try holdMade(made.value, after: made.earlier, in: resolution.core)
  }

  override func inject(_ held: AnyObject, _ resolution: FactoryResolver, by extension: AnyTypeExtension) throws {
    try resolution.injecting { try typed(`extension`).inject(value(in: held), $0) }
  }

  override nonisolated(nonsending) func injectInTask(
    _ held: AnyObject, _ resolution: FactoryResolver, by extension: AnyTypeExtension, for attempt: Attempt
  ) async throws {
    try await typed(`extension`).injectInTask(value(in: held), resolution, for: attempt)
  }

  private func typed(_ extension: AnyTypeExtension) -> TypeExtension<Value> {
    // It was found under the key of this type's extensions.
    unsafeDowncast(`extension`, to: TypeExtension<Value>.self)
  }

  // MARK: Cells

  override func makeCell(isPlain: Bool) -> OnceCell {
    // A forward is never made on the fast path, where a task does not wait.
    let isPerCall = form.isTransient && isPlain && runsAtOnce
    let kind: OnceCell.Kind = isPerCall ? .perCall : form.isWeak ? .watched : form.isInOwnCell ? .shared : .guarded
    let cell = OnceCell(kind, subject: self)
    if isExisting, isPlain, let rest { cell.fill(rest) }
    return cell
  }

  override func makeInstanceCell() -> OnceCell { OnceCell(isWeak ? .guarded : .shared, subject: self) }

  // MARK: Values in cells

  /// What a cell keeps of a value.
  final func box(_ value: Value) -> AnyObject { instance(of: hold(value)) }

  /// What holds a value that a factory returned, if nothing decorates it.
  // Given no more than there is: the frames of nested builds, which share the stack, need little room for it.
  @inline(never)
  final func holdMade(_ value: consuming Value, _ resolution: FactoryResolver) throws -> AnyObject {
    if !isWeak, !mayHaveParts(value) { return hold(value) }
    return try holdMade(value, after: [], in: resolution.core)
  }

  /// What holds a value that was made, and decorated; throws if the container is to watch it, and it is no object.
  ///
  /// - Parameter earlier: what the factory and all decorators but the last returned.
  final func holdMade(_ value: consuming Value, after earlier: [Value], in core: Core) throws -> AnyObject {
    if isWeak, !(type(of: copy value as Any) is AnyClass) { throw ResolutionError.noObject(key, site: site) }
    guard let parts = parts(of: value, after: earlier, in: core) else { return hold(value) }
    return RecentTypes.ownedBox(of: Value.self).init(value, parts)
  }

  /// What holds a value; see `held(_:)`.
  private func hold(_ value: consuming Value) -> AnyObject {
    if isWeak { return value as AnyObject }
    return RecentTypes.box(of: Value.self).init(value)
  }

  /// The value in what `held(_:)` answered.
  final func value(in held: AnyObject) -> Value { value(in: held, as: Value.self) }

  /// What the cell keeps, as a value; nil when the object that it watched was released.
  final func unbox(_ instance: AnyObject) -> Value? {
    guard let held = held(instance) else { return nil }
    return value(in: held)
  }

  override func unboxErased(_ instance: AnyObject) -> Any? {
    unbox(instance)
  }

  // MARK: The end of a value

  override func disposes(_ instance: AnyObject) -> Bool { parts(in: instance) != nil }

  override func dispose(_ instance: AnyObject) async -> [any Error] {
    guard let parts = parts(in: instance) else { return [] }
    parts.leave()
    var errors: [any Error] = []
    if let dispose = disposer {
      do { try await dispose(value(in: instance)) } catch { errors.append(error) }
    }
    for disposable in parts.disposables {
      do { try await disposable.dispose() } catch { errors.append(error) }
    }
    return errors
  }

  /// What is disposed of with an instance; nil where nothing is.
  private func parts(in instance: AnyObject) -> Parts? {
    // What is only watched is not the container's: its holders are still there.
    guard !isWeak, let parts = AnyBox.box(instance, of: Value.self).parts else { return nil }
    return unsafeDowncast(parts, to: Parts.self)  // `holdMade` puts nothing else there
  }
}

extension Recipe.Method {
  var making: MakingKind {
    switch self {
    case .sync: .sync
    case .async: .async
    case .mainActor: .mainActor
    case .seeded: .seeded
    case .forward: .forward
    }
  }

  /// How a task makes a value, if not as a thread does.
  fileprivate var makeInTask: Recipe.MakeInTask? {
    switch self {
    case .sync, .seeded, .mainActor: nil
    case .async(let make), .forward(_, let make): make
    }
  }

  /// How the calling thread makes a value.
  func onThread(_ key: AnyKey, _ lifetime: LifetimeKind, _ site: SourceSite) -> Recipe.Make {
    switch self {
    case .sync(let make), .seeded(let make), .forward(let make, _): return make
    case .async: return Recipe.refusingThread(key, lifetime, site)
    case .mainActor(let make): return Recipe.onMainThread(key, lifetime, site, make)
    }
  }
}

extension Recipe {
  /// How the calling thread makes what only a task can make.
  fileprivate static func refusingThread(_ key: AnyKey, _ lifetime: LifetimeKind, _ site: SourceSite) -> Make {
    { _ in throw ResolutionError.asyncOnly(key, lifetime, site: site) }
  }

  /// How the calling thread makes what the main actor makes.
  fileprivate static func onMainThread(
    _ key: AnyKey, _ lifetime: LifetimeKind, _ site: SourceSite, _ make: @escaping MakeOnMain
  ) -> Make {
    { resolution in
      guard MainThread.isCurrent else { throw ResolutionError.mainActorOnly(key, lifetime, site: site) }
      let requester = resolution.requester
      return try MainActor.assumeIsolated { Box(try make(FactoryResolver(requester))) }.value
    }
  }
}

/// What few recipes have.
// No final class, and a required initializer, so that it is also made by its type as a value, which need not be looked up.
// unchecked: constants only; an instance is Sendable, as registering demanded
class RecipeClosures<Value>: RegistrationExtras, @unchecked Sendable {
  final let makeInTask: Recipe<Value>.MakeInTask?
  final let dispose: Recipe<Value>.Dispose?

  required init(
    _ lifetime: LifetimeKind, makeInTask: Recipe<Value>.MakeInTask? = nil, dispose: Recipe<Value>.Dispose?,
    dependencies: [Dependency]?
  ) {
    self.makeInTask = makeInTask
    self.dispose = dispose
    super.init(lifetime, dependencies: dependencies)
  }

  override var hasClosures: Bool { true }

  override class func areClosures(of type: Any.Type) -> Bool { type == Value.self }
}

/// Watches an object without keeping it alive. The reference is set once, so that it may be read without a lock.
package final class WeakBox: @unchecked Sendable {  // unchecked: written in init only; reading a weak reference is atomic
  @exclusivity(unchecked)  // written in init only
  package private(set) weak var object: AnyObject?

  package init(_ object: AnyObject) {
    self.object = object
  }
}
