#if Exploration
  /// Why a resolve failed.
  enum Failure: Error, Equatable {
    case notRegistered
    case shutDown
    case sealed
    case cycle([String])
    case factory
    case mustSuspend
  }
#endif
