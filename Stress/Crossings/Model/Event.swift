import Holdfast

/// Something that happens, as a part of programs: what it calls, and what it may change.
package struct Event: Sendable {
  package let name: String
  package let summary: String
  /// The errors that callers may get because of it.
  var codes: Set<ResolutionError.Code> = []
  /// Shared objects may be built anew because of it.
  var rebuilds = false
  /// How often it takes away what callers share, if that is known of what rebuilds.
  var removals = 0
  /// Builds are abandoned because of it, and what they make is disposed of. Callers that are still served then build anew.
  var abandons = false
  /// It takes objects away before their holders: the order of disposal is open.
  var takesAway = false
  /// Afterwards the container is closed.
  var closes = false
  /// Callers have to be tasks.
  var needsTasks = false
  /// The chain ends with an asynchronous factory.
  var wantsAsynchronousLeaf = false
  /// The run that is held is held until it is cancelled.
  var waitsForCancellation = false
  /// Where it belongs; empty for wherever the seed says.
  var points: [Point.Kind] = []
  /// A disposer throws, so that no shutdown can be clean.
  var spoilsReport = false
  /// It shuts down with a deadline.
  var isBounded = false
  /// It lasts as long as the scene does: every question may fail.
  var lasts = false
  /// Called when everything is registered.
  var prepare: @Sendable (Scene) throws -> Void = { _ in }
  /// What happens.
  var perform: @Sendable (Scene) async throws -> Void = { _ in }
}

/// A place in the code of a program where an event may be forced into the middle of a build.
struct Point: Hashable, Sendable {
  enum Kind: String, Sendable, CaseIterable {
    /// A factory has begun; what it needs is not there yet.
    case factory
    /// A factory has what it needs.
    case middle
    case injector, decorator, disposer
  }

  /// Whether the run that comes to it can be cancelled: no caller cancels a disposer, and what is synchronous is not told.
  var isCancellable: Bool { kind == .factory || kind == .middle }

  let kind: Kind
  let role: Int
}

/// Everything that happens in programs.
package enum Events {
  static let all: [Event] = changes + replacements + ends + scopes + cancellations + failures + insides
}
