#if Exploration
  extension Mutant {
    static let ofPublication: [Mutant] = []
  }
#endif
