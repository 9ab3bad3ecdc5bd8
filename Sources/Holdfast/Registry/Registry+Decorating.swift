import OnceKernel

// What exists already is in its cell from the start, unless something decorates it: then it is decorated when it is resolved first.

extension Registry {
  /// Whether there is a decorator for what a registration makes, or comes with the batch that is being applied.
  func isDecorated(_ registration: Registration) -> Bool {
    if features.loadAcquiring() & Features.extensions == 0 || Mutant.instanceUndecorated.isActive { return false }
    return registration.isExtended { newlyDecorated.contains($0) || cell(for: $0).map { !$0.registration.decoratorSites.isEmpty } ?? false }
  }

  /// Has what exists already decorated from here on by what a batch brought, and answers the cells that held it as it is.
  func takeUndecorated(of batch: [Registration]) -> [OnceCell] {
    if Mutant.instanceUndecorated.isActive { return [] }
    var taken: [OnceCell] = []
    for decorator in batch where !decorator.decoratorSites.isEmpty {
      guard let type = decorator.extendsType else { continue }
      for cell in cells(making: type, named: decorator.key.name) {
        guard cell.registration.making == .existing, let instance = cell.instance, instance === cell.registration.rest else { continue }
        if let old = set(fresh(cell)) { taken.append(old) }
      }
    }
    return taken
  }
}
