/// The one lock of everything that is not ready yet.
///
/// It guards the machine of every once cell, every attempt in flight, and so the wait-for graph, whose edges are the cells' waiters and the
/// attempts' requesters: looking for a cycle and joining a build are one critical section by construction. It is taken twice for a build and
/// once for a wait; a hit never sees it. Bounded, process-wide (a cycle may cross containers), and it runs no user code.
package enum Coordination {
  static let lock = Lock()

  /// Builds in flight, for the long-wait report. Guard: `lock`.
  nonisolated(unsafe) static var inFlight: [ObjectIdentifier: Attempt] = [:]  // unsafe: touched under `lock` only

  /// Numbers publications in the order in which they happen. Guard: `lock`.
  nonisolated(unsafe) static var publications: UInt64 = 0  // unsafe: touched under `lock` only
}
