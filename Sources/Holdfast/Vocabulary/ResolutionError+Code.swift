extension ResolutionError {
  /// What kind of thing went wrong. More may be added: keep a default when you switch.
  public struct Code: Sendable, Hashable, CustomStringConvertible {
    public let description: String

    /// The object graph ended between finding it and using it; never leaves the container.
    static let graphEnded = Code(description: "graphEnded")

    /// Nothing is registered under the key.
    public static let notRegistered = Code(description: "notRegistered")
    /// What was resolved is not of the type that was asked for.
    public static let wrongType = Code(description: "wrongType")
    /// The weakly held instance is gone and nothing can build it again.
    public static let instanceDied = Code(description: "instanceDied")
    /// The key is registered already, and the container rejects duplicates.
    public static let duplicate = Code(description: "duplicate")
    /// The type has an injector already, and the container rejects duplicates.
    public static let duplicateInjector = Code(description: "duplicateInjector")
    /// No object of the kind is in the graph that is being resolved.
    public static let notInGraph = Code(description: "notInGraph")
    /// More than one object of the type is in the graph: ask by name.
    public static let ambiguous = Code(description: "ambiguous")
    /// A resolver chain without resolvers.
    public static let emptyChain = Code(description: "emptyChain")
    /// What cannot be registered: an Optional is not a key, and what is only watched has no disposer.
    public static let invalidKey = Code(description: "invalidKey")
    /// An assembly threw when it registered, or when it was told that all were published.
    public static let assemblyFailed = Code(description: "assemblyFailed")
    /// A definition of an assembly has parameters and does not pass them on.
    public static let forgottenArguments = Code(description: "forgottenArguments")
    /// The instance needs itself to be built.
    public static let cycle = Code(description: "cycle")
    /// More factories are nested than the stack, or the cap of 1,000, allows.
    public static let tooDeep = Code(description: "tooDeep")
    /// The factory threw.
    public static let factoryFailed = Code(description: "factoryFailed")
    /// The task that waited was cancelled.
    public static let cancelled = Code(description: "cancelled")
    /// The container was shut down, or is gone.
    public static let shutDown = Code(description: "shutDown")
    /// The container was sealed and cannot change.
    public static let sealed = Code(description: "sealed")
    /// The instance is built asynchronously and is not there yet: resolve it with `await`.
    public static let asyncOnly = Code(description: "asyncOnly")
    /// The factory runs on the main actor, and the caller does not: resolve it with `await`.
    public static let mainActorOnly = Code(description: "mainActorOnly")
    /// A scoped value was asked for outside a scope, or by something that lives longer.
    public static let outsideScope = Code(description: "outsideScope")
    /// A scope was opened without a value that it has to be given.
    public static let notSeeded = Code(description: "notSeeded")
    /// A scope was given a value that it cannot take: it is not registered, not scoped, of another kind of scope, or given twice.
    public static let invalidSeed = Code(description: "invalidSeed")
    /// No container was made the current one.
    public static let noCurrentContainer = Code(description: "noCurrentContainer")
    /// A container cannot be shut down by a factory that it waits for.
    public static let shutdownInFactory = Code(description: "shutdownInFactory")
  }
}
