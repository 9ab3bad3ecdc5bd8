/// A place in the code of a program where an event may be forced into the middle of a build.
struct Point: Hashable, Sendable {
  enum Kind: String, Sendable, CaseIterable {
    /// A factory has begun; what it needs is not there yet.
    case factory
    /// A factory has what it needs.
    case middle
    case injector, decorator, disposer
  }

  /// Whether the run that comes to it can be cancelled: nobody cancels a disposer, and what is synchronous is not told.
  var isCancellable: Bool { kind == .factory || kind == .middle }

  let kind: Kind
  let role: Int
}
