import OnceKernel

extension Registry {
  /// Puts cells back that were read before, for the mutant that does so.
  func writeBack(_ cells: [OnceCell]) {
    for cell in cells { _ = set(cell) }
  }
}
