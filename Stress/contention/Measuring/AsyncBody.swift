/// A whole loop that a task runs.
struct AsyncBody: Sendable {
  let run: @Sendable (_ turns: Int) async -> Void

  @inline(__always)
  init<O: AsyncOperation>(_ operation: O) {
    run = { turns in
      do {
        try await operation.run(turns)
      } catch {
        fatalError("a resolve failed while it was measured: \(error)")
      }
    }
  }

  init(_ run: @escaping @Sendable (_ turns: Int) async -> Void) { self.run = run }

  /// A synchronous loop, run by a task.
  init(_ body: Body) {
    run = { turns in body.run(turns) }
  }
}

/// A loop whose work has to be awaited, written out for one subject in one case; see `Operation`.
///
/// The whole loop, and not one turn of it: calling an asynchronous function has costs of its own, which would be taken for the subject's. No
/// access can move across an `await`.
protocol AsyncOperation: Sendable {
  func run(_ turns: Int) async throws
}
