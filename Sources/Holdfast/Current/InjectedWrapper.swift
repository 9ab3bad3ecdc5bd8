import OnceKernel

/// What `@Injected`, `@LazyInjected` and `@WeakInjected` of `HoldfastCompatibility` share: the wrapper of a property can ask again.
///
/// ```swift
/// let details = try screen.$details.resolve(with: user)   // the property keeps what it has
/// ```
public protocol InjectedWrapper: Sendable {
  /// The type that is resolved.
  associatedtype Value: Sendable

  /// Plumbing: what the wrapper asks for. Only Holdfast can make one.
  @_documentation(visibility: internal)
  var request: WrapperRequest<Value> { get }
}

extension InjectedWrapper {
  /// Asks again, with run-time arguments if there are any: the resolver that you pass, else the one that the wrapper was given, else the current
  /// container. The property keeps its value. A lazy property asks its own container.
  public func resolve<each A>(
    from resolver: (any Resolver & Sendable)? = nil, with arguments: repeat each A
  ) throws(ResolutionError) -> Value {
    try request.resolve(from: resolver, with: ArgumentPack<repeat each A>((repeat each arguments)))
  }

  /// Asks again, and suspends while another caller builds the value. The property keeps its value.
  nonisolated(nonsending) public func resolve<each A>(
    from resolver: (any Resolver & Sendable)? = nil, with arguments: repeat each A
  ) async throws(ResolutionError) -> Value {
    try await request.resolve(from: resolver, with: ArgumentPack<repeat each A>((repeat each arguments)))
  }
}

/// Plumbing: what a property wrapper asks for, and where.
@_documentation(visibility: internal)
public struct WrapperRequest<Value>: Sendable {
  private let name: Name?
  package let site: SourceSite
  /// The one that was given; else, of a lazy wrapper, the one that was current when it was made; nil: the one that is current when it asks. A
  /// wrapper that is filled at once does not keep that container alive, as its owner may live there.
  private let resolver: (any Resolver & Sendable)?
  /// Of a lazy property that has a registration's own type, and leaves that out of its collection: what asks; see `Run.copy(collectingFor:)`.
  private let collector: Run?

  package init(
    _ name: Name?, from given: (any Resolver & Sendable)?, isLazy: Bool, mayBeMissing: Bool = false, at site: SourceSite
  ) {
    self.name = name
    self.site = site
    guard isLazy else {
      resolver = given.map(SendableResolver.keepingNoContainer)
      collector = nil
      return
    }
    resolver = (given ?? Current.resolver).map(SendableResolver.here)
    let collecting = Requester.anonymous.collectors(on: Threads.current).collecting(Value.self)
    collector = collecting.map { Run($0.core, transient: Run.Trace($0.key, outer: nil)) }
    learn(mayBeMissing: mayBeMissing)
  }

  /// Stops the program: reading a property cannot throw.
  package func stop(_ error: ResolutionError) -> Never {
    // Not a precondition: a release build would leave the text out.
    fatalError("\(error)\n  asked for by the property at \(site)")
  }

  /// Has what a lazy property leads to learned, if code of a registration makes it.
  private func learn(mayBeMissing: Bool) {
    let key = key.erased
    let need = Dependency(key, mayBeMissing || OptionalTypes.contain(key.type) ? .possible : .lazy)
    for core in Core.cores(of: resolver) { Requester.anonymous.learn(need, askedOf: core) }
  }

  package var key: Key<Value> { Key(named: name) }

  private func found(or given: (any Resolver & Sendable)? = nil) throws(ResolutionError) -> any Resolver & Sendable {
    try Current.resolver(or: given ?? resolver, for: key.erased, at: site)
  }

  func resolve<Arguments>(
    from given: (any Resolver & Sendable)? = nil, with arguments: Arguments, mayBeMissing: Bool = false
  ) throws(ResolutionError) -> Value {
    try found(or: given).resolveIfNeeded(request(of: given, with: arguments, mayBeMissing: mayBeMissing))
  }

  nonisolated(nonsending) func resolve<Arguments>(
    from given: (any Resolver & Sendable)? = nil, with arguments: Arguments
  ) async throws(ResolutionError) -> Value {
    try await found(or: given).resolveIfNeeded(request(of: given, with: arguments))
  }

  /// - Parameters:
  ///   - given: the resolver that is asked in the place of the wrapper's own.
  ///   - mayBeMissing: whether the property can do without a value, whatever its type.
  private func request<Arguments>(
    of given: (any Resolver & Sendable)?, with arguments: Arguments, mayBeMissing: Bool = false
  ) -> ResolutionRequest<Value> {
    let key = AnyKey(Value.self, named: name, madeFrom: Arguments.self)
    return ResolutionRequest(
      key, arguments, given == nil ? asking : .anonymous, isNeeded: !mayBeMissing && !OptionalTypes.contain(key.type), sharesGraph: true)
  }

  private var asking: Requester { Requester(run: collector, depth: 0) }

  /// What a lazy wrapper reads; see `LazyValue`.
  package func resolve(in instances: InstanceTable) throws(ResolutionError) -> Value {
    try found().resolveIfNeeded(ResolutionRequest(key.erased, asking, keptIn: instances))
  }

  nonisolated(nonsending) func resolve(in instances: InstanceTable) async throws(ResolutionError) -> Value {
    try await found().resolveIfNeeded(ResolutionRequest(key.erased, asking, keptIn: instances))
  }

  /// What a wrapper is filled with when it is made. If it cannot be, the run that it is made in fails with that error, too.
  ///
  /// - Parameters:
  ///   - given: the resolver that the wrapper was given.
  ///   - keep: makes of the value what the wrapper keeps.
  package func fill<Kept>(
    from given: (any Resolver & Sendable)?, mayBeMissing: Bool = false, _ keep: (Value) throws(ResolutionError) -> Kept
  ) -> Result<Kept, ResolutionError> {
    let result = Result { () throws(ResolutionError) -> Kept in
      try keep(resolve(from: given, with: NoArguments(), mayBeMissing: mayBeMissing))
    }
    if case .failure(let error) = result, !(mayBeMissing && error.isMissing(key.erased)) { Run.fail(with: error) }
    return result
  }
}

extension SendableResolver {
  /// What asks as `resolver` does, and keeps no container alive. A resolver of another module's decides for itself what it keeps.
  fileprivate static func keepingNoContainer(_ resolver: any Resolver & Sendable) -> any Resolver & Sendable {
    if let group = resolver as? any ResolverGroup { return group.of(group.resolvers.map(keepingNoContainer)) }
    guard let run = Requester.of(resolver)?.run else { return resolver }
    return SendableResolver(leftOf: run)
  }

  /// What `resolver` means here, for a property wrapper that asks it later: itself, unless a layer is in force; then what belongs to that layer.
  /// A resolver of another module's decides for itself where it asks.
  fileprivate static func here(_ resolver: any Resolver & Sendable) -> any Resolver & Sendable {
    guard OverrideBinding.all != nil else { return resolver }
    if let group = resolver as? any ResolverGroup { return group.of(group.resolvers.map { here($0) }) }
    guard let own = Requester.of(resolver), own.isHandles else { return resolver }
    let layer = own.core.innermost.lasting
    if layer === own.core { return resolver }
    return SendableResolver(core: layer, scope: own.scope, keeping: origin(of: resolver))
  }

  /// What has to be kept of a resolver, so that it resolves.
  private static func origin(of resolver: any Resolver & Sendable) -> (any AnyObject & Sendable)? {
    switch resolver {
    case let container as Container: container
    case let scope as Scope: scope
    default: (resolver as? SendableResolver)?.origin
    }
  }
}
