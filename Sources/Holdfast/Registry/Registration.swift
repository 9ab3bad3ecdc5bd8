import OnceKernel

/// Plumbing: what the container knows about a key, where and how it was registered. `register` makes one and hands it to `add`; only it can.
///
/// It belongs to no container: one may be handed to several, which share nothing but its constants.
@_documentation(visibility: internal)
public class Registration: @unchecked Sendable {  // unchecked: every field is a constant once it is handed to a registrar
  /// What was registered.
  @usableFromInline package let key: AnyKey
  /// Where it was registered.
  package let site: SourceSite
  // Three bytes in the word which the site ends in: there is a registration for every key.
  /// The form of its lifetime, which every miss asks for.
  final let form: LifetimeKind.Form
  /// How its instances are made.
  final let making: MakingKind
  /// Whether it is said to be built before it is needed. Written before it is handed to a registrar.
  final private(set) var isEager = false
  /// The instance that exists already; of every other registration its extras, if it has any, or, if it makes nothing, what it keeps.
  final let rest: AnyObject?

  /// - Parameter rest: the instance, or extras that have the label of the lifetime; without them it gets its own, if there is a label.
  init(_ key: AnyKey, _ lifetime: LifetimeKind, _ site: SourceSite, _ making: MakingKind, rest: AnyObject? = nil) {
    self.key = key
    form = lifetime.form
    self.site = site
    self.making = making
    self.rest = rest ?? (lifetime.form.hasLabel ? RegistrationExtras(lifetime) : nil)
  }

  /// Notes whether it is built before it is needed; answers itself.
  final func said(toBeEager isEager: Bool) -> Registration {
    self.isEager = isEager
    return self
  }

  /// How long its instances live.
  package final var lifetime: LifetimeKind {
    // What exists already has no lifetime with a label, and all others keep it here.
    form.unlabelled ?? unsafeDowncast(rest.unsafelyUnwrapped, to: RegistrationExtras.self).lifetime
  }

  // MARK: What each kind of registration says of itself

  /// What it is about, for people: its key, unless that is one of the container's own making.
  var subject: AnyKey { key }

  /// Why it is refused where `existing`, of the same key, was first.
  func refusal(after existing: Registration) -> ResolutionError { .duplicate(key, first: existing.site, second: site) }

  /// The type that this is an injector or a decorator of; nil for what can be resolved.
  var extendsType: Any.Type? { nil }

  /// Where its decorators were registered.
  var decoratorSites: [SourceSite] { [] }

  /// Whether it is an injector or a decorator that suspends.
  var needsTask: Bool { false }

  /// Whether it and `existing`, of the same key, are duplicates of each other.
  func conflicts(with existing: Registration) -> Bool { true }

  /// The place whose registration it makes ineffective when it follows `existing`, of the same key; nil if there is none.
  func siteReplaced(in existing: Registration) -> SourceSite? { existing.isNode ? existing.site : nil }

  /// What is kept when it follows `existing`, of the same key.
  func merged(with existing: Registration) -> Registration { self }

  /// Whether it is a node of the graph: something that can be resolved, with or without arguments.
  final var isNode: Bool { making.isNode }

  /// Whether the registry has nothing to note of it: it does not change how others are made, and no scope is given its value.
  final var isOrdinary: Bool { isNode && !form.isGraph && !isSeeded }

  /// Whether instances of it are kept, in the container or in a cache.
  var keepsInstance: Bool { form.isInOwnCell || isCached }

  /// Whether warming up all values builds it.
  var isWarmedUp: Bool { form.isOfContainer && isResolvable }

  /// Whether its instance lives in the table of cached instances.
  final var isCached: Bool { form.isCached }

  /// Whether the container only watches its instance.
  final var isWeak: Bool { form.isWeak }

  /// Whether its instances live in scopes.
  final var isScoped: Bool { form.isScoped }

  /// Whether it has no factory, and scopes are given its value.
  final var isSeeded: Bool { making.isSeeded }

  /// Whether what it hands out existed before it was registered.
  final var isExisting: Bool { making.isExisting }

  /// Whether its factory runs on the thread that asks.
  final var runsAtOnce: Bool { making.runsAtOnce }

  /// Whether its factory runs in a task of its own, or on the main actor.
  final var runsAsynchronously: Bool { making.runsAsynchronously }

  /// Whether its factory is synchronous, on the main actor.
  final var runsOnMainActor: Bool { making.runsOnMainActor }

  /// Whether its factory itself suspends, so that no thread can run it in passing.
  final var isTaskBound: Bool { making.isTaskBound }

