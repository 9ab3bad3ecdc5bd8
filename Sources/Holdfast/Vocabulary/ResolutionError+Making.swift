extension ResolutionError {
  /// Whether the value has to be awaited: a caller that can await may get it.
  package var isTooEarly: Bool { code == .asyncOnly || code == .mainActorOnly }

  /// Whether it says of `key` itself, not of something that it needs, that it is not registered.
  func isMissing(_ key: AnyKey) -> Bool { code == .notRegistered && path == [key] }

  package static func notRegistered(_ key: AnyKey) -> ResolutionError {
    ResolutionError(.notRegistered, key) { wordsForMissing(key) }
  }

  /// - Parameters:
  ///   - nearest: what is registered that the caller may have meant.
  ///   - forward: how the nearest one is offered under this key too, if that can be.
  ///   - child: where a child container has it.
  ///   - isReleased: whether the container has been released or shut down, and cannot be asked for what comes near.
  static func wordsForMissing(
    _ key: AnyKey, nearest: [String] = [], forward: String? = nil, inChild child: SourceSite? = nil, isReleased: Bool = false
  ) -> Words {
    let other = nearest.isEmpty ? "ask with resolveIfRegistered if it may be missing" : "ask for a registered key: \(nearest.spoken)"
    let remedy =
      if key.type == Any.self || key.type == AnyObject.self || key.type == (any Sendable).self {
        "The compiler inferred this type because the call names none. Name it: resolve(Store.self) or let store: Store = try resolve()."
      } else if key.type == Container.self {
        "Use the resolver that the factory receives, or take a Provider, a Lazy or a Factory instead of a container. "
          + "A wired initializer may have a parameter of type any Resolver."
      } else if let collected = key.target, collected.kind.isOfCollection {
        "Contribute to it: contribute(\(collected.key.call)) { r in … }; or, if it may be empty: "
          + "declareCollection(of: \(collected.key.call))."
      } else if let child {
        "A child container has it (at \(child)), but what a parent builds is made of the parent's registrations only. Register it in the "
          + "parent, or register what needs it in the child too."
      } else if let forward {
        "To get a registered value under this key too, add \(forward). Or \(other)."
      } else if isReleased {
        "Register it before it is resolved, or \(other). Read before the container ends, this names similar keys."
      } else {
        "Register it before it is resolved, or \(other)."
      }
    let hasPlainType = key.name == nil && key.arguments == nil && key.isOfTheStandardLibrary && key.target == nil
    return Words(
      message: "\(key) is not registered.", remedy: remedy,
      remedyForNeeds: hasPlainType
        ? " An initializer that is wired is asked for all its parameters, also for those that have a default value: wire a closure that leaves "
          + "them out." : "")
  }

  package static func notComposed(_ key: AnyKey) -> ResolutionError {
    ResolutionError(
      .askedBeforeComposed, key, message: "\(key) was asked of a composition that was not composed.",
      remedy: "Make the composition with Composed(App.init), and ask that. A property that is computed anew at each access is none of its "
        + "objects: declare it with let.")
  }

  /// Of a container whose parent leads back to it.
  static func parentsInACircle(_ key: AnyKey) -> ResolutionError {
    ResolutionError(
      .notRegistered, key, message: "\(key) is not registered, and the container's parent asks the container again.",
      remedy: "Register it, or have the resolver that is the parent ask no container that asks that resolver.")
  }

  static func wordsForContributed(_ key: AnyKey) -> Words {
    Words(
      message: "\(key) is not registered; its values are only contributed to a collection.",
      remedy: key.name == nil
        ? "Ask for the collection with resolveAll(\(key.call)), or take an array as a wired parameter."
        : "Ask for the collection of this name: resolve(\(key.collectionCall)).")
  }

  static func wrongType(_ key: AnyKey, wanted: Any.Type, found: Any.Type, site: SourceSite?) -> ResolutionError {
    ResolutionError(
      .wrongType, key, site: site,
      message: "The value of \(key) is of the type \(AnyKey(found)), which is not \(AnyKey(wanted)).",
      remedy: "Ask for the registered type, or register a type that conforms.")
  }

  static func noObject(_ key: AnyKey, site: SourceSite) -> ResolutionError {
    ResolutionError(
      .wrongType, key, site: site,
      message: "\(key) is registered as weak, but the value that was made is not a class instance.",
      remedy: "Return a class instance, or register the key as .singleton or .transient.")
  }

  static func otherObject(_ key: AnyKey, decoratedAt decorators: [SourceSite], site: SourceSite) -> ResolutionError {
    ResolutionError(
      .wrongType, key, site: site,
      message:
        "\(key) is registered with weak:, but a decorator of it (\(decorators.map(\.description).spoken)) returned another object, which "
        + "the container would not keep alive.",
      remedy: "Return the object that the decorator receives, or register the object with instance:.")
  }

  static func instanceDied(_ key: AnyKey, site: SourceSite) -> ResolutionError {
    ResolutionError(
      .instanceDied, key, site: site, message: "The object that was registered as \(key) with weak: no longer exists.",
      remedy: "Keep a strong reference to the object, or register a factory that can build it again.")
  }

  static func duplicate(_ key: AnyKey, first: SourceSite, second: SourceSite) -> ResolutionError {
    ResolutionError(
      .duplicate, key, site: first, message: "\(key) is registered already; the container refused the second registration, at \(second).",
      remedy: "Remove one of the two, give one \(key.name == nil ? "a" : "another") name, or make the container with duplicates: .replace.")
  }

  static func duplicates(_ all: [(existing: Registration, refused: Registration)]) -> ResolutionError {
    let list = all.prefix(20).map { "\($0.refused.subject) (at \($0.existing.site), again at \($0.refused.site))" }.joined(separator: "; ")
    return ResolutionError(
      .duplicate, all[0].refused.subject, site: all[0].existing.site,
      message: "\(all.count) registrations are duplicates, so nothing was applied: \(list)\(all.count > 20 ? "; …" : "").",
      remedy: "Keep one for each key, give the others names, or make the container with duplicates: .replace.")
  }

  static func duplicateDeclaration(_ key: AnyKey, first: SourceSite, second: SourceSite) -> ResolutionError {
    ResolutionError(
      .duplicate, key, site: first,
      message: "The needs of \(key) are declared already; the container refused the second declaration, at \(second).",
      remedy: "Combine the two declarations, or make the container with duplicates: .replace.")
  }

  static func optionalKey(_ key: AnyKey, site: SourceSite) -> ResolutionError {
    ResolutionError(
      .invalidKey, key, site: site, message: "\(key) is an Optional. An Optional cannot be registered.",
      remedy: "Register the wrapped type, and ask with resolveIfRegistered where it may be missing.")
  }

  static func unusedArgument(_ key: AnyKey, _ argument: AnyKey, site: SourceSite) -> ResolutionError {
    ResolutionError(
      .forgottenArguments, key, site: site,
      message: "The initializer of \(key) has no parameter that takes the argument \(argument).",
      remedy: "List in taking: the types of the initializer's parameters, exactly as the initializer writes them.")
  }

  static func forgottenArguments(_ key: AnyKey, _ function: String, site: SourceSite) -> ResolutionError {
    ResolutionError(
      .forgottenArguments, key, site: site,
      message: "The definition \(function) does not pass its parameters on: all callers would get the first caller's object.",
      remedy: "Pass the parameters with define(with: …), or write define(scope: .transient) to make an object for each request.")
  }

  /// - Parameters:
  ///   - key: what the definition makes.
  ///   - other: what is registered in its place, and never used.
  static func unusedOverride(_ key: AnyKey, by other: AnyKey, site: SourceSite) -> ResolutionError {
    ResolutionError(
      .wrongType, key, site: site, message: "A definition makes \(key), but its override is registered as \(other), so it is never used.",
      remedy:
        "Register the override as \(AnyKey(key.type)), or have the property of the definition be of the type \(AnyKey(other.valueType))."
    )
  }

  static func assemblyFailed(_ type: Any.Type, _ error: any Error, whileLoading: Bool) -> ResolutionError {
    if let error = error as? ResolutionError { return error }
    let key = AnyKey(type)
    return ResolutionError(
      .assemblyFailed, key, underlying: error,
      message: whileLoading ? "\(key) threw in loaded(in:)." : "\(key) threw in register(in:), so nothing was applied.",
      remedy: "See the cause.")
  }

  /// - Parameters:
  ///   - builds: each needs the next, and the last one needs the first.
  ///   - asking: which of them may ask for the next one later; nil when none may.
  ///   - sites: where they are registered.
  ///   - isOfForwards: whether none of them makes a value.
  static func cycle(_ builds: [AnyKey], asking: Int?, site: SourceSite?, sites: [SourceSite], isOfForwards: Bool) -> ResolutionError {
    let pair = asking.map { (own: builds[$0], other: builds[($0 + 1) % builds.count]) }
    // A contribution has no name that code could write.
    let later =
      if let pair, !pair.own.isContribution, !pair.other.isContribution {
        ", or ask for it later in an injector: \(pair.own.asking(for: pair.other))"
      } else {
        ""
      }
    return ResolutionError(
      cycle: builds + [builds[0]], site: site, sites: sites,
      remedy: isOfForwards ? remedyForForwards : "Inject one object on the path as a Provider or a Lazy\(later).")
  }

  /// What to do where forwards lead to each other alone.
  package static let remedyForForwards = "Each of them only forwards to the next. Let one lead to a registration that makes the value."

  /// - Parameter depth: how many factories run inside each other; nil when the stack is nearly used up before that are too many.
  static func tooDeep(_ key: AnyKey, depth: Int?, site: SourceSite?) -> ResolutionError {
    let reason = depth.map { "\($0) factories are running inside each other" } ?? "the thread has almost no stack left"
    return ResolutionError(
      .tooDeep, key, site: site, message: "\(key) is nested too deep: \(reason).",
      remedy: "Look for a factory that resolves its own type again, or shorten the chain with a Provider or a Lazy.")
  }

  static func factoryFailed(_ key: AnyKey, _ error: any Error, site: SourceSite) -> ResolutionError {
    ResolutionError(
      .factoryFailed, key, site: site, underlying: error, message: "The factory of \(key) threw.",
      remedy: "See the cause. The container kept nothing, so the next resolve runs the factory again.")
  }

  /// The error of a factory that `replace` ran.
  var inReplacement: ResolutionError {
    guard code == .factoryFailed else { return self }
    return saying("See the cause. Nothing was replaced, so callers still get the old values.")
  }

  static func closureFailed(_ key: AnyKey, _ error: any Error) -> ResolutionError {
    ResolutionError(
      .factoryFailed, key, underlying: error, message: "The closure of later(\(key.call)) threw.", remedy: "See the cause.")
  }

  // For `.scoped` and for `.scoped(to:)`: they differ only in the words for the kind.

  /// - Parameter scope: the scope that was asked, which may have a misspelt kind.
  static func outsideScope(_ key: AnyKey, of kind: ScopeKind?, askedOf scope: Run.Scope?, site: SourceSite) -> ResolutionError {
    let asked = scope.map { "in \($0.surroundings?.kind == nil ? "a scope without a kind" : ScopeKind.spoken($0.surroundings?.kind)), " }
    return ResolutionError(
      .outsideScope, key, site: site,
      message: "\(key) lives in \(ScopeKind.spoken(kind)), but it was asked for \(asked ?? "")outside \(ScopeKind.spoken(kind)).",
      remedy: "Open a scope and ask it: \(asking(for: key, in: kind)).")
  }

  static func outsideScope(_ key: AnyKey, of kind: ScopeKind?, heldBy holder: Registration, site: SourceSite) -> ResolutionError {
    ResolutionError(
      .outsideScope, key, site: site,
      message: "The factory of \(holder.key) (\(holder.lifetime)) asked for \(key), which lives in \(ScopeKind.spoken(kind)). "
        + "\(holder.key) lives longer than \(ScopeKind.spoken(kind)). It is registered at \(holder.site).",
      remedy:
        "Register \(holder.key) as scoped\(kind.map { "(to: \($0.literal))" } ?? "") too, or pass \(key) to its functions inside a scope.")
  }

  /// - Parameter isOfScope: whether it was asked of a scope that is not inside the one where the key lives.
  static func askedElsewhere(_ key: AnyKey, of kind: ScopeKind?, isOfScope: Bool, site: SourceSite) -> ResolutionError {
    let asked = isOfScope ? "a scope that is not inside it" : "the container"
    return ResolutionError(
      .outsideScope, key, site: site,
      message: "\(key) lives in \(ScopeKind.spoken(kind)). A scope\(kind.map { " of the kind \($0.literal)" } ?? "") is open here, "
        + "but the code asked \(asked).",
      remedy: "Ask the scope: \(asking(for: key, in: kind)).")
  }

  private static func asking(for key: AnyKey, in kind: ScopeKind?) -> String {
    "container.withScope\(kind.map { "(\($0.literal))" } ?? "") { scope in try scope.\(key.request) }"
  }

  /// - Parameter opening: where the scope was opened, if the call that opens it throws this.
  static func notSeeded(_ key: AnyKey, openedAt opening: SourceSite? = nil, site: SourceSite) -> ResolutionError {
    let scope = opening.map { "The scope at \($0)" } ?? "The scope"
    return ResolutionError(
      .notSeeded, key, site: site, message: "\(scope) was opened without a value for \(key), which is registered with register(seeded:).",
      remedy: "Pass the value: openScope(seeds: [.value(…)]), or withScope(seeds: [.value(…)]) { … }.")
  }

  /// What can be wrong with a seed.
  enum SeedMistake {
    case twice
    case notRegistered
    case notScoped(LifetimeKind)
    case otherKind(ScopeKind)
  }

  /// - Parameters:
  ///   - opening: where the scope was opened.
  ///   - site: where the key is registered, if it is.
  static func invalidSeed(
    _ key: AnyKey, _ mistake: SeedMistake, openedAt opening: SourceSite, site: SourceSite? = nil
  ) -> ResolutionError {
    let (reason, remedy) =
      switch mistake {
      case .twice: ("two values for one key", "Pass only one of them, or register one under a name.")
      case .notRegistered: ("a value for a key that is not registered", "Register it first: register(seeded: \(key.call)).")
      case .notScoped(let lifetime): ("a value that is registered as \(lifetime)", "Register the key as scoped, or with register(seeded:).")
      case .otherKind(let kind):
        ("a value that belongs to scopes of the kind \(kind.literal)", "Pass it when you open a scope of that kind.")
      }
    return ResolutionError(
      .invalidSeed, key, site: site, message: "The scope opened at \(opening) was given \(reason): \(key).", remedy: remedy)
  }

  static func scopeEnded(_ key: AnyKey, site: SourceSite?) -> ResolutionError {
    ResolutionError(
      .shutDown, key, site: site, message: "\(key) was asked for after its scope had ended.",
      remedy: "Finish the scope's work before its closure returns, or open the scope with openScope and end it after the work.")
  }

  /// - Parameters:
  ///   - key: nil if the caller asked for the resolver itself.
  ///   - place: where or by what it was asked for, as in "at App/Screen.swift:7".
  static func noCurrentContainer(for key: AnyKey? = nil, _ place: String) -> ResolutionError {
    ResolutionError(
      .noCurrentContainer, key ?? AnyKey(Container.self),
      message: "\(key.map { "\($0)" } ?? "The current resolver") was asked for \(place), but no container is current there.",
      remedy: "Run this inside withCurrent, call makeDefault() once at the start of the program, or pass a container.")
  }

  static func shutdownInFactory(_ key: AnyKey, site: SourceSite) -> ResolutionError {
    ResolutionError(
      .shutdownInFactory, key, site: site, message: "The factory of \(key) called shutdown(), which may have to wait for that factory.",
      remedy:
        "Shut down after the factory has returned, or in a task that the factory starts and does not await.")
  }

  static func replacedInFactory(_ key: AnyKey, site: SourceSite) -> ResolutionError {
    ResolutionError(
      .replacedInFactory, key, site: site, message: "The factory of \(key) called replace(), which may have to wait for that factory.",
      remedy: "Replace after the factory has returned, in a task that the factory starts and does not await.")
  }

  static func notInGraph(_ key: AnyKey) -> ResolutionError {
    ResolutionError(
      .objectNotInGraph, key, message: "\(key) is not in the object graph that is being resolved.",
      remedy: "Resolve the object first, within the same outermost call of resolve.")
  }

  static func graphEnded(_ key: AnyKey) -> ResolutionError {
    ResolutionError(.graphEnded, key, message: "The object graph of \(key) has ended.", remedy: "Resolve it anew.")
  }

  /// - Parameter names: that of each object in question.
  static func ambiguous(_ key: AnyKey, names: [Name?]) -> ResolutionError {
    // A contribution has a name that no code can write.
    let usable = Set(names.compactMap(\.self)).filter { !$0.isContribution }
    let remedy =
      usable.count == names.count
      ? "Ask for one of them by its name."
      : "Resolve the one you mean by its own type, name and arguments: the graph has it already. Or pass it on as an argument."
    return ResolutionError(.severalInGraph, key, message: "\(names.count) objects of \(key) are in the object graph.", remedy: remedy)
  }

  static func duplicateInjector(_ key: AnyKey, first: SourceSite, second: SourceSite) -> ResolutionError {
    ResolutionError(
      .duplicateInjector, key, site: first,
      message: "\(key) has an injector already; the container refused the second one, at \(second).",
      remedy: "Combine the two injectors, or make the container with duplicates: .replace.")
  }

  static func cancelled(_ key: AnyKey, site: SourceSite?) -> ResolutionError {
    ResolutionError(
      .cancelled, key, site: site, message: "The task that waited for \(key) was cancelled.",
      remedy: "Nothing to do: other callers keep waiting for the value.")
  }

  /// - Parameter site: where the container was shut down; nil if it or the layer was released without a shutdown.
  static func shutDown(_ key: AnyKey, by site: SourceSite?) -> ResolutionError {
    let late = key.type == Scope.self ? "A scope was opened" : "\(key) was asked for"
    guard let site else {
      return ResolutionError(
        .shutDown, key, message: "\(late) after its container was released or its overrides had ended.",
        remedy:
          "Keep the container, or stay inside withOverrides, while code resolves. A Provider, a Lazy or a Factory keeps neither alive."
      )
    }
    return ResolutionError(
      .shutDown, key, message: "\(late) after its container was shut down at \(site).",
      remedy: "Stop the code that resolves before you shut the container down.")
  }

  /// - Parameter site: where the overrides were put in force.
  static func overridesEnded(_ key: AnyKey, from site: SourceSite) -> ResolutionError {
    ResolutionError(
      .shutDown, key,
      message: "\(key.type == Scope.self ? "A scope was opened" : "\(key) was asked for") after the overrides at \(site) had ended.",
      remedy: "Finish the code that resolves before the closure of withOverrides, or the test, returns.")
  }

  /// What to do where a disposer came too late.
  static let remedyForDisposers =
    "A disposer asked for what is disposed of already, or was never built. Let its value take that when it is made: then it is disposed of "
    + "after the value."

  static func shutDown(changing key: AnyKey, by site: SourceSite) -> ResolutionError {
    ResolutionError(
      .shutDown, key, message: "\(key) cannot be changed: the container was shut down at \(site).",
      remedy: "Make the change before shutdown(), or make a new container.")
  }

  static func sealed(_ key: AnyKey, by site: SourceSite?) -> ResolutionError {
    ResolutionError(
      .sealed, key, message: "\(key) cannot be changed: the container was sealed\(site.map { " at \($0)" } ?? "").",
      remedy: "Make the change before seal().")
  }
}

extension AnyKey {
  /// Whether its type is one that a program seldom registers without a name, such as `Int` or `String`.
  fileprivate var isOfTheStandardLibrary: Bool { typeName.hasPrefix("Swift.") }
}
