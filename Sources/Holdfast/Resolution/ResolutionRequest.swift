import OnceKernel

/// A request that one resolver passes to another: a key, possible run-time arguments, and the build that needs the value.
///
/// You use it only if you write a `Resolver` of your own. Pass it to the other resolvers unchanged, so that the container still detects cycles. Do
/// not store it, because it keeps the asking container alive.
public struct ResolutionRequest<Value> {
  /// The key that is asked for.
  public let key: AnyKey
  /// Whether the asker cannot do without it.
  private let isNeeded: Bool
  /// Whether its value may be an object of the graph of the run that asks: it is a property wrapper's, and so `Sendable`.
  private let sharesGraph: Bool
  let requester: Requester
  /// Whether it comes from a container or a scope, or from none, so that code of a run asks it for that run.
  private let isThroughHandle: Bool
  private let perform: (Core, Requester) throws(ResolutionError) -> Value
  private let performAsynchronously: nonisolated(nonsending) (Core, Requester) async throws(ResolutionError) -> Value

  init(
    _ key: AnyKey, _ requester: Requester, isNeeded: Bool = true, sharesGraph: Bool = false,
    _ perform: @escaping (Core, Requester) throws(ResolutionError) -> Value,
    asynchronously: nonisolated(nonsending) @escaping (Core, Requester) async throws(ResolutionError) -> Value
  ) {
    self.key = key
    self.isNeeded = isNeeded
    self.sharesGraph = sharesGraph
    isThroughHandle = requester.isHandles
    // A request that is kept keeps no container that asked for no build, scope or graph.
    self.requester = requester.run?.isEmpty == true ? Requester(run: nil, depth: requester.depth) : requester
    self.perform = perform
    performAsynchronously = asynchronously
  }

  /// - Parameters:
  ///   - arguments: what it is made from; `NoArguments` for what is made from none.
  ///   - isNeeded: the asker cannot do without it.
  ///   - sharesGraph: the asker is a property wrapper, whose value is `Sendable`.
  init<Arguments>(_ key: AnyKey, _ arguments: Arguments, _ requester: Requester, isNeeded: Bool = true, sharesGraph: Bool = false) {
    let name = key.name
    self.init(key, requester, isNeeded: isNeeded, sharesGraph: sharesGraph) { core, requester throws(ResolutionError) in
      try core.resolveFurther(Value.self, name, with: arguments, for: requester)
    } asynchronously: { core, requester async throws(ResolutionError) in
      try await core.resolveFurther(Value.self, name, with: arguments, for: requester)
    }
  }

  /// A request of a lazy reference, which keeps in `instances` what each resolve would make anew.
  init(_ key: AnyKey, _ requester: Requester, keptIn instances: InstanceTable) {
    let name = key.name
    self.init(key, requester, sharesGraph: true) { core, requester throws(ResolutionError) in
      try core.resolveLazily(Value.self, name, in: instances, for: requester)
    } asynchronously: { core, requester async throws(ResolutionError) in
      try await core.resolveLazily(Value.self, name, in: instances, for: requester)
    }
  }

  /// A request that belongs to no build.
  package init(_ key: Key<Value>) {
    self.init(key.erased, NoArguments(), .anonymous)
  }

  /// The requester for which a resolver carries it out; has the request learned as a need of the run for which that asks.
  ///
  /// - Parameter resolver: the resolver's own.
  func requester(at resolver: Requester) -> Requester {
    // At depth 0 only containers and scopes ask.
    if resolver.depth > 0 {
      if resolver.isLearning { resolver.core.learn(need, by: resolver) }
      return resolver
    }
    return handed(to: resolver).forRun(asking: need, in: resolver.core)
  }

  /// The requester for which a container or a scope carries it out, outside every run.
  private func handed(to handle: Requester) -> Requester {
    let own = requester.passed(to: handle, isThroughHandle: isThroughHandle)
    // Looked at in wrappers only, and mostly there is no graph.
    guard sharesGraph, requester.run == nil, let run = own.run, run.isContainersOwn,
      Requester.innermost?.run?.mayHaveGraph(on: run.core.thread) == true
    else { return own }
    return Requester(run: Run(run.core, scope: run.scope, isContainersOwn: true, sharesGraph: true), depth: own.depth)
  }

  /// Carries it out for a resolver that is `Sendable`.
  ///
  /// - Parameter resolver: the resolver's own.
  func callAsFunction(by resolver: Requester) throws(ResolutionError) -> sending Value {
    let requester = requester(at: resolver)
    // A transient that is made on the fast path does not count itself.
    return sent(
      try CurrentBuild.atDepth(requester.depth + 1) { () throws(ResolutionError) in try self(in: resolver.core, for: requester) })
  }

  nonisolated(nonsending) func callAsFunction(by resolver: Requester) async throws(ResolutionError) -> sending Value {
    try await self(in: resolver.core, for: requester(at: resolver))
  }

  /// Nil, once what a resolver does not have is learned as a need of the code that asks for it: that may be registered later.
  func learnedAsMissing<T>(by resolver: some Resolver) -> T? {
    let own = Requester.of(resolver) ?? .anonymous
    for core in Core.cores(of: resolver) { own.learn(need, askedOf: core) }
    return nil
  }

  /// What is asked for, as a need of the asker.
  var need: Dependency { Dependency(key, isNeeded ? .value : .optional) }

  /// Carries the request out, for its own requester unless another one is passed.
  func callAsFunction(in core: Core, for requester: Requester? = nil) throws(ResolutionError) -> sending Value {
    sent(try perform(core, requester ?? self.requester))
  }

  nonisolated(nonsending) func callAsFunction(
    in core: Core, for requester: Requester? = nil
  ) async throws(ResolutionError) -> sending Value {
    sent(try await performAsynchronously(core, requester ?? self.requester))
  }
}
