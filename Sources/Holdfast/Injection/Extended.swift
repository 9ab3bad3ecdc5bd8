import OnceKernel

/// The key under which the injector and the decorators of a type are kept.
enum Extended<Value> {}

/// What is done to every instance of a type, or of one name of it, after its factory returned; whatever the type is.
class AnyTypeExtension: Registration, @unchecked Sendable {  // unchecked: constants only
  var hasInjector: Bool { false }

  /// Whether the injector runs on the main actor.
  var needsMainActor: Bool { false }

  /// The first decorator or injector that suspends, and so runs in the task of an asynchronous factory only.
  var taskBound: TaskBound? { nil }

  final override var needsTask: Bool { taskBound != nil }

  /// Why this cannot be done to what a registration makes; nil if it can.
  final func refusal(of recipe: Registration) -> ResolutionError? {
    guard let taskBound, !recipe.isTaskBound, !recipe.isForward else { return nil }
    return .asyncExtension(of: recipe.key, taskBound, isExisting: recipe.isExisting || recipe.isSeeded, site: recipe.site)
  }

  /// This one of a type with that of a name: its decorators come last, and its injector takes the place of the type's.
  func with(_ named: AnyTypeExtension) -> AnyTypeExtension { named }
}

/// The extension of a type that is known: decorators in order, then the injector.
final class TypeExtension<Value>: AnyTypeExtension, @unchecked Sendable {  // unchecked: constants only; the closures are @Sendable
  enum Injector {
    case anywhere(@Sendable (Value, FactoryResolver) throws -> Void)
    case mainActor(@MainActor @Sendable (Value, FactoryResolver) throws -> Void)
    case async(@Sendable (Value, FactoryResolver) async throws -> Void)
  }

  enum Decorator {
    case sync(@Sendable (Value, FactoryResolver) throws -> Value)
    /// Of a type that is `Sendable`.
    case mainActor(@MainActor @Sendable (Value, FactoryResolver) throws -> Value)
    case async(@Sendable (Value, FactoryResolver) async throws -> Value)
  }

  let injector: Injector?
  let decorators: [(site: SourceSite, decorate: Decorator)]

  private init(
    _ key: AnyKey, _ site: SourceSite, injector: Injector?, decorators: [(site: SourceSite, decorate: Decorator)]
  ) {
    self.injector = injector
    self.decorators = decorators
    super.init(key, .singleton, site, .nothing)
  }

  /// The injector of the type, or of one name of it, which then takes the type's place.
  convenience init(_ name: Name?, _ site: SourceSite, injector: Injector) {
    self.init(AnyKey(Extended<Value>.self, named: name), site, injector: injector, decorators: [])
  }

  /// A decorator of the type, whatever the name, or of one name of it.
  convenience init(_ name: Name?, _ site: SourceSite, decorator: Decorator) {
    self.init(AnyKey(Extended<Value>.self, named: name), site, injector: nil, decorators: [(site, decorator)])
  }

  override func with(_ named: AnyTypeExtension) -> AnyTypeExtension {
    let named = unsafeDowncast(named, to: TypeExtension<Value>.self)  // found under a key of the same type
    let injector = Mutant.typesInjectorWins.isActive ? injector ?? named.injector : named.injector ?? injector
    return TypeExtension(named.key, named.site, injector: injector, decorators: decorators + named.decorators)
  }

  override var subject: AnyKey { AnyKey(Value.self, named: key.name) }

  override var extendsType: Any.Type? { Value.self }

  override var decoratorSites: [SourceSite] { decorators.map(\.site) }

  override func refusal(after existing: Registration) -> ResolutionError {
    .duplicateInjector(subject, first: existing.site, second: site)
  }

  override func siteReplaced(in existing: Registration) -> SourceSite? { conflicts(with: existing) ? existing.site : nil }

  override func conflicts(with existing: Registration) -> Bool {
    // The key's type says that `existing` extends the same type.
    injector != nil && unsafeDowncast(existing, to: TypeExtension<Value>.self).injector != nil
  }

  override func merged(with existing: Registration) -> Registration {
    // The key's type says that `existing` extends the same type.
    let existing = unsafeDowncast(existing, to: TypeExtension<Value>.self)
    return TypeExtension(
      key, injector == nil ? existing.site : site, injector: injector ?? existing.injector,
      decorators: existing.decorators + decorators)
  }

  override func canInject(_ object: AnyObject) -> Bool { injector != nil && key.name == nil && object is Value }

  override func isMoreSpecific(than other: Registration) -> Bool {
    guard let mine = Value.self as? AnyClass, let others = other.extendsType as? AnyClass else { return false }
    var next: AnyClass? = _getSuperclass(mine)
    while let type = next {
      if type == others { return true }
      next = _getSuperclass(type)
    }
    return false
  }

  override func inject(into object: AnyObject, in core: Core, for requester: Requester) throws(ResolutionError) -> Bool {
    guard let value = object as? Value else { return false }
    return try core.inject(into: value, nil, for: requester)
  }

  override var hasInjector: Bool { injector != nil }

  override var needsMainActor: Bool { injector?.needsMainActor == true || decorators.contains { $0.decorate.needsMainActor } }

  override var taskBound: TaskBound? {
    if let (site, _) = decorators.first(where: \.decorate.isAsynchronous) { return TaskBound(kind: "decorator", site: site) }
    return injector?.isAsynchronous == true ? TaskBound(kind: "injector", site: site) : nil
  }

  // MARK: On a thread

