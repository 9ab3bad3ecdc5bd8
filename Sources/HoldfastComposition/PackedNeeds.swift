import Holdfast

// What a factory is given is passed to each of these as the types of its parameters: those that the needs were gathered with, in their order.
extension PackedNeeds {
  /// What a synchronous factory is given.
  func values<each Value>(_ resolution: FactoryResolver) throws -> (repeat each Value) {
    var next = 0
    return (repeat try value(of: (each Value).self, &next, resolution))
  }

  /// An asynchronous factory as the container calls it.
  ///
  /// All values are there before the arguments are made of them, and the types of the arguments are those of this type's own pack: where code that
  /// awaits works out the types of a pack, Swift 6.3.1 frees what it allocated for them in the wrong order.
  func factory<each Value, Result>(
    _ make: @escaping @Sendable (repeat each Value) async throws -> Result
  ) -> nonisolated(nonsending) @Sendable (FactoryResolver) async throws -> Result where repeat each Value: Sendable {
    let all = typed(repeat (each Value).self)
    return { r in
      var values = try await HeldValues(of: all, inTaskOf: r)
      return try await make(repeat values.take((each Value).self))
    }
  }

  /// An asynchronous factory that takes an argument, as the container calls it.
  func factory<Argument, each Value, Result>(
    taking make: @escaping @Sendable (Argument, repeat each Value) async throws -> Result
  ) -> @Sendable (FactoryResolver, Argument) async throws -> Result where repeat each Value: Sendable {
    let all = typed(repeat (each Value).self)
    return { r, argument in
      var values = try await HeldValues(of: all, inTaskOf: r)
      return try await make(argument, repeat values.take((each Value).self))
    }
  }

  /// The needs with their types, for code that cannot name these.
  fileprivate func typed<each Value>(_ types: repeat (each Value).Type) -> [AnyNeeded] {
    var next = 0
    var typed: [AnyNeeded] = []
    repeat typed.append(boxed(each types, &next))
    return typed
  }
}

extension PackedNeeds {
  /// An asynchronous factory that takes two arguments, as the container calls it.
  func factory<A, B, each Value, Result>(
    takingTwo make: @escaping @Sendable (A, B, repeat each Value) async throws -> Result
  ) -> @Sendable (FactoryResolver, A, B) async throws -> Result where repeat each Value: Sendable {
    let all = typed(repeat (each Value).self)
    return { r, first, second in
      var values = try await HeldValues(of: all, inTaskOf: r)
      return try await make(first, second, repeat values.take((each Value).self))
    }
  }

  /// An asynchronous decorator or injector as the container calls it.
  func extending<Object, each Value, Result>(
    _ extend: @escaping @Sendable (Object, repeat each Value) async throws -> Result
  ) -> @Sendable (Object, FactoryResolver) async throws -> Result where repeat each Value: Sendable {
    let all = typed(repeat (each Value).self)
    return { object, r in
      var values = try await HeldValues(of: all, inTaskOf: r)
      return try await extend(object, repeat values.take((each Value).self))
    }
  }

  /// An injector as the container calls it. It runs when all values are there, which may need the object that it is for.
  func injector<Object, each Value>(
    _ inject: @escaping @Sendable (Object, repeat each Value) throws -> Void
  ) -> @Sendable (Object, FactoryResolver) throws -> Void {
    let all = typed(repeat (each Value).self)
    return { object, r in
      try later(all[...], [], r) { values in
        var values = values
        try inject(object, repeat values.take((each Value).self))
      }
    }
  }
}

extension PackedNeeds {
  /// An injector of the main actor as the container calls it.
  func injector<Object, each Value>(
    onMain inject: @escaping @MainActor @Sendable (Object, repeat each Value) throws -> Void
  ) -> @MainActor @Sendable (Object, FactoryResolver) throws -> Void {
    let all = typed(repeat (each Value).self)
    return { object, r in
      // What is asked for on the main actor comes there.
      try later(all[...], [], r) { values in
        var values = values
        try inject(object, repeat values.take((each Value).self))
      }
    }
  }
}

/// Asks for one value after the other, each when it can be had.
private func later(
  _ needs: ArraySlice<AnyNeeded>, _ values: [AnyObject], _ resolution: FactoryResolver, then body: @escaping (HeldValues) throws -> Void
) throws {
  guard let next = needs.first else { return try body(HeldValues(values)) }
  try next.later(resolution) { try later(needs.dropFirst(), values + [$0], resolution, then: body) }
}

