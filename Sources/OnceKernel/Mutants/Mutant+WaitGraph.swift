#if Exploration
  extension Mutant {
    static let ofTheWaitGraph: [Mutant] = []
  }
#endif