  /// The type of its values. For what is made from arguments it differs from the key's.
  var madeType: Any.Type { key.type }

  /// Whether its values are made from arguments, which are part of its key.
  final var takesArguments: Bool { key.type is any AnyWithArguments.Type }

  /// Whether it makes nothing itself, but hands out what another registration does.
  final var isForward: Bool { making.isForward }

  /// Whether a caller that joined a build of it, or could not, and was told `error` may get another answer from a build of its own: of a forward,
  /// whose target decides how it is made, and on which thread.
  final func mayAnswerOtherwise(after error: ResolutionError) -> Bool {
    isForward && error.isTooEarly
  }

  /// Whether it stands for one of the named registrations of its type, chosen when it is resolved.
  final var choosesName: Bool { isForward && dependencies == nil }

  /// What it needs, if it said so.
  var dependencies: [Dependency]? { nil }

  /// The key of the injector and the decorators that apply to what it makes, whatever its name; nil where none do.
  var extendedBy: AnyKey? { nil }

  /// Whether one of `extensions`, by their keys, applies to what it makes: the type's, or that of its own name.
  @inline(never)  // for size: called from many places
  final func isExtended(by extensions: (AnyKey) -> Bool) -> Bool {
    guard let extendedBy else { return false }
    if extensions(extendedBy) { return true }
    guard let name = key.name else { return false }
    return extensions(AnyKey(extendedBy.type, named: name))
  }

  /// A fresh, empty cell for the container's table; filled already when the instance exists.
  ///
  /// - Parameter isPlain: a transient needs no injection, and may be made on the fast path; an instance that exists is not
  ///   decorated.
  func makeCell(isPlain: Bool) -> OnceCell { OnceCell(.guarded, subject: self) }

  /// A fresh, empty cell for a table of instances that live apart.
  func makeInstanceCell() -> OnceCell { OnceCell(.shared, subject: self) }

  /// Whether it is an injector for this object's class or a superclass of it.
  func canInject(_ object: AnyObject) -> Bool { false }

  /// Whether its injector's class is a subclass of the other's.
  func isMoreSpecific(than other: Registration) -> Bool { false }

  /// Runs its injector on an object of its class.
  func inject(into object: AnyObject, in core: Core, for requester: Requester) throws(ResolutionError) -> Bool { false }

  /// Whether its value can be had without arguments.
  var isResolvable: Bool { false }

  /// Disposes of an instance that was kept for this registration, and of what it was made from; answers what was thrown.
  func dispose(_ instance: AnyObject) async -> [any Error] {
    preconditionFailure("only a recipe is resolved")
  }

  /// Whether its cell's instance is itself a cache, with cells of its own.
  var isCache: Bool { false }

  /// Takes the cells out of a cell's instance that is itself a cache, and closes it; nil for every other instance.
  func closeInner(_ instance: AnyObject) -> [OnceCell]? { nil }

  /// Whether two instances of this registration, which hold values by arguments, have values of equal ones.
  func overlap(_ instance: AnyObject, _ other: AnyObject) -> Bool { false }

  /// Has the instance, which holds values by arguments, take over what another one of this registration holds; answers what found no place.
  func takeOver(_ other: AnyObject, into instance: AnyObject) -> [OnceCell] { [] }

  /// The cells in a cell's instance that is itself a cache.
  func innerCells(_ instance: AnyObject) -> [OnceCell] { [] }

  /// Whether it was registered with a disposer.
  var hasDisposer: Bool { false }

  /// Whether `dispose` would do anything for this instance.
  func disposes(_ instance: AnyObject) -> Bool { false }

  /// Whether registrations of this type are the recipes for values of `type`.
  class func isRecipe(of type: Any.Type) -> Bool { false }

  /// Whether registrations of this type are the recipes for values of `type` that are made from such arguments.
  class func isRecipe(of type: Any.Type, from arguments: Any.Type) -> Bool { false }

  /// What is in a cell of this registration, published or still being injected.
  func values(in cell: OnceCell) -> [Any] {
    cell.current.flatMap { unboxErased($0) }.map { [$0] } ?? []
  }

  // MARK: Making a value

  /// Makes a value on the calling thread, and answers what holds it; throws where that cannot be.
  func make(_ resolution: FactoryResolver) throws -> AnyObject {
    preconditionFailure("only a recipe makes values")
  }

  /// Makes a value on the calling thread and decorates it; answers what holds it.
  func make(_ resolution: FactoryResolver, decoratedBy extension: AnyTypeExtension) throws -> AnyObject {
    preconditionFailure("only a recipe makes values")
  }

