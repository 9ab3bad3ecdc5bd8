// A container looks for the conformance on any thread, so it belongs to no actor. The type and its `dispose()` may.
import Holdfast

// compiles: @MainActor final class Session: Disposable {
// refused: cannot form main actor-isolated conformance of 'Session' to SendableMetatype-inheriting protocol 'Disposable'
@MainActor final class Session: @MainActor Disposable {
  func dispose() async {}
}
