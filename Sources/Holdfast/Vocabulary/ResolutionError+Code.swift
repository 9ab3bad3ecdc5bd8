extension ResolutionError {
  /// The kind of an error. Later versions may add codes, so keep a `default` when you switch.
  public struct Code: Sendable, Hashable, CustomStringConvertible {
    public let description: String

    package init(description: String) {
      self.description = description
    }

    /// The object graph ended before a factory used it. The container handles this code itself and never throws it.
    static let graphEnded = Code(description: "graphEnded")

    /// The `notInGraph` of `HoldfastDefinitions`.
    package static let objectNotInGraph = Code(description: "notInGraph")
    /// The `ambiguous` of `HoldfastDefinitions`.
    package static let severalInGraph = Code(description: "ambiguous")
    /// The `notComposed` of `HoldfastComposition`.
    package static let askedBeforeComposed = Code(description: "notComposed")

    /// Nothing is registered under the key.
    public static let notRegistered = Code(description: "notRegistered")
    /// The value is not of the type that was asked for.
    public static let wrongType = Code(description: "wrongType")
    /// The object that was registered with `weak:` no longer exists, and no factory can build it again.
    public static let instanceDied = Code(description: "instanceDied")
    /// The key is registered already, and the container rejects duplicates.
    public static let duplicate = Code(description: "duplicate")
    /// The type has an injector already, and the container rejects duplicates.
    public static let duplicateInjector = Code(description: "duplicateInjector")
    /// The registration is not possible: its type is an Optional, or it is weak and has a disposer.
    public static let invalidKey = Code(description: "invalidKey")
    /// An assembly threw in `register(in:)` or in `loaded(in:)`.
    public static let assemblyFailed = Code(description: "assemblyFailed")
    /// A definition has parameters and does not pass them to `define`, or no wired parameter takes an argument.
    public static let forgottenArguments = Code(description: "forgottenArguments")
    /// Building the value needs the value itself.
    public static let cycle = Code(description: "cycle")
    /// Factories call each other deeper than the stack allows, or more than 1,000 deep.
    public static let tooDeep = Code(description: "tooDeep")
    /// The factory threw.
    public static let factoryFailed = Code(description: "factoryFailed")
    /// The waiting task was cancelled.
    public static let cancelled = Code(description: "cancelled")
    /// The container was shut down or released, or its overrides or its scope have ended.
    public static let shutDown = Code(description: "shutDown")
    /// The container was sealed, so the registration cannot change.
    public static let sealed = Code(description: "sealed")
    /// A synchronous call asked for a value whose asynchronous factory has not run yet. Resolve it with `await`.
    public static let asyncOnly = Code(description: "asyncOnly")
    /// A synchronous call outside the main actor asked for a value whose main-actor factory has not run yet. Resolve it with `await`.
    public static let mainActorOnly = Code(description: "mainActorOnly")
    /// An asynchronous decorator or injector is for a value whose factory is not asynchronous.
    public static let asyncExtension = Code(description: "asyncExtension")
    /// A scoped value was asked for outside a scope, or by the factory of a longer-lived value.
    public static let outsideScope = Code(description: "outsideScope")
    /// A scope was opened without a seed that it needs.
    public static let notSeeded = Code(description: "notSeeded")
    /// A scope was given an invalid seed: its key is not registered, not scoped, belongs to another kind of scope, or is given twice.
    public static let invalidSeed = Code(description: "invalidSeed")
    /// No container is the current one.
    public static let noCurrentContainer = Code(description: "noCurrentContainer")
    /// A factory called `shutdown()`, which would have to wait for that factory.
    public static let shutdownInFactory = Code(description: "shutdownInFactory")
    /// A factory called `replace`, which may have to wait for that factory.
    public static let replacedInFactory = Code(description: "replacedInFactory")
  }
}