  /// Makes a value in a task, decorated if anything decorates it.
  nonisolated(nonsending) func makeInTask(_ resolution: FactoryResolver, decoratedBy extension: AnyTypeExtension?) async throws -> AnyObject
  {
    preconditionFailure("only a recipe makes values")
  }

  /// What is built in a scope that was given `instance` in the place of an instance of this, if that is decorated.
  func given(_ instance: AnyObject) -> Registration {
    preconditionFailure("only a recipe makes values")
  }

  /// Runs the injector on a value.
  func inject(_ held: AnyObject, _ resolution: FactoryResolver, by extension: AnyTypeExtension) throws {
    preconditionFailure("only a recipe makes values")
  }

  /// Runs the injector on a value that was made in this task, for the run `attempt`.
  nonisolated(nonsending) func injectInTask(
    _ held: AnyObject, _ resolution: FactoryResolver, by extension: AnyTypeExtension, for attempt: Attempt
  ) async throws {
    preconditionFailure("only a recipe makes values")
  }

  /// What a cell keeps of a value.
  final func instance(of held: AnyObject) -> AnyObject { isWeak ? WeakBox(held) : held }

  /// What holds the value of a cell's instance: the instance itself; or, if the container only watches it, the object, nil when that was released.
  final func held(_ instance: AnyObject) -> AnyObject? {
    // What a cell keeps of a weak registration is always such a box.
    isWeak ? unsafeDowncast(instance, to: WeakBox.self).object : instance
  }

  /// The value in what `held(_:)` answered.
  @inline(__always)
  final func value<T>(in held: AnyObject, as type: T.Type) -> T {
    isWeak ? HeldInstance.watched(held, as: type) : Core.value(held, as: type)
  }

  /// The value in a cell's instance, for callers that know its type only at run time; nil when the object that it watched was released.
  func unboxErased(_ instance: AnyObject) -> Any? {
    preconditionFailure("only a recipe is resolved")
  }
}

/// What few registrations have.
class RegistrationExtras: @unchecked Sendable {  // unchecked: constants
  /// With its label, if it has one.
  final let lifetime: LifetimeKind
  /// What it needs, if it said so.
  final let dependencies: [Dependency]?

  init(_ lifetime: LifetimeKind, dependencies: [Dependency]? = nil) {
    self.lifetime = lifetime
    self.dependencies = dependencies
  }

  /// Whether it has closures too, which know the type of the values.
  var hasClosures: Bool { false }

  /// Whether extras of this type have closures of recipes for values of `type`.
  class func areClosures(of type: Any.Type) -> Bool { false }
}

/// How the instances of a registration are made.
enum MakingKind {
  /// On the thread that asks.
  case sync
  /// In a task: by an asynchronous or isolated factory.
  case async
  /// By a synchronous factory, on the main actor.
  case mainActor
  /// Elsewhere, and given to a scope when it is opened.
  case seeded
  /// Elsewhere, before they were registered.
  case existing
  /// By another registration.
  case forward
  /// There are none: it says something of other registrations.
  case nothing

  // Each names every case, so that a new one is led to each.

  var isNode: Bool {
    switch self {
    case .sync, .async, .mainActor, .seeded, .existing, .forward: true
    case .nothing: false
    }
  }

  var isSeeded: Bool {
    switch self {
    case .seeded: true
    case .sync, .async, .mainActor, .existing, .forward, .nothing: false
    }
  }

  var isExisting: Bool {
    switch self {
    case .existing: true
    case .sync, .async, .mainActor, .seeded, .forward, .nothing: false
    }
  }

  var isForward: Bool {
    switch self {
    case .forward: true
    case .sync, .async, .mainActor, .seeded, .existing, .nothing: false
    }
  }

  var runsAtOnce: Bool {
    switch self {
    case .sync: true
    case .async, .mainActor, .seeded, .existing, .forward, .nothing: false
    }
  }

  var runsOnMainActor: Bool {
    switch self {
    case .mainActor: true
    case .sync, .async, .seeded, .existing, .forward, .nothing: false
    }
  }

  var isTaskBound: Bool {
    switch self {
    case .async: true
    case .sync, .mainActor, .seeded, .existing, .forward, .nothing: false
    }
  }

  var runsAsynchronously: Bool {
    switch self {
    case .async, .mainActor: true
    case .sync, .seeded, .existing, .forward, .nothing: false
    }
  }
}

extension [Registration] {
  var keys: [AnyKey] {
    @inline(never) get { map(\.key) }  // for size: asked for in many places
  }
}
