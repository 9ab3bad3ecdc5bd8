extension OnceCell {
  /// What came of a build whose code is through.
  package enum Completion {
    /// All callers see the instance, and those of its group. The instances of `retired` cells, which were taken out of
    /// their tables meanwhile, are seen only by callers that waited; these are to be disposed of.
    case published(retired: [OnceCell])
    /// The instance is done, but members of its injection group are not, or what it needs is not published: `rejoin` says which callers may have it.
    case held
    /// What it needs failed, or a member of its group.
    case failed(any Error)
    /// No caller waits any more: the instance is to be disposed, never used.
    case abandoned

    /// Whether the instance waits for others.
    package var isHeld: Bool {
      switch self {
      case .held: true
      case .published, .failed, .abandoned: false
      }
    }
  }
}
