import Holdfast

/// The needs of a factory.
///
/// A list of objects, and no pack: the compiler of Swift 6.3.1 crashes on most closures that capture a pack of such values, and code that awaits for
/// each element of a pack that is kept in a tuple frees what it allocates in the wrong order.
struct NeededPack<each Value>: Sendable {
  private let all: [AnyNeeded]

  init(_ needed: repeat Needed<each Value>) {
    var all: [AnyNeeded] = []
    repeat all.append(BoxedNeeded(each needed))
    self.all = all
  }

  /// What a synchronous factory is given.
  func values(_ resolution: Resolution) throws -> (repeat each Value) {
    var cursor = NeededCursor(all)
    return (repeat try cursor.value(of: (each Value).self, resolution))
  }

  /// Calls an asynchronous factory.
  nonisolated(nonsending) func pass<Result>(
    to make: @Sendable (repeat each Value) async throws -> Result, inTaskOf resolution: Resolution
  ) async throws -> Result where repeat each Value: Sendable {
    var cursor = NeededCursor(all)
    return try await make(repeat cursor.value(of: (each Value).self, inTaskOf: resolution))
  }

  /// Calls an asynchronous factory that takes an argument.
  nonisolated(nonsending) func pass<Argument, Result>(
    _ argument: Argument, to make: @Sendable (Argument, repeat each Value) async throws -> Result, inTaskOf resolution: Resolution
  ) async throws -> Result where repeat each Value: Sendable {
    nonisolated(unsafe) let argument = argument  // unsafe: it is handed to this factory alone
    var cursor = NeededCursor(all)
    return try await make(argument, repeat cursor.value(of: (each Value).self, inTaskOf: resolution))
  }
}

/// A need, whatever its type.
private class AnyNeeded: @unchecked Sendable {}  // unchecked: it has no field

private final class BoxedNeeded<Value>: AnyNeeded, @unchecked Sendable {  // unchecked: a constant
  let needed: Needed<Value>

  init(_ needed: Needed<Value>) { self.needed = needed }
}

/// Asks for the needs of a factory one after the other.
private struct NeededCursor {
  private let all: [AnyNeeded]
  private var next = 0

  init(_ all: [AnyNeeded]) { self.all = all }

  mutating func value<Value>(of type: Value.Type, _ resolution: Resolution) throws -> Value {
    try boxed(type).needed.value(resolution)
  }

  nonisolated(nonsending) mutating func value<Value>(of type: Value.Type, inTaskOf resolution: Resolution) async throws -> Value {
    try await boxed(type).needed.value(inTaskOf: resolution)
  }

  private mutating func boxed<Value>(_ type: Value.Type) -> BoxedNeeded<Value> {
    defer { next += 1 }
    // They are asked for in the order in which the pack had them, with its types.
    return unsafeDowncast(all[next], to: BoxedNeeded<Value>.self)
  }
}
