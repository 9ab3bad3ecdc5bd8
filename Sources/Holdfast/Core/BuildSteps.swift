/// How one value is built: what makes it, and what is done to it before all callers see it.
///
/// One type for values of all types: a value is known here by the object that holds it, as `Registration.held(_:)` answers it.
enum BuildSteps {
  /// By the recipe's own factory, and the decorators and the injector of its type if there are some.
  case own(AnyTypeExtension?)
  /// By closures that the caller gives.
  case given(Given)

  // An object, so that the frames of nested builds, which share the stack, need little room for it.
  final class Given {
    fileprivate let make: (FactoryResolver) throws -> AnyObject
    fileprivate let inject: (AnyObject, FactoryResolver) throws -> Void

    init(_ make: @escaping (FactoryResolver) throws -> AnyObject, inject: @escaping (AnyObject, FactoryResolver) throws -> Void) {
      self.make = make
      self.inject = inject
    }
  }

  func make(_ recipe: Registration, _ resolution: FactoryResolver) throws -> AnyObject {
    switch self {
    case .own(nil): try recipe.make(resolution)
    case .own(let ext?): try recipe.make(resolution, decoratedBy: ext)
    case .given(let given): try given.make(resolution)
    }
  }

  /// Whether an injector runs. Meanwhile only members of the object's own cycle see it.
  var hasInjector: Bool {
    switch self {
    case .own(let ext): ext?.hasInjector == true
    case .given: true
    }
  }

  func inject(_ held: AnyObject, of recipe: Registration, _ resolution: FactoryResolver) throws {
    switch self {
    case .own(let ext): if let ext { try recipe.inject(held, resolution, by: ext) }
    case .given(let given): try given.inject(held, resolution)
    }
  }

  /// Whether part of it runs on the main actor.
  func needsMainActor(for recipe: Registration) -> Bool {
    switch self {
    case .own(let ext): recipe.runsOnMainActor || ext?.needsMainActor == true
    case .given: false
    }
  }
}

/// What runs a build.
enum BuildExecutor {
  /// The thread that asks, also a task's.
  case anyThread
  case mainActor
  /// A task of its own, for which no thread waits.
  case ownTask

  var isMainActor: Bool {
    switch self {
    case .mainActor: true
    case .anyThread, .ownTask: false
    }
  }

  /// Whether it runs on the thread that asks, whichever that is.
  var isAnyThread: Bool {
    switch self {
    case .anyThread: true
    case .mainActor, .ownTask: false
    }
  }
}

extension Core {
  /// What runs a build of `recipe`. That of a forward runs where its target's would; a target that is chosen when it is resolved may need a task.
  func executor(of recipe: Registration, _ steps: BuildSteps) -> BuildExecutor {
    if case .given = steps { return .anyThread }
    guard recipe.isForward else {
      return recipe.isTaskBound ? .ownTask : steps.needsMainActor(for: recipe) ? .mainActor : .anyThread
    }
    var seen: Set<AnyKey> = [recipe.key]
    var next = recipe.dependencies?.first?.key
    while let key = next, seen.insert(key).inserted, let (target, core) = registered(key) {
      if !target.isForward { return core.executor(of: target, core.steps(of: target)) }
      next = target.dependencies?.first?.key
    }
    return .ownTask
  }

  /// The recipe's factory with the decorators and the injector of its type.
  func steps(of recipe: Registration) -> BuildSteps { .own(typeExtension(for: recipe)) }

  /// What the decorators make of a value, and what was there before the last one returned, the factory's value first; when one throws, the
  /// container disposes of what was made, as no other code does.
  func decorate<T>(
    _ value: T, of recipe: Recipe<T>, by ext: TypeExtension<T>, _ resolution: FactoryResolver
  ) throws -> (value: T, earlier: [T]) {
    var (value, earlier) = (value, [T]())
    do {
      try ext.decorate(&value, resolution) { earlier.append($0) }
      return (value, earlier)
    } catch {
      dispose(ofUnfinished: value, after: earlier, of: recipe, resolution)
      throw error
    }
  }

  /// As `decorate`, for decorators that may suspend.
  nonisolated(nonsending) func decorateInTask<T>(
    _ value: T, of recipe: Recipe<T>, by ext: TypeExtension<T>, _ resolution: FactoryResolver
  ) async throws -> (value: T, earlier: [T]) {
    var (value, earlier) = (value, [T]())
    do {
      try await ext.decorateInTask(&value, resolution) { earlier.append($0) }
      return (value, earlier)
    } catch {
      dispose(ofUnfinished: value, after: earlier, of: recipe, resolution)
      throw error
    }
  }

  private func dispose<T>(ofUnfinished value: T, after earlier: [T], of recipe: Recipe<T>, _ resolution: FactoryResolver) {
    // No caller got any of it, so that a disposer is told what it could count on: what the factory made.
    let (value, earlier) = recipe.hasDisposer ? (earlier.first ?? value, []) : (value, earlier)
    // What could be held if it were done; else nothing of it is the container's.
    if let held = try? recipe.holdMade(value, after: earlier, in: self) {
      disposeLater(held, of: recipe, .abandoned, in: scope(of: recipe, for: resolution.requester))
    }
  }
}
