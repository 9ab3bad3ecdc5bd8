import Holdfast
import OnceKernel
import Testing

/// Starts a caller that resolves a part.
func ask(_ container: Container, _ name: Name, as caller: Caller, after gate: Gate? = nil) -> Pending<Part> {
  ask(container, Part.self, named: name, as: caller, after: gate)
}

/// Starts a caller that resolves a value.
func ask<Value: Sendable>(
  _ container: Container, _ type: Value.Type, named name: Name? = nil, as caller: Caller, after gate: Gate? = nil
) -> Pending<Value> {
  ask(container, type, named: name, as: caller, after: gate) { $0 }
}

/// Starts a caller that resolves a value and looks at it.
func ask<Value, Sight: Sendable>(
  _ container: Container, _ type: Value.Type, named name: Name? = nil, as caller: Caller, after gate: Gate? = nil,
  _ look: @escaping @Sendable (Value) -> Sight
) -> Pending<Sight> {
  ask(as: caller, after: gate) {
    look(try container.resolveNow(type, named: name))
  } async: {
    look(try await container.resolve(type, named: name))
  }
}

/// Starts a caller that resolves a value in a scope.
func ask<Value: Sendable>(_ scope: Scope, _ type: Value.Type, as caller: Caller, after gate: Gate? = nil) -> Pending<Value> {
  ask(as: caller, after: gate) {
    try scope.resolveNow(type)
  } async: {
    try await scope.resolve(type)
  }
}

/// Starts a caller that says the same on a thread and in a task.
func ask<Value: Sendable>(as caller: Caller, after gate: Gate? = nil, _ body: @escaping @Sendable () throws -> Value) -> Pending<Value> {
  ask(as: caller, after: gate, body, async: { try body() })
}

/// Starts a caller with a synchronous and an asynchronous way of saying the same.
func ask<Value: Sendable>(
  as caller: Caller, after gate: Gate? = nil, _ sync: @escaping @Sendable () throws -> Value,
  async: @escaping @Sendable () async throws -> Value
) -> Pending<Value> {
  switch caller {
  case .thread:
    return .onThread {
      try gate?.block()
      return try sync()
    }
  case .task, .ownTask:
    return .inTask(on: caller == .ownTask ? OwnThread() : nil) {
      try await gate?.pass()
      return try await async()
    }
  }
}

/// Lets `count` callers resolve `name` at the same time.
func herd(_ count: Int, _ container: Container, _ name: Name, as form: Form) async throws -> [Result<Part, any Error>] {
  let start = Gate("the start of a herd")
  let callers = (0..<count).map { ask(container, name, as: form.caller($0), after: start) }
  start.open()
  var results: [Result<Part, any Error>] = []
  for caller in callers { results.append(try await caller.result()) }
  return results
}

/// Waits until at least `count` callers wait for the build of `name`.
func joined(_ count: Int, on name: Name) async throws {
  try await Timeout.until("\(count) waiters for \(name)") { waiters(of: name) >= count }
}

/// How many callers wait for the build of `name`; -1 when it is not being built.
func waiters(of name: Name) -> Int {
  // Not by the public list: other tests of this process have builds whose subjects are no registrations.
  BuildInFlight.all.first { ($0.subject as? Registration)?.key == AnyKey(Part.self, named: name) }?.waiters ?? -1
}

/// The keys of parts.
func keys(_ names: Name...) -> [AnyKey] { names.map { AnyKey(Part.self, named: $0) } }

/// The error that `body` throws, which must be the container's.
func failure<Value>(_ location: SourceLocation = #_sourceLocation, _ body: () throws -> Value) throws -> ResolutionError {
  do {
    _ = try body()
  } catch let error as ResolutionError {
    return error
  }
  Issue.record("expected a ResolutionError", sourceLocation: location)
  throw TimedOut(what: "a ResolutionError")
}
