/// What the checked containers build: it says which build of which registration it is, and when its factory started.
///
/// Its fields are plain, so that a container that hands it out unpublished races with whoever reads them.
public final class Specimen: Sendable {
  /// See `Identity`.
  public let identity: UInt64
  /// On the monotonic clock.
  public let factoryStart: UInt64

  init(identity: UInt64, factoryStart: UInt64) {
    self.identity = identity
    self.factoryStart = factoryStart
  }

  /// What stands where an instance will be once it is built.
  static let unbuilt = Specimen(identity: 0, factoryStart: 0)
}
