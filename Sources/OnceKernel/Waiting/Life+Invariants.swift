#if DEBUG || Exploration
  extension Life {
    /// What is broken in it; nil if nothing is. In builds for checking only.
    package var brokenInvariant: String? { state.brokenInvariant }
  }

  extension LifeState {
    package var brokenInvariant: String? {
      if isClosed, !isDraining { return "a container has closed that never drained" }
      if isDraining, !isClosed, count(of: .run) == 0, count(of: .scope) == 0 {
        return "nothing is under way in what drains, and it has not closed"
      }
      return nil
    }
  }
#endif
