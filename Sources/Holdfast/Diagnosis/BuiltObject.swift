import OnceKernel

/// An object that a container has built, for tests that look whether it is kept.
package struct BuiltObject {
  package let key: AnyKey
  package let site: SourceSite
  package private(set) weak var object: AnyObject?
}

extension Container {
  /// The class instances that are in this container now, but for those that were registered as they are.
  package var builtObjects: [BuiltObject] {
    let core = core.innermost
    let cells = core.registry.enter { $0.table.cells } + (core.cachedIfAny.existing?.cells ?? [])
    return cells.flatMap { cell -> [BuiltObject] in
      let registration = cell.registration
      guard registration.isNode, !registration.isExisting else { return [] }
      return registration.values(in: cell).compactMap { value in
        guard type(of: value) is AnyClass else { return nil }
        return BuiltObject(key: registration.key, site: registration.site, object: value as AnyObject)
      }
    }
  }
}
