/// One mistake in a container's registrations, found without building anything.
public struct ValidationProblem: Sendable, Hashable, CustomStringConvertible {
  /// What can be wrong.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// A dependency that is not registered.
    case missing
    /// Registrations that need each other to be built.
    case cycle
    /// Something that lives longer holds something that lives shorter.
    case captive
    /// A synchronous factory needs a value that is built asynchronously.
    case asynchronous
    /// A factory needs a value that is built on the main actor, where it does not run itself.
    case isolation
    /// Nothing that was named as a root needs it, as far as is known.
    case unreachable
    /// What it needs is not known: its factory is a closure that no build has run. A problem after a run only.
    case unknown
    /// The same key, or the injector of the same type, was registered at two places.
    case duplicate
    /// A decorator that never runs: nothing that is registered makes what it decorates.
    case unused
  }

  /// What is wrong.
  public let kind: Kind
  /// The registration that has the problem.
  public let key: AnyKey
  /// From `key` to where the problem shows; a cycle ends with the key it began with.
  public let path: [AnyKey]
  /// The places concerned, the registration's own first.
  public let sites: [RegistrationSite]
  /// What is wrong, in one sentence.
  public let message: String
  /// What to do about it, in one sentence.
  public let remedy: String

  public var description: String {
    let shown = 6
    let more = sites.count > shown ? " and \(sites.count - shown) more places" : ""
    let places = sites.isEmpty ? "" : "\n  registered at " + sites.prefix(shown).map(\.description).joined(separator: ", ") + more
    let way = path.count < 2 ? "" : "\n  path: " + ResolutionError.text(of: path)
    return "\(message)\(way)\(places)\n  remedy: \(remedy)"
  }
}

/// Everything that is wrong with a container's registrations.
public struct ValidationError: Error, Sendable, CustomStringConvertible {
  /// Every problem that was found, one kind after the other.
  public let problems: [ValidationProblem]

  public var description: String {
    "\(problems.count) \(problems.count == 1 ? "problem" : "problems"):\n" + problems.map { "\($0)" }.joined(separator: "\n\n")
  }
}

/// When registrations have to work.
public enum ValidationMoment: Sendable, Hashable {
  /// Whenever they are resolved, also before anything was built.
  case always
  /// Once the container was warmed up: a synchronous factory may need what `warmUp()` builds, asynchronous singletons and cached values.
  case afterWarmUp
  /// After a run that was to use everything, in a test for example: as `afterWarmUp`, and what a factory needs that no build has run is unknown,
  /// which is a problem then.
  case afterRun
}

extension Container {
  /// Checks the registrations without building anything: missing keys, cycles, captive dependencies, isolation that cannot be met, duplicates.
  ///
  /// ```swift
  /// try container.validate()                                    // in a test, or at start
  /// try container.validate(roots: [AnyKey(Server.self)])          // also reports what no root needs
  /// try container.validate(.afterWarmUp)                         // asynchronous singletons are there already
  /// try container.validate(.afterRun)                            // and every closure has shown what it needs
  /// ```
  ///
  /// It sees what is declared: by wiring, by `declare`, and what factories were seen to resolve so far. Of a closure that has not run nothing is
  /// known; it says so where that matters.
  ///
  /// - Throws: one `ValidationError` with every problem.
  /// - Complexity: linear in registrations and dependencies.
  public func validate(_ moment: ValidationMoment = .always, roots: [AnyKey] = []) throws(ValidationError) {
    let problems = problems(moment, roots: roots)
    if !problems.isEmpty { throw ValidationError(problems: problems) }
  }

  /// What `validate` would report.
  public func problems(_ moment: ValidationMoment = .always, roots: [AnyKey] = []) -> [ValidationProblem] {
    Validator(core.innermost).problems(moment, roots: roots)
  }
}
