/// One registration of the toy container and what has become of it.
///
/// A plain value; the container's lock guards it.
struct ToyEntry {
  enum Source {
    case singleton(StressFactory)
    case transient(StressFactory)
    case weak(StressFactory)
    case lent

    var isFactory: Bool {
      if case .lent = self { false } else { true }
    }
  }

  let source: Source
  /// Tells this registration, since its last reset, from all others.
  let version: UInt64
  var instance: Tracked?
  weak var weakInstance: Tracked?
  /// The chain that is building the instance; nil when nobody is.
  var builder: UInt64?
  /// The error of the last build that failed; looked at only by the container that keeps failures.
  var failure: (any Error)?

  init(source: Source, version: UInt64) {
    self.source = source
    self.version = version
  }
}
