#if Exploration
  extension Mutant {
    static let ofTheCell: [Mutant] = []
  }
#endif
