/// How one parameter of a wired initializer gets its value; decided once, at registration.
///
/// Its type is the parameter's, and not part of the slot: generic code that takes a slot of each type apart looks up those types at each call.
struct Slot: Sendable {
  let name: Name?
  /// A `Maker` of the parameter's type for what is not simply resolved; see `WiredParameter`.
  private let special: (any AnyObject & Sendable)?
  let dependency: Dependency

  private final class Maker<Value>: Sendable {
    let make: @Sendable (Resolution) throws -> Value

    init(_ make: @escaping @Sendable (Resolution) throws -> Value) {
      self.make = make
    }
  }

  init<Value>(_ type: Value.Type) {
    self.init(Key<Value>())
  }

  init<Value>(_ key: Key<Value>) {
    name = key.name
    if Value.self == (any Resolver).self || Value.self == (any Resolver & Sendable).self {
      // `Value` is one of the two types just compared, which are laid out alike.
      special = Maker { resolver in unsafeBitCast(CoreResolver(core: resolver.core) as any Resolver & Sendable, to: Value.self) }
      dependency = .resolver
    } else if Value.self == Resolution.self {
      special = Maker { resolver in unsafeBitCast(resolver, to: Value.self) }  // compared just above
      dependency = .resolver
    } else if let parameter = Value.self as? any WiredParameter.Type {
      special = Maker(Self.wired(parameter, key.name, as: Value.self))
      dependency = parameter.dependency(key.name)
    } else {
      special = nil
      dependency = Dependency(key.erased)
    }
  }

  private static func wired<P: WiredParameter, Value>(
    _ parameter: P.Type, _ name: Name?, as type: Value.Type
  ) -> @Sendable (Resolution) throws -> Value {
    // `P` is `Value` itself, opened from its metatype.
    { resolver in unsafeBitCast(try P.wired(resolver, name), to: Value.self) }
  }

  nonisolated(nonsending) private static func wired<P: WiredParameter, Value>(
    _ parameter: P.Type, _ resolver: Resolution, _ name: Name?
  ) async throws(ResolutionError) -> Value {
    // As above.
    unsafeBitCast(try await P.wiredInTask(resolver, name), to: Value.self)
  }

  @inline(__always)
  func value<Value>(_ resolver: Resolution) throws -> Value {
    guard let special else { return try resolver.dependency(Value.self, named: name) }
    // A slot is asked for the type that it was made for.
    return try unsafeDowncast(special, to: Maker<Value>.self).make(resolver)
  }

  /// As above in a task: waits for asynchronous values.
  nonisolated(nonsending) func value<Value>(_ resolver: Resolution) async throws -> Value {
    guard let special else { return try await resolver.core.resolve(Value.self, name, for: resolver.requester) }
    guard let parameter = Value.self as? any WiredParameter.Type else {
      return try unsafeDowncast(special, to: Maker<Value>.self).make(resolver)  // as above
    }
    return try await Self.wired(parameter, resolver, name)
  }
}

/// The slots of a wired initializer, one for each parameter, to be asked for their values in that order.
struct Slots: Sendable {
  private let slots: [Slot]
  private var next = 0

  init<each D>(_ keys: repeat Key<each D>) {
    var slots: [Slot] = []
    repeat slots.append(Slot(each keys))
    self.slots = slots
  }

  /// What the parameters need.
  var needs: [Dependency] { slots.map(\.dependency) }

  mutating func value<Value>(of type: Value.Type, _ resolver: Resolution) throws -> Value {
    defer { next += 1 }
    return try slots[next].value(resolver)
  }

  /// As above in a task.
  nonisolated(nonsending) mutating func value<Value>(of type: Value.Type, inTaskOf resolver: Resolution) async throws -> Value {
    defer { next += 1 }
    return try await slots[next].value(resolver)
  }
}
