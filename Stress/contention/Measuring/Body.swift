/// A whole loop behind one call: what a thread runs.
///
/// The closure is called once per sample; the operation inside it is specialized where the body is made.
struct Body: Sendable {
  let run: @Sendable (_ turns: Int) -> Void

  /// A loop that something surrounds.
  init(_ run: @escaping @Sendable (_ turns: Int) -> Void) { self.run = run }

  /// - Parameter owner: what must live as long as the loop may run, without the loop touching it.
  @inline(__always)
  init<O: Operation>(_ operation: O, keeping owner: (any AnyObject & Sendable)? = nil) {
    run = { turns in
      defer { withExtendedLifetime(owner) {} }
      do {
        for turn in 0..<turns { try operation.perform(turn) }
      } catch {
        fatalError("a resolve failed while it was measured: \(error)")
      }
    }
  }
}

/// The work of one turn of a loop, written out for one subject in one case.
///
/// Conforming types are concrete structs, so that `Body` specializes the whole loop and nothing is called indirectly in it. Their functions
/// are never inlined: one turn is one call, as an access stands in a program. Inlined, the check and the load of a `static let` would move
/// out of the loop, and so would the hashing of a key; what is left would be no access any more.
protocol Operation: Sendable {
  /// Does the work once; `turn` counts the turns of this loop.
  func perform(_ turn: Int) throws
}

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
