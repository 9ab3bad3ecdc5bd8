/// Something that has to be put away in order when its container shuts down.
///
/// ```swift
/// final class Pool: Disposable { func dispose() async throws { try await close() } }
/// ```
///
/// Called once for each instance that a container built and kept, in reverse order of creation: at `shutdown()`, at the end of its scope, or
/// after it was reset or replaced. A registration's own `dispose:` closure takes its place. Never called for transients.
public protocol Disposable {
  /// Puts the instance away. What it throws is in the report of the shutdown, and does not stop the other disposers.
  func dispose() async throws
}
