import OnceKernel

// What exists already is in its cell from the start, unless something decorates or injects it: then that is done when it is resolved first.

extension Registry {
  /// Whether there is a decorator or an injector for what a registration makes, or comes with the batch that is being applied.
  func isExtended(_ registration: Registration) -> Bool {
    registration.isExtended { newlyExtended.contains($0) || cell(for: $0) != nil }
  }

  /// Has what exists already extended from here on by what a batch brought, and answers the cells that held it as it is.
  func takeUnextended(of batch: [Registration]) -> [OnceCell] {
    if Mutant.instanceUndecorated.isActive { return [] }
    var taken: [OnceCell] = []
    for ext in batch {
      guard let type = ext.extendsType else { continue }
      for cell in cells(making: type, named: ext.key.name) {
        guard cell.registration.isExisting, let instance = cell.instance, instance === cell.registration.rest else { continue }
        if let old = set(fresh(cell)) { taken.append(old) }
      }
    }
    return taken
  }

  var hasAsyncExtensions: Bool { features.loadAcquiring() & Features.asyncExtensions != 0 }

  /// Why a batch cannot be applied that brings a decorator or an injector that suspends together with a factory that does not, or finds the one or
  /// the other here.
  func asyncExtension(in batch: [Registration]) -> ResolutionError? {
    var (made, extending): ([AnyKey: Registration], [AnyKey: AnyTypeExtension]) = ([:], [:])
    for registration in batch {
      if registration.isNode { made[registration.key] = registration }
      guard registration.extendsType != nil else { continue }
      let existing = extending[registration.key] ?? cell(for: registration.key)?.registration
      // Only extensions are registered under such a key.
      extending[registration.key] = unsafeDowncast(existing.map(registration.merged) ?? registration, to: AnyTypeExtension.self)
    }
    func ext(_ key: AnyKey) -> AnyTypeExtension? {
      // Only extensions are registered under such a key.
      extending[key] ?? cell(for: key).map { unsafeDowncast($0.registration, to: AnyTypeExtension.self) }
    }
    func refusal(of recipe: Registration) -> ResolutionError? {
      guard let key = recipe.extendedBy else { return nil }
      let (whole, named) = (ext(key), recipe.key.name.flatMap { ext(AnyKey(key.type, named: $0)) })
      return (whole.flatMap { whole in named.map(whole.with) ?? whole } ?? named)?.refusal(of: recipe)
    }
    if let refusal = made.values.lazy.compactMap(refusal).first { return refusal }
    for ext in extending.values where ext.needsTask {
      guard let type = ext.extendsType else { continue }
      for cell in cells(making: type, named: ext.key.name) where made[cell.registration.key] == nil {
        if let refusal = refusal(of: cell.registration) { return refusal }
      }
    }
    return nil
  }
}
