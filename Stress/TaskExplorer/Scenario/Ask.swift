import Holdfast

/// One question to a container, asked in a task of its own, and what came of it.
package final class Ask<Value: Sendable>: @unchecked Sendable {  // unchecked: everything of a scenario runs on the program's one thread
  let name: String
  // Guard of every field: the program's one thread.
  /// When it was asked; 0 before.
  fileprivate(set) var began = 0
  package fileprivate(set) var value: Value?
  fileprivate(set) var error: ResolutionError?
  /// The task that asks.
  fileprivate var task: Task<Void, Never>?

  fileprivate init(_ name: String) {
    self.name = name
  }

  var isOver: Bool { value != nil || error != nil }
  /// It was asked and is not answered yet.
  var isWaiting: Bool { began > 0 && !isOver }

  /// Cancels the task that asks.
  func cancel() { task?.cancel() }
}

extension World {
  /// Starts a task that asks once.
  package func ask<Value: Sendable>(_ name: String, _ question: @escaping @Sendable () async throws -> Value) -> Ask<Value> {
    let ask = Ask<Value>(name)
    ask.task = spawn(name) { [self] in await answer(ask, question) }
    return ask
  }

  private func answer<Value: Sendable>(_ ask: Ask<Value>, _ question: @Sendable () async throws -> Value) async {
    ask.began = tick()
    do {
      ask.value = try await question()
      note("\(ask.name) got \((ask.value as? Part).map { "\(type(of: $0)) \($0.number)" } ?? "\(Value.self)")")
    } catch let error as ResolutionError {
      ask.error = error
      note("\(ask.name) got the error \(error.code) of \(error.key)")
    } catch {
      report("\(ask.name) got an error of another kind: \(error)")
    }
    ask.task = nil
  }

  /// Each got a value, and all the same one.
  func expectOne<P: Part>(_ asks: [Ask<P>]) {
    for ask in asks {
      guard let value = ask.value else {
        report("\(ask.name) got \(ask.error.map { "the error \($0.code)" } ?? "nothing")")
        continue
      }
      expect(value === asks[0].value, "\(ask.name) and \(asks[0].name) got different objects")
    }
  }

  /// Got a value, or an error of one of these codes.
  func expect<Value>(_ ask: Ask<Value>, orElse codes: ResolutionError.Code...) {
    if let error = ask.error { expect(codes.contains(error.code), "\(ask.name) got the error \(error.code): \(error.message)") }
  }
}
