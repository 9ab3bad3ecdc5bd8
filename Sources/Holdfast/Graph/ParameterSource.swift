/// How one parameter of a wired initializer gets its value; decided once, at registration.
///
/// Its type is the parameter's, and not part of the slot: generic code that takes a slot of each type apart looks up those types at each call.
struct ParameterSource: Sendable {
  let name: Name?
  /// A `Maker` of the parameter's type for what is not simply resolved.
  private let special: (any AnyObject & Sendable)?
  let dependency: Dependency

  private final class Maker<Value>: Sendable {
    let make: @Sendable (FactoryResolver) throws -> Value
    /// Nil for what a task makes as a thread does.
    let makeInTask: (nonisolated(nonsending) @Sendable (FactoryResolver) async throws -> Value)?

    init(
      _ make: @escaping @Sendable (FactoryResolver) throws -> Value,
      inTask makeInTask: (nonisolated(nonsending) @Sendable (FactoryResolver) async throws -> Value)? = nil
    ) {
      self.make = make
      self.makeInTask = makeInTask
    }
  }

  /// - Parameter owner: the key that is wired; a collection of its own type leaves it out.
  init<Value>(_ key: Key<Value>, of owner: AnyKey) {
    name = key.name
    if Value.self == (any Resolver).self || Value.self == (any Resolver & Sendable).self {
      // `Value` is one of the two types just compared, which are laid out alike.
      special = Maker { resolver in unsafeBitCast(SendableResolver(core: resolver.core) as any Resolver & Sendable, to: Value.self) }
      dependency = .resolver
    } else if Value.self == FactoryResolver.self {
      special = Maker { resolver in unsafeBitCast(resolver, to: Value.self) }  // compared just above
      dependency = .resolver
    } else {
      let key = key.erased
      special = RequestedType(Value.self).flatMap { Self.maker($0, key, of: owner, as: Value.self) }
      dependency = key.target ?? Dependency(key)
    }
  }

  /// Nil for what is resolved as it is.
  private static func maker<Value>(_ requested: RequestedType, _ key: AnyKey, of owner: AnyKey, as type: Value.Type) -> Maker<Value>? {
    let collector = key.collects(owner.type) ? owner : nil
    switch requested {
    case .optional:
      return Maker { resolver in
        try resolver.collecting(for: collector).resolveIfNeeded(ResolutionRequest<Value>(key, NoArguments(), .anonymous, isNeeded: false))
      } inTask: { resolver in
        try await resolver.collecting(for: collector).resolveIfNeeded(
          ResolutionRequest<Value>(key, NoArguments(), .anonymous, isNeeded: false))
      }
    case .collection(let collection): return maker(collection, key.name, collector)
    case .reference:
      return collector.map { collector in Maker { try $0.collecting(for: collector).dependency(Value.self, named: key.name) } }
    }
  }

  /// A collection without a name may be empty. Nothing else is meant by a name.
  private static func maker<C: MadeCollection, Value>(_ collection: C.Type, _ name: Name?, _ collector: AnyKey?) -> Maker<Value> {
    let request = CollectionRequest(name: name, mayBeEmpty: name == nil)
    return Maker { resolver in
      let resolver = resolver.collecting(for: collector)
      // `C` is `Value` itself, opened from its metatype.
      return unsafeBitCast(try resolver.core.collect(collection, request, for: resolver.requester), to: Value.self)
    } inTask: { resolver in
      let resolver = resolver.collecting(for: collector)
      // `C` is `Value` itself, opened from its metatype.
      return unsafeBitCast(try await resolver.core.collect(collection, request, for: resolver.requester), to: Value.self)
    }
  }

  @inline(__always)
  func value<Value>(_ resolver: FactoryResolver) throws -> Value {
    guard let special else { return try resolver.dependency(Value.self, named: name) }
    // A slot is asked for the type that it was made for.
    return try unsafeDowncast(special, to: Maker<Value>.self).make(resolver)
  }

  /// The parameter's value, in a task: waits for asynchronous values.
  nonisolated(nonsending) func value<Value>(_ resolver: FactoryResolver) async throws -> Value {
    guard let special else { return try await resolver.core.resolve(Value.self, name, for: resolver.requester) }
    let maker = unsafeDowncast(special, to: Maker<Value>.self)  // made for this type
    guard let makeInTask = maker.makeInTask else { return try maker.make(resolver) }
    return try await makeInTask(resolver)
  }
}

/// The slots of a wired initializer, one for each parameter, to be asked for their values in that order.
struct Slots: Sendable {
  private let slots: [ParameterSource]
  private var next = 0

  /// - Parameter owner: the key that is wired.
  init<each D>(_ keys: repeat Key<each D>, of owner: AnyKey) {
    var slots: [ParameterSource] = []
    repeat slots.append(ParameterSource(each keys, of: owner))
    self.slots = slots
  }

  /// What the parameters need.
  var needs: [Dependency] { slots.map(\.dependency) }

  mutating func value<Value>(of type: Value.Type, _ resolver: FactoryResolver) throws -> Value {
    defer { next += 1 }
    return try slots[next].value(resolver)
  }

  /// The next parameter's value, in a task.
  nonisolated(nonsending) mutating func value<Value>(of type: Value.Type, inTaskOf resolver: FactoryResolver) async throws -> Value {
    defer { next += 1 }
    return try await slots[next].value(resolver)
  }
}

extension FactoryResolver {
  /// The resolver for a registration that collects its own type. For others `collector` is nil, and it is this one.
  fileprivate func collecting(for collector: AnyKey?) -> FactoryResolver {
    guard let collector, let run = requester.inGraph(of: core).run else { return self }
    return FactoryResolver(run: run.copy(collectingFor: collector), depth: depth)
  }
}
