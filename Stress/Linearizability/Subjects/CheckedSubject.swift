import StressKit

/// A container that is checked: each key has a registration or none, and at most one instance of it.
protocol CheckedSubject: Subject where Object == Specimen {
  /// Registers, in the place of what is registered.
  func register(_ key: Int, _ recipe: Recipe) throws(SubjectFailure)
  /// Registers the same recipe under every key, as one step.
  func registerAll(_ keys: Range<Int>, _ recipe: Recipe) throws(SubjectFailure)
}

/// The harness's simple container. Without a defect it is sound, which shows that the checker raises no false alarm.
extension FakeContainer: CheckedSubject where Object == Specimen {
  func register(_ key: Int, _ recipe: Recipe) throws(SubjectFailure) {
    try register(CollectionOfOne(key)) { _ in try recipe.make() }
  }

  func registerAll(_ keys: Range<Int>, _ recipe: Recipe) throws(SubjectFailure) {
    try register(keys) { _ in try recipe.make() }
  }
}
