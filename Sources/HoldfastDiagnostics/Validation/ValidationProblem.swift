public import Holdfast

/// One mistake in a container's registrations, found without running a factory.
public struct ValidationProblem: Sendable, Hashable, CustomStringConvertible {
  /// The kinds of mistakes.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// A dependency or a root that is not registered.
    case missing
    /// Registrations that need each other to be built.
    case cycle
    /// A value holds another value that lives shorter, such as a singleton that holds a scoped value.
    case captive
    /// A synchronous factory needs a value that is built asynchronously.
    case asynchronous
    /// A factory that may run on any thread needs a value that is built on the main actor.
    case isolation
    /// No root is known to need the registration.
    case unreachable
    /// The needs of the registration are not known, because no build has run its closure. Only `.afterRun` reports this.
    case unknown
    /// The same key, or the injector of the same type, was registered at two places.
    case duplicate
    /// A decorator never runs, because no registration makes a value that it decorates; or an array is registered in the place of the collection to
    /// which values are contributed.
    case unused
  }

  /// The kind of the mistake.
  public let kind: Kind
  /// The registration that has the problem, or the root that is not registered.
  public let key: AnyKey
  /// The path from `key` to the other key concerned. A cycle ends with the key that it begins with.
  public let path: [AnyKey]
  /// The places in the source that are concerned. The place of the registration is the first. Empty for a root that is not registered.
  public let sites: [SourceSite]
  /// What is wrong, in one sentence.
  public let message: String
  /// What to do about it, in one sentence.
  public let remedy: String

  public var description: String {
    let shown = 6
    let more = sites.count > shown ? " and \(sites.count - shown) more places" : ""
    let places = sites.isEmpty ? "" : "\n  registered at " + sites.prefix(shown).map(\.description).joined(separator: ", ") + more
    let pathText = path.count < 2 ? "" : "\n  path: " + ResolutionError.text(of: path)
    return "\(message)\(pathText)\(places)\n  remedy: \(remedy)"
  }
}

/// All mistakes that `validate()` found in a container's registrations.
public struct ValidationError: Error, Sendable, CustomStringConvertible {
  /// The problems, sorted by their kind.
  public let problems: [ValidationProblem]

  public var description: String {
    "\(problems.count) \(problems.count == 1 ? "problem" : "problems"):\n" + problems.map { "\($0)" }.joined(separator: "\n\n")
  }
}

/// The moment for which `validate` checks the registrations.
public enum ValidationMoment: Sendable, Hashable {
  /// At any time, even before the container has built a value.
  case always
  /// After `warmUp()`. A synchronous factory may need asynchronous singletons and cached values, because `warmUp()` has built them.
  case afterWarmUp
  /// After `warmUp(.eager)`. A synchronous factory may need asynchronous values that are registered as `.eagerSingleton`.
  case afterEagerWarmUp
  /// After a test that has used everything. As `afterWarmUp`, and a closure that no build has run is a problem too.
  case afterRun
}

extension Container {
  /// Checks the registrations without running a factory.
  ///
  /// ```swift
  /// try container.validate()                                    // in a test, or at start
  /// try container.validate(roots: [AnyKey(Server.self)])          // also reports registrations that no root needs
  /// try container.validate(.afterWarmUp)                         // assumes that warmUp() has run
  /// try container.validate(.afterRun)                            // also reports closures that have not run
  /// ```
  ///
  /// It reports missing keys, cycles, captive dependencies, synchronous factories that need asynchronous or main-actor values, duplicates,
  /// decorators that never run, and contributions that an array hides. It knows the dependencies of wired and declared registrations, and those that
  /// closures have resolved so far. It does not know the needs of a closure that has not run.
  ///
  /// `roots` are the keys that the program itself asks for. Each must be registered here or in a parent. A root can also be an Optional, a `Provider`,
  /// a `Lazy`, a `Factory`, an array, or a dictionary by name. It then stands for the registrations that it leads to.
  ///
  /// - Throws: One `ValidationError` that holds all problems.
  /// - Complexity: Linear in the number of registrations and dependencies.
  public func validate(_ moment: ValidationMoment = .always, roots: [AnyKey] = []) throws(ValidationError) {
    let problems = problems(moment, roots: roots)
    if !problems.isEmpty { throw ValidationError(problems: problems) }
  }

  /// The problems that `validate` would throw; empty if there are none.
  package func problems(_ moment: ValidationMoment = .always, roots: [AnyKey] = []) -> [ValidationProblem] {
    Validator(self).problems(moment, roots: roots)
  }
}