  /// Replaces a value by what the decorators make of it, the one after the other; by nothing that has a property which could not be filled.
  ///
  /// - Parameter note: told each value that a decorator was given, once that has returned.
  func decorate(_ value: inout Value, _ resolution: FactoryResolver, then note: (Value) -> Void = { _ in }) throws {
    for (site, decorator) in orderedDecorators {
      if decorator.isAsynchronous { throw ResolutionError.asyncExtension(of: subject, TaskBound(kind: "decorator", site: site)) }
      if decorator.needsMainActor, !MainThread.isCurrent { throw ResolutionError.mainActorExtension(subject, site: site) }
      do {
        let decorated = try decorator.onThread(value, resolution)
        try Run.checkFilled()
        note(value)
        value = decorated
      } catch {
        throw asked(error, by: "a decorator", at: site)
      }
    }
  }

  /// Runs the injector on the calling thread.
  func inject(_ value: Value, _ resolution: FactoryResolver) throws {
    if injector?.needsMainActor == true, !MainThread.isCurrent { throw ResolutionError.mainActorExtension(subject, site: site) }
    do { try runInjector(value, resolution) } catch {
      throw asked(error, by: "the injector", at: site)
    }
  }

  private func runInjector(_ value: Value, _ resolution: FactoryResolver) throws {
    switch injector {
    case nil: break
    case .anywhere(let inject): try inject(value, resolution)
    case .mainActor(let inject):
      // unsafe: both stay on this thread, which is the main actor's, as was just checked.
      nonisolated(unsafe) let (value, resolution) = (value, resolution)
      try MainActor.assumeIsolated { try inject(value, resolution) }
    case .async: throw ResolutionError.asyncExtension(of: subject, TaskBound(kind: "injector", site: site))
    }
  }

  // MARK: In a task

  /// As `decorate`, for decorators that may suspend.
  nonisolated(nonsending) func decorateInTask(
    _ value: inout Value, _ resolution: FactoryResolver, then note: (Value) -> Void = { _ in }
  ) async throws {
    for (site, decorator) in orderedDecorators {
      do {
        let decorated =
          switch decorator {
          case .sync: try decorator.onThread(value, resolution)
          case .mainActor: try await onMainActor(decorator, value, resolution)
          case .async(let decorate): try await decorate(sent(value), sent(resolution))
          }
        try Run.checkFilled()
        note(value)
        value = decorated
      } catch {
        throw asked(error, by: "a decorator", at: site, isAsynchronous: decorator.isAsynchronous)
      }
    }
  }

  nonisolated(nonsending) private func onMainActor(
    _ decorator: Decorator, _ value: Value, _ resolution: FactoryResolver
  ) async throws -> Value {
    // unsafe: such decorators are of Sendable types only, and the resolution is used by one task at a time.
    nonisolated(unsafe) let (value, resolution) = (value, resolution)
    return try await MainActor.run { Box(try decorator.onThread(value, resolution)) }.value
  }

  /// Runs the injector on what was made in this task, where it belongs.
  ///
  /// - Parameter attempt: the run in this task, if there is one.
  nonisolated(nonsending) func injectInTask(_ value: Value, _ resolution: FactoryResolver, for attempt: Attempt?) async throws {
    switch injector {
    case nil, .anywhere: try resolution.injecting { try inject(value, $0) }
    case .mainActor:
      // unsafe: main-actor injectors are registered for Sendable types only, and the resolution is used by one task at a time.
      nonisolated(unsafe) let (value, resolution) = (value, resolution)
      try await MainActor.run { try resolution.injecting { try inject(value, $0) } }
    case .async(let inject):
      let requester = (resolution.forInjector ?? resolution).requester
      // A run of its own, as what it asks for through a container is told apart from what the factory did.
      let run = TaskRun(requester.facts(in: resolution.core, by: nil), of: attempt, depth: requester.depth)
      let own = FactoryResolver(run.requester)
      try await run.run {
        do { try await inject(sent(value), sent(own)) } catch {
          throw asked(error, by: "the injector", at: site, isAsynchronous: true)
        }
      }
    }
  }

  private var orderedDecorators: [(site: SourceSite, decorate: Decorator)] {
    Mutant.decoratesInReverse.isActive ? decorators.reversed() : decorators
  }

  private func asked(_ error: any Error, by closure: String, at site: SourceSite, isAsynchronous: Bool = false) -> any Error {
    (error as? ResolutionError)?.asked(by: closure, of: subject, at: site, isAsynchronous: isAsynchronous) ?? error
  }
}

extension TypeExtension.Injector {
  fileprivate var isAsynchronous: Bool {
    switch self {
    case .async: true
    case .anywhere, .mainActor: false
    }
  }

  fileprivate var needsMainActor: Bool {
    switch self {
    case .mainActor: true
    case .anywhere, .async: false
    }
  }
}

extension TypeExtension.Decorator {
  fileprivate var isAsynchronous: Bool {
    switch self {
    case .async: true
    case .sync, .mainActor: false
    }
  }

  fileprivate var needsMainActor: Bool {
    switch self {
    case .mainActor: true
    case .sync, .async: false
    }
  }

  /// Runs one that does not suspend, on a thread where it may run.
  fileprivate func onThread(_ value: Value, _ resolution: FactoryResolver) throws -> Value {
    switch self {
    case .sync(let decorate): return try decorate(value, resolution)
    case .mainActor(let decorate):
      // unsafe: both stay on this thread, which is the main actor's.
      nonisolated(unsafe) let (value, resolution) = (value, resolution)
      return try MainActor.assumeIsolated { Box(try decorate(value, resolution)) }.value
    case .async: preconditionFailure("it suspends")
    }
  }
}
