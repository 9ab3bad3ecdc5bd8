extension ResolutionError {
  /// Whether it says of `key` itself, not of something that it needs, that it is not registered.
  func isMissing(_ key: AnyKey) -> Bool { code == .notRegistered && path == [key] }

  /// - Parameters:
  ///   - nearest: what is registered that the caller may have meant.
  ///   - forward: how the nearest one is offered under this key too, if that can be.
  static func notRegistered(_ key: AnyKey, nearest: [String] = [], forward: String? = nil) -> ResolutionError {
    let other = nearest.isEmpty ? "ask with resolveIfRegistered for what may be missing" : "ask for what is registered: \(nearest.spoken)"
    let remedy =
      if key.type == Any.self || key.type == AnyObject.self || key.type == (any Sendable).self {
        "Nothing says which type is meant, so this one was inferred: say it, resolve(Store.self) or let store: Store = try resolve()."
      } else if key.type == Container.self {
        "Use the resolver that a factory is given; take a Provider, a Lazy or a Factory in the place of a container. "
          + "A parameter of type any Resolver is wired."
      } else if let forward {
        "Offer what is registered under it too, \(forward), or \(other)."
      } else {
        "Register it before it is resolved, or \(other)."
      }
    return ResolutionError(.notRegistered, key, message: "\(key) is not registered.", remedy: remedy)
  }

  static func onlyContributed(_ key: AnyKey) -> ResolutionError {
    ResolutionError(
      .notRegistered, key, message: "\(key) is not registered: values of it are contributed.",
      remedy: "Ask for all of them, resolveAll(\(key.call)), or take an array of them in wiring.")
  }

  static func wrongType(_ key: AnyKey, wanted: Any.Type, found: Any.Type, site: RegistrationSite?) -> ResolutionError {
    ResolutionError(
      .wrongType, key, site: site,
      message: "\(key) was resolved to \(AnyKey(found)), which is not \(AnyKey(wanted)).",
      remedy: "Ask for the type that is registered, or register one that conforms.")
  }

  static func noObject(_ key: AnyKey, site: RegistrationSite) -> ResolutionError {
    ResolutionError(
      .wrongType, key, site: site,
      message: "\(key) is registered to be held weakly, and its factory made a value that is no class instance.",
      remedy: "Make it a class instance, or register it .singleton or .transient.")
  }

  static func noObject(for key: AnyKey, at site: RegistrationSite) -> ResolutionError {
    ResolutionError(
      .wrongType, key, message: "The @WeakInjected at \(site) asked for \(key), whose value is no class instance.",
      remedy: "Use @Injected, or make it a class instance.")
  }

  static func instanceDied(_ key: AnyKey, site: RegistrationSite) -> ResolutionError {
    ResolutionError(
      .instanceDied, key, site: site, message: "The weakly held instance of \(key) no longer exists.",
      remedy: "Keep a strong reference to it elsewhere, or register a factory that can build it again.")
  }

  static func duplicate(_ key: AnyKey, first: RegistrationSite, second: RegistrationSite) -> ResolutionError {
    ResolutionError(
      .duplicate, key, site: first, message: "\(key) is registered already; the second registration, at \(second), was refused.",
      remedy: "Remove one of the two, give one a name, or make the container with duplicates: .replace.")
  }

  static func duplicates(_ all: [(existing: Registration, refused: Registration)]) -> ResolutionError {
    let list = all.prefix(20).map { "\($0.refused.subject) (at \($0.existing.site), again at \($0.refused.site))" }.joined(separator: "; ")
    return ResolutionError(
      .duplicate, all[0].refused.subject, site: all[0].existing.site,
      message: "\(all.count) registrations are duplicates, so nothing was applied: \(list)\(all.count > 20 ? "; …" : "").",
      remedy: "Keep one for each key, give the others names, or make the container with duplicates: .replace.")
  }

  static func duplicateDeclaration(_ key: AnyKey, first: RegistrationSite, second: RegistrationSite) -> ResolutionError {
    ResolutionError(
      .duplicate, key, site: first, message: "What \(key) needs is declared already; the second declaration, at \(second), was refused.",
      remedy: "Make one declaration of the two, or make the container with duplicates: .replace.")
  }

  static func optionalKey(_ key: AnyKey, site: RegistrationSite) -> ResolutionError {
    ResolutionError(
      .invalidKey, key, site: site, message: "\(key) is an Optional, which cannot be registered.",
      remedy: "Register the wrapped type; who may do without it asks with resolveIfRegistered.")
  }

  static func unusedArgument(_ key: AnyKey, _ argument: String) -> ResolutionError {
    ResolutionError(
      .forgottenArguments, key, message: "The initializer of \(key) has no parameter that takes the argument \(argument).",
      remedy: "Name in taking: the types of parameters, as they stand in the initializer.")
  }

  static func weakDisposer(_ key: AnyKey, site: RegistrationSite) -> ResolutionError {
    ResolutionError(
      .invalidKey, key, site: site, message: "\(key) is registered with a disposer and to be held weakly: it would never run.",
      remedy: "Leave the disposer out, or register it .singleton.")
  }

  static func forgottenArguments(_ key: AnyKey, _ function: String, site: RegistrationSite) -> ResolutionError {
    ResolutionError(
      .forgottenArguments, key, site: site,
      message: "The definition \(function) has parameters and does not pass them on: all callers would get the first one's object.",
      remedy: "Write define(with: …) with the parameters, or define(scope: .transient) where each request makes an object of its own.")
  }

  static func assemblyFailed(_ type: Any.Type, _ error: any Error, whileLoading: Bool) -> ResolutionError {
    if let error = error as? ResolutionError { return error }
    let key = AnyKey(type)
    return ResolutionError(
      .assemblyFailed, key, underlying: error,
      message: whileLoading ? "\(key) threw after it was loaded." : "\(key) threw while it registered, so nothing was applied.",
      remedy: "See the cause.")
  }

  /// - Parameters:
  ///   - builds: each needs the next, and the last one needs the first.
  ///   - asking: which of them may ask for the next one later; nil when none may.
  ///   - sites: where they are registered.
  static func cycle(_ builds: [AnyKey], asking: Int?, site: RegistrationSite?, sites: [RegistrationSite]) -> ResolutionError {
    let later = asking.map { ", or have an injector ask for it later: \(builds[$0].asking(for: builds[($0 + 1) % builds.count]))" } ?? ""
    return ResolutionError(
      .cycle, builds[0], path: builds + [builds[0]], site: site, message: "\(builds[0]) needs itself to be built.",
      remedy: "Inject one of the objects on the path as a Provider or a Lazy\(later).", sites: sites)
  }

  /// - Parameter depth: how many factories run inside each other; nil when the stack is nearly used up before that are too many.
  static func tooDeep(_ key: AnyKey, depth: Int?, site: RegistrationSite?) -> ResolutionError {
    let reason = depth.map { "\($0) factories are running inside each other" } ?? "the stack is nearly used up"
    return ResolutionError(
      .tooDeep, key, site: site, message: "\(key) is nested too deep: \(reason).",
      remedy: "Look for a factory that builds its own kind again, or shorten the chain with a Provider or a Lazy.")
  }

  static func factoryFailed(_ key: AnyKey, _ error: any Error, site: RegistrationSite) -> ResolutionError {
    ResolutionError(
      .factoryFailed, key, site: site, underlying: error, message: "The factory of \(key) threw.",
      remedy: "See the cause; nothing was cached, so the next resolve runs the factory again.")
  }

  static func closureFailed(_ key: AnyKey, _ error: any Error) -> ResolutionError {
    ResolutionError(
      .factoryFailed, key, underlying: error, message: "The closure threw for which \(key) was asked for later.", remedy: "See the cause.")
  }

  static func mainActorOnly(_ key: AnyKey, _ lifetime: Lifetime, site: RegistrationSite) -> ResolutionError {
    let later =
      switch lifetime {
      case .singleton, .cached: "; once built it resolves synchronously everywhere"
      case .weak: "; while it is held somewhere it resolves synchronously everywhere"
      case .scoped, .scopedTo: "; once built it resolves synchronously everywhere in its scope"
      case .graph, .transient: ""
      }
    return ResolutionError(
      .mainActorOnly, key, site: site, message: "\(key) is built on the main actor and was asked for synchronously from elsewhere.",
      remedy: "Resolve it with await, or on the main actor\(later).")
  }

  static func mainActorInjector(_ key: AnyKey, site: RegistrationSite) -> ResolutionError {
    ResolutionError(
      .mainActorOnly, key, site: site, message: "\(key) has an injector of the main actor and was to be injected elsewhere.",
      remedy: "Resolve it with await, or inject it on the main actor.")
  }

  static func outsideScope(_ key: AnyKey, site: RegistrationSite) -> ResolutionError {
    ResolutionError(
      .outsideScope, key, site: site,
      message: "\(key) lives in a scope and was asked for outside one.",
      remedy: "Open one and ask it: container.withScope { scope in try scope.resolve(\(key.call)) }.")
  }

  static func outsideScope(_ key: AnyKey, heldBy holder: Registration, site: RegistrationSite) -> ResolutionError {
    ResolutionError(
      .outsideScope, key, site: site,
      message: "\(key) lives in a scope, and was asked for by the factory of \(holder.key) (\(holder.lifetime)), which outlives it; "
        + "that is registered at \(holder.site).",
      remedy: "Register \(holder.key) as scoped too, or pass \(key) to its functions where a scope is open.")
  }

  static func askedOfContainer(_ key: AnyKey, site: RegistrationSite) -> ResolutionError {
    ResolutionError(
      .outsideScope, key, site: site,
      message: "\(key) lives in a scope, and was asked of the container; a scope is open here.",
      remedy: "Ask the scope: container.withScope { scope in try scope.resolve(\(key.call)) }.")
  }

  static func outsideKind(_ key: AnyKey, _ kind: ScopeKind, site: RegistrationSite) -> ResolutionError {
    ResolutionError(
      .outsideScope, key, site: site,
      message: "\(key) lives in a scope of the kind \(kind.name), and was asked for where none is open.",
      remedy:
        "Open one, let session = try container.openScope(\"\(kind.name)\"), and inner scopes with session.withScope or session.openScope.")
  }

  static func notSeeded(_ key: AnyKey, site: RegistrationSite) -> ResolutionError {
    ResolutionError(
      .notSeeded, key, site: site, message: "\(key) has to be given to a scope when that is opened, and was not.",
      remedy: "Give it: openScope(seeds: [.value(…)]), or withScope(seeds: [.value(…)]) { … }.")
  }

  /// What can be wrong with a seed.
  enum SeedMistake {
    case twice
    case notRegistered
    case notScoped(Lifetime)
    case otherKind(ScopeKind)
  }

  /// - Parameter site: where the scope was opened.
  static func invalidSeed(_ key: AnyKey, _ mistake: SeedMistake, at site: RegistrationSite) -> ResolutionError {
    let (reason, remedy) =
      switch mistake {
      case .twice: ("two values", "Give one of them, or register one under a name.")
      case .notRegistered: ("a value that nothing is registered for", "Register it first: register(seeded: \(AnyKey(key.type)).self).")
      case .notScoped(let lifetime): ("a value that is registered as \(lifetime)", "Register it as scoped, or with register(seeded:).")
      case .otherKind(let kind): ("a value of scopes of the kind \(kind.name)", "Give it to a scope of that kind, when that is opened.")
      }
    return ResolutionError(
      .invalidSeed, key, site: site, message: "The scope opened at \(site) was given \(reason): \(key).", remedy: remedy)
  }

  static func scopeEnded(_ key: AnyKey, site: RegistrationSite?) -> ResolutionError {
    ResolutionError(
      .shutDown, key, site: site, message: "\(key) was asked for after its scope had ended.",
      remedy: "Finish the work of a scope before its closure returns, or open it with openScope, and end it when the work is over.")
  }

  /// - Parameter key: nil when it is the resolver itself that was asked for.
  static func noCurrentContainer(for key: AnyKey?, at site: RegistrationSite) -> ResolutionError {
    ResolutionError(
      .noCurrentContainer, key ?? AnyKey(Container.self),
      message:
        "\(key.map { "\($0) was asked of the current container" } ?? "The current resolver was asked for") at \(site), and there is none.",
      remedy: "Run this inside withCurrent, make a container the default once at start with makeDefault(), or name a container.")
  }

  static func shutdownInFactory(_ key: AnyKey, site: RegistrationSite) -> ResolutionError {
    ResolutionError(
      .shutdownInFactory, key, site: site, message: "The factory of \(key) shuts down a container, and a shutdown may have to wait for it.",
      remedy:
        "Shut down after the factory has returned, or from a task that it starts and does not await: there it begins and does not wait.")
  }

  static func notInGraph(_ key: AnyKey) -> ResolutionError {
    ResolutionError(
      .notInGraph, key, message: "\(key) is not in the object graph that is being resolved.",
      remedy: "Ask for it where it was injected or resolved before, within the same outermost request.")
  }

  static func graphEnded(_ key: AnyKey) -> ResolutionError {
    ResolutionError(.graphEnded, key, message: "The object graph of \(key) has ended.", remedy: "Resolve it anew.")
  }

  static func ambiguous(_ key: AnyKey, count: Int) -> ResolutionError {
    ResolutionError(
      .ambiguous, key, message: "\(count) objects of \(key) are in the object graph.", remedy: "Ask for one of them by its name.")
  }

  static func emptyChain(_ key: AnyKey) -> ResolutionError {
    ResolutionError(
      .emptyChain, key, message: "\(key) was asked of a chain that has no resolvers.", remedy: "Put at least one resolver into the chain.")
  }

  static func duplicateInjector(_ key: AnyKey, first: RegistrationSite, second: RegistrationSite) -> ResolutionError {
    ResolutionError(
      .duplicateInjector, key, site: first,
      message: "\(key) has an injector already; the second one, at \(second), was refused.",
      remedy: "Make one injector of the two, or make the container with duplicates: .replace.")
  }

  static func cancelled(_ key: AnyKey, site: RegistrationSite?) -> ResolutionError {
    ResolutionError(
      .cancelled, key, site: site, message: "The task that waited for \(key) was cancelled.",
      remedy: "Nothing to mend: others who wait for it are not affected.")
  }

  /// - Parameter site: where the container was shut down; nil when it, or the layer, went without that.
  static func shutDown(_ key: AnyKey, by site: RegistrationSite?) -> ResolutionError {
    guard let site else {
      return ResolutionError(
        .shutDown, key, message: "\(key) was asked for after its container, or the overrides in front of it, had gone.",
        remedy:
          "Hold the container as long as anything resolves, and stay inside withOverrides: no Provider, Lazy or Factory keeps it alive.")
    }
    return ResolutionError(
      .shutDown, key, message: "\(key) was asked for after its container was shut down at \(site).",
      remedy: "Stop those who resolve before the container is shut down.")
  }

  /// - Parameter site: where the overrides were put in force.
  static func overridesEnded(_ key: AnyKey, from site: RegistrationSite) -> ResolutionError {
    ResolutionError(
      .shutDown, key, message: "\(key) was asked for after the overrides at \(site) had ended.",
      remedy: "Finish what resolves before the closure of withOverrides, or the test, returns.")
  }

  static func shutDown(changing key: AnyKey, by site: RegistrationSite) -> ResolutionError {
    ResolutionError(
      .shutDown, key, message: "\(key) cannot be changed: the container was shut down at \(site).",
      remedy: "Make the change before shutdown(), or make a new container.")
  }

  static func sealed(_ key: AnyKey, by site: RegistrationSite?) -> ResolutionError {
    ResolutionError(
      .sealed, key, message: "\(key) cannot be changed: the container was sealed\(site.map { " at \($0)" } ?? "").",
      remedy: "Make the change before seal().")
  }

  static func asyncOnly(_ key: AnyKey, _ lifetime: Lifetime, site: RegistrationSite) -> ResolutionError {
    let remedy =
      switch lifetime {
      case .singleton, .cached: "Resolve it with await, or warm it up first: once built it resolves synchronously too."
      case .weak: "Resolve it with await: while it is held somewhere it resolves synchronously too."
      case .scoped, .scopedTo: "Resolve it with await: once built it resolves synchronously too in its scope."
      case .graph, .transient: "Resolve it with await."
      }
    let when = lifetime == .transient ? "" : " before it was there"
    return ResolutionError(
      .asyncOnly, key, site: site, message: "\(key) is built asynchronously and was asked for synchronously\(when).", remedy: remedy)
  }
}
