import OnceKernel

// What holds of a container's structures whatever is under way. Every checker asks for it where its program, schedule, round or step is over. In
// builds for checking only, which are debug builds and those with the trait `Exploration`: in others nothing is ever broken.

extension Container {
  /// What is broken in its table, its instances, what it has published, and its life; nil if nothing is.
  package var brokenInvariant: String? {
    #if DEBUG || Exploration
      core.registry.brokenInvariant ?? core.cachedIfAny.existing?.brokenInvariant ?? core.life.brokenInvariant
    #else
      nil
    #endif
  }
}

extension Scope {
  /// What is broken in its table of instances; nil if nothing is.
  package var brokenInvariant: String? {
    #if DEBUG || Exploration
      instances.brokenInvariant
    #else
      nil
    #endif
  }
}

#if DEBUG || Exploration
  extension Registry {
    fileprivate nonisolated var brokenInvariant: String? {
      enter { registry in
        if let broken = registry.table.brokenInvariant { return broken }
        if registry.keysVersion.ownValue & 1 == 1 { return "the version of the keys is odd between two changes" }
        // A layer's follows that of its base, which may be on its way.
        if registry.base == nil, registry.table.phase.ownValue != registry.currentPhase { return "readers are told of another phase" }
        let cells = registry.table.cells
        if cells.contains(where: { registry.cell(for: $0.registration.key) !== $0 }) { return "a key does not lead to its cell" }
        return registry.keys.named.brokenInvariant(of: cells.map(\.registration)) ?? OnceCell.brokenInvariant(of: cells)
      }
    }
  }

  extension NamedKeys {
    fileprivate func brokenInvariant(of registered: [Registration]) -> String? {
      guard namesAreKept else { return nil }
      var named: [ObjectIdentifier: (type: Any.Type, keys: Set<AnyKey>)] = [:]
      for key in registered.map(\.key) where key.name != nil {
        named[ObjectIdentifier(key.type), default: (key.type, [])].keys.insert(key)  // types are never freed
      }
      for (type, registered) in named.values {
        let listed = keys(of: type)
        if listed.count != registered.count || Set(listed) != registered { return "a type has other keys in its list than in the table" }
      }
      return nil
    }
  }

  extension InstanceTable {
    fileprivate var brokenInvariant: String? { table.brokenInvariant ?? OnceCell.brokenInvariant(of: cells) }
  }
#endif
