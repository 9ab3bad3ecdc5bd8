#if Exploration
  import Holdfast

  /// Why a resolve failed, or a change was refused.
  enum Failure: Error, Equatable {
    case notRegistered
    case shutDown
    case sealed
    /// The names on the path: each needs the next, and the last one stands there twice.
    case cycle([String])
    case factory
    case asyncOnly
    /// None of those that a scenario may allow.
    case other(String)

    init(_ error: ResolutionError) {
      self =
        switch error.code {
        case .notRegistered: .notRegistered
        case .shutDown: .shutDown
        case .sealed: .sealed
        case .cycle: .cycle(error.path.map { $0.name?.text ?? "" })
        case .factoryFailed: .factory
        case .asyncOnly: .asyncOnly
        default: .other(error.message)
        }
    }
  }
#endif
