import OnceKernel

// What only a task, or the main actor, can build was asked for too early, by code that does not wait.

/// Which code asked too early, and what has to change.
struct TooEarly: Sendable {
  /// Why the value could not be built: "App.Pool is built asynchronously".
  let reason: String
  /// How long the value lives: some can be built before they are needed.
  let lifetime: LifetimeKind
  /// Whether the main actor could have built it at once.
  let isForMainActor: Bool
  /// The code that asked.
  var asker = Asker.caller

  enum Asker: Sendable {
    /// A call outside every factory.
    case caller
    /// The synchronous factories that were running, innermost first: the first one asked.
    case factories([Registered])
    /// A factory that could have waited.
    case asynchronousFactory(AnyKey)
    /// A decorator or an injector.
    case closure(String, of: AnyKey, SourceSite, isAsynchronous: Bool)
  }

  /// A registration, for people.
  struct Registered: Sendable {
    let key: AnyKey
    let site: SourceSite
  }

  /// What a factory around the asking code says of it.
  func asked(by key: AnyKey, at site: SourceSite, isAsynchronous: Bool) -> TooEarly {
    var early = self
    switch asker {
    case .caller: early.asker = isAsynchronous ? .asynchronousFactory(key) : .factories([Registered(key: key, site: site)])
    case .factories(let inner) where !isAsynchronous: early.asker = .factories(inner + [Registered(key: key, site: site)])
    case .factories, .asynchronousFactory, .closure: break
    }
    return early
  }

  // MARK: For people

  func message(_ key: AnyKey) -> String {
    let place = isForMainActor ? " elsewhere" : lifetime.isTransient ? "" : " before it was built"
    switch asker {
    case .caller: return "\(reason), but a synchronous call asked for it\(place)."
    case .factories(let factories): return "\(reason), but the synchronous factory of \(factories[0].key) asked for it\(place)."
    case .asynchronousFactory(let asker): return "\(reason), but the asynchronous factory of \(asker) asked for it without await."
    case .closure(let closure, let asker, let site, isAsynchronous: false):
      return "\(reason), but \(closure) of \(asker), at \(site), asked for it\(place)."
    case .closure(let closure, let asker, let site, isAsynchronous: true):
      return "\(reason), but \(closure) of \(asker), at \(site), asked for it without await."
    }
  }

  func remedy(_ key: AnyKey) -> String {
    let warmUp = lifetime.form.isOfContainer ? " Or call warmUp() first, also after a reset." : ""
    switch asker {
    case .caller: return callersRemedy
    case .factories(let factories):
      let shown = factories.prefix(4).map { "\($0.key) (registered at \($0.site))" }
      let names = (shown + (factories.count > 4 ? ["\(factories.count - 4) more"] : [])).spoken
      let plural = factories.count > 1
      let kind =
        isForMainActor
        ? plural ? "asynchronous or main-actor factories" : "an asynchronous or a main-actor factory"
        : plural ? "asynchronous factories" : "an asynchronous factory"
      let forms = isForMainActor ? ".async, .asyncWired or .mainActor" : ".async or .asyncWired"
      return "Register \(names) with \(kind) (\(forms)), and resolve \(plural ? "them" : "it") with await.\(warmUp)"
    case .asynchronousFactory: return "Write await in that factory: try await r.\(key.request).\(warmUp)"
    case .closure(_, _, _, isAsynchronous: true): return "Write await there: try await r.\(key.request).\(warmUp)"
    case .closure(_, let asker, _, isAsynchronous: false):
      return "Take a Provider there, and await it later; or resolve \(key) in an asynchronous factory of \(asker).\(warmUp)"
    }
  }

  private var callersRemedy: String {
    let remedy = isForMainActor ? "Resolve it with await, or on the main actor" : "Resolve it with await"
    if lifetime.isOfContainer {
      return isForMainActor
        ? "\(remedy); once it is built, synchronous calls work everywhere."
        : "\(remedy), or call warmUp() first, also after a reset. Once it is built, synchronous calls work too."
    }
    if lifetime.form.isWeak {
      return isForMainActor
        ? "\(remedy); while an object holds it, synchronous calls work everywhere."
        : "\(remedy). While an object holds it, synchronous calls work too."
    }
    if lifetime.isScoped {
      return isForMainActor
        ? "\(remedy); once it is built, synchronous calls work everywhere in its scope."
        : "\(remedy). Once it is built, synchronous calls in its scope work too."
    }
    return "\(remedy)."
  }
}

/// A decorator or an injector that suspends, for people.
struct TaskBound {
  let kind: String
  let site: SourceSite
}

extension ResolutionError {
  static func asyncOnly(_ key: AnyKey, _ lifetime: LifetimeKind, site: SourceSite) -> ResolutionError {
    tooEarly(.asyncOnly, key, site: site, TooEarly(reason: "\(key) is built asynchronously", lifetime: lifetime, isForMainActor: false))
  }

  static func mainActorOnly(_ key: AnyKey, _ lifetime: LifetimeKind, site: SourceSite) -> ResolutionError {
    tooEarly(
      .mainActorOnly, key, site: site, TooEarly(reason: "\(key) is built on the main actor", lifetime: lifetime, isForMainActor: true))
  }

  static func mainActorExtension(_ key: AnyKey, site: SourceSite) -> ResolutionError {
    tooEarly(
      .mainActorOnly, key, site: site,
      TooEarly(reason: "\(key) has a main-actor injector or decorator", lifetime: .transient, isForMainActor: true))
  }

  /// - Parameters:
  ///   - isExisting: whether the value is registered or given, and no factory makes it.
  ///   - site: where it is registered; nil for an object that the container did not make.
  static func asyncExtension(of key: AnyKey, _ taskBound: TaskBound, isExisting: Bool = false, site: SourceSite? = nil) -> ResolutionError {
    let why = site == nil ? "which no factory makes" : isExisting ? "which exists already" : "whose factory is not asynchronous"
    let change =
      site == nil || isExisting
      ? "Have an asynchronous factory make it" : "Register \(key) with an asynchronous factory (.async or .asyncWired)"
    return ResolutionError(
      .asyncExtension, key, site: site,
      message: "The asynchronous \(taskBound.kind) at \(taskBound.site) cannot run for \(key), \(why).",
      remedy: "\(change); or make the \(taskBound.kind) synchronous, and let it take a Provider that is awaited later.")
  }

  @inline(never)  // for size: called from many places
  private static func tooEarly(
    _ code: Code, _ key: AnyKey, path: [AnyKey]? = nil, site: SourceSite?, _ early: TooEarly
  ) -> ResolutionError {
    ResolutionError(code, key, path: path, site: site, message: early.message(key), remedy: early.remedy(key), tooEarly: early)
  }

  /// The error, if a decorator or an injector asked for what could not be built.
  func asked(by closure: String, of key: AnyKey, at site: SourceSite, isAsynchronous: Bool) -> ResolutionError {
    guard var early = tooEarly, case .caller = early.asker else { return self }
    early.asker = .closure(closure, of: key, site, isAsynchronous: isAsynchronous)
    return Self.tooEarly(code, self.key, path: path, site: self.site, early)
  }

  /// The error, if a factory asked for what could not be built.
  func asked(by factory: Registration) -> ResolutionError {
    guard let tooEarly, !factory.isForward, !Mutant.earlyBlamesCaller.isActive else { return self }
    let early = tooEarly.asked(by: factory.key, at: factory.site, isAsynchronous: factory.isTaskBound)
    return Self.tooEarly(code, key, path: path, site: site, early)
  }
}