/// Values of several types, to be taken in their order.
struct HeldValues {
  private let values: [AnyObject]
  private var next = 0

  fileprivate init(_ values: [AnyObject]) { self.values = values }

  nonisolated(nonsending) fileprivate init(of needs: [AnyNeeded], inTaskOf resolution: FactoryResolver) async throws {
    var values: [AnyObject] = []
    for needed in needs { values.append(try await needed.held(inTaskOf: resolution)) }
    self.values = values
  }

  mutating func take<Value>(_ type: Value.Type) -> Value {
    defer { next += 1 }
    // They are taken in the order in which the pack had them, with its types.
    return unsafeDowncast(values[next], to: HeldValue<Value>.self).value
  }
}

private final class HeldValue<Value> {
  let value: Value

  init(_ value: Value) { self.value = value }
}

/// The key paths of a factory's needs.
///
/// Added one by one, and no tuple of them: the runtime would look up the type of each wherever a composition is made. The first ones are stored here,
/// as most factories have no more.
struct NeedPaths: Sendable {
  private var first, second: (any AnyKeyPath & Sendable)?
  private var others: [any AnyKeyPath & Sendable] = []
  private(set) var count = 0

  /// - Parameter path: the next one of the pack.
  @inline(__always)
  mutating func add<Root, Need: Source>(_ path: any KeyPath<Root, Need> & Sendable) { append(path) }

  private mutating func append(_ path: any AnyKeyPath & Sendable) {
    if count == 0 { first = path } else if count == 1 { second = path } else { others.append(path) }
    count += 1
  }

  private func erased(_ index: Int) -> (any AnyKeyPath & Sendable)? {
    index == 0 ? first : index == 1 ? second : others[index - 2]
  }

  /// - Parameter index: of one of them, whose type this is.
  @inline(__always)
  fileprivate func path<Root, Need: Source>(_ index: inout Int, _ type: Need.Type) -> any KeyPath<Root, Need> & Sendable {
    defer { index += 1 }
    // They are asked for in the order in which the pack had them, with its types. A cast to the class would look up its type.
    return unsafeBitCast(erased(index).unsafelyUnwrapped, to: (any KeyPath<Root, Need> & Sendable).self)
  }
}

/// The types of a factory's needs, to be named and never looked up: what a closure keeps would be looked up if it were of such a type.
struct NeedTypes<Root, each S: Source> {}

extension Gathering {
  /// The needs that key paths lead to.
  @inline(__always)  // each call would look up the types of the key paths again
  func pack<Root, each S: Source>(
    _ paths: NeedPaths, _ types: NeedTypes<Root, repeat each S>.Type, of place: UnsafeRawPointer
  ) -> PackedNeeds {
    let owner = place.assumingMemoryBound(to: Root.self)  // the composer passes the place of a composition of that type
    var all = PackedNeeds()
    if paths.count > 0 { reserve(paths.count) }
    var index = 0
    repeat all.append(packed(paths.path(&index, (each S).self), of: owner))
    return all
  }

  private func packed<Root, S: Source>(_ path: any KeyPath<Root, S> & Sendable, of owner: UnsafePointer<Root>) -> PackedNeed {
    guard S.isHandle, let offset = MemoryLayout<Root>.offset(of: path) else { return PackedNeed(needed(path, of: owner)) }
    // What is stored at that offset is of the path's type, which is nothing but a handle.
    let need = need((UnsafeRawPointer(owner) + offset).load(as: Handle.self), S.Value.self)
    if let need, need.isOwn { return .own(need.keyed) }
    return PackedNeed(need.map { Needed(.keyed($0.of(S.Value.self))) } ?? .refused)
  }

  /// The needs of an object of a scope.
  @inline(__always)
  func pack<Root, Scope, each S: Source>(
    _ paths: NeedPaths, _ types: NeedTypes<Inside<Root, Scope>, repeat each S>.Type, inside place: UnsafeRawPointer
  ) -> PackedNeeds {
    let inside = Inside<Root, Scope>(place.assumingMemoryBound(to: Root.self))  // that composition lies there
    var all = PackedNeeds()
    if paths.count > 0 { reserve(paths.count) }
    var index = 0
    repeat all.append(PackedNeed(inside[keyPath: paths.path(&index, (each S).self)].needed(self)))
    return all
  }

