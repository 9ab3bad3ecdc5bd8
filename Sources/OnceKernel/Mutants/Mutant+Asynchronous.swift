#if Exploration
  extension Mutant {
    static let ofAsynchronousCode: [Mutant] = []
  }
#endif
