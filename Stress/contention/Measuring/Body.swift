/// A whole loop behind one call: what a thread runs.
///
/// The closure is called once per sample; the operation inside it is specialized where the body is made.
struct Body: Sendable {
  let run: @Sendable (_ turns: Int) -> Void

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