  /// The needs that are these.
  func pack<each S: Source>(of sources: repeat each S) -> PackedNeeds {
    var all = PackedNeeds()
    repeat all.append(PackedNeed((each sources).needed(self)))
    return all
  }
}

/// A need, without its type: one word, so that little is copied where a composition is made.
private enum PackedNeed: Sendable {
  /// What is registered under a key in the container of the factory.
  case own(KeyedCell)
  /// What another container has, or what is made of either.
  case other(AnyNeeded)

  init<Value>(_ needed: Needed<Value>) {
    if let keyed = needed.keyed, keyed.isOwn { self = .own(keyed.keyed) } else { self = .other(BoxedNeeded(needed)) }
  }

  /// - Parameter type: that which it was made with.
  func value<Value>(of type: Value.Type, _ resolution: FactoryResolver) throws -> Value {
    switch self {
    case .own(let keyed): try KeyedNeed<Value>(keyed: keyed).value(resolution)
    case .other(let needed): try typed(needed, type).needed.value(resolution)
    }
  }

  /// - Parameter type: that which it was made with.
  func boxed<Value>(_ type: Value.Type) -> AnyNeeded {
    switch self {
    case .own(let keyed): BoxedNeeded(Needed(.keyed(KeyedNeed<Value>(keyed: keyed))))
    case .other(let needed): typed(needed, type)
    }
  }

  private func typed<Value>(_ needed: AnyNeeded, _ type: Value.Type) -> BoxedNeeded<Value> {
    unsafeDowncast(needed, to: BoxedNeeded<Value>.self)  // it was made with that type
  }
}

/// The needs of a factory, without their types. The first ones are stored here, as most factories have no more.
///
/// No pack: the compiler of Swift 6.3.1 crashes on most closures that capture a pack of such values, and the runtime would look up the type of each
/// need wherever a composition is made.
struct PackedNeeds: Sendable {
  private var first, second: PackedNeed?
  private var others: [PackedNeed] = []

  fileprivate mutating func append(_ need: PackedNeed) {
    if first == nil { first = need } else if second == nil { second = need } else { others.append(need) }
  }

  private subscript(index: Int) -> PackedNeed {
    // There are as many as the pack has types.
    index == 0 ? first.unsafelyUnwrapped : index == 1 ? second.unsafelyUnwrapped : others[index - 2]
  }

  // They are asked for in the order in which the pack had them, with its types. Not inlined where there is a pack of types: the compiler of Swift 6.3.1
  // crashes when it emits such code.

  /// The value of the next need.
  @inline(never)
  fileprivate func value<Value>(of type: Value.Type, _ next: inout Int, _ resolution: FactoryResolver) throws -> Value {
    defer { next += 1 }
    return try self[next].value(of: type, resolution)
  }

  /// The next need with its type.
  @inline(never)
  fileprivate func boxed<Value>(_ type: Value.Type, _ next: inout Int) -> AnyNeeded {
    defer { next += 1 }
    return self[next].boxed(type)
  }
}

/// A need with its type, whatever that is.
private class AnyNeeded: @unchecked Sendable {  // unchecked: it has no field
  nonisolated(nonsending) func held(inTaskOf resolution: FactoryResolver) async throws -> AnyObject {
    preconditionFailure("a need has a type")
  }

  func later(_ resolution: FactoryResolver, _ body: @escaping (AnyObject) throws -> Void) throws {
    preconditionFailure("a need has a type")
  }
}

private final class BoxedNeeded<Value>: AnyNeeded, @unchecked Sendable {  // unchecked: a constant
  let needed: Needed<Value>

  init(_ needed: Needed<Value>) { self.needed = needed }

  override nonisolated(nonsending) func held(inTaskOf resolution: FactoryResolver) async throws -> AnyObject {
    HeldValue(try await needed.value(inTaskOf: resolution))
  }

  override func later(_ resolution: FactoryResolver, _ body: @escaping (AnyObject) throws -> Void) throws {
    if let keyed = needed.keyed {
      try keyed.later(resolution) { try body(HeldValue($0)) }
    } else {
      try body(HeldValue(try needed.value(resolution)))
    }
  }
}
