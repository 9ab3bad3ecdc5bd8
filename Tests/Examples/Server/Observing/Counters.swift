/// What the server counts, to say at its end that nothing was lost and nothing left.
package final class Counters: Sendable {
  /// Requests that were read, and answered.
  package let requests = Census()
  /// Scopes of requests and connections that were opened, and have ended.
  package let scopes = Census()
  /// Objects of requests and connections.
  package let objects = Census()
  /// Requests whose client left before it had the answer.
  package let broken = Census()
  package let committed = Census()
  package let rolledBack = Census()
  /// Parts that are replaced while the server runs.
  package let live = Census()
  /// How many times such a part was used, or disposed of, after it had been disposed of.
  package let stale = Census()
  /// How many times more of them were kept than the scopes that were open account for.
  package let excess = Census()
  /// How many times they were replaced.
  package let replacements = Census()

  package init() {}

  /// Suspends until no object is left, or for a few seconds.
  ///
  /// A task that has just ended lets go of its objects a moment later. What leaks is still there after any time.
  package func settle() async {
    for _ in 0..<500 where objects.alive > 0 { try? await Task.sleep(for: .milliseconds(10)) }
  }
}
