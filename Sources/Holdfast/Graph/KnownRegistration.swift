import OnceKernel

/// A registration and what is known of it at one moment: what a container's description and the graph of `HoldfastDiagnostics` are made from.
package struct KnownRegistration {
  /// Whether there is an instance.
  package enum State: String {
    case idle, building, ready
  }

  package let key: AnyKey
  package let lifetime: Lifetime
  package let site: RegistrationSite
  package let assembly: String?
  package let isAsynchronous: Bool
  package let isOnMainActor: Bool
  package let state: State
  package let buildTime: Duration?
  package let needs: [DeclaredDependency]
  package let areNeedsDeclared: Bool
  package let areNeedsKnown: Bool
}

extension Container {
  /// What can be resolved here, in order of registration. Runs no factory.
  package var knownRegistrations: [KnownRegistration] { core.innermost.knownRegistrations }
}

extension Core {
  fileprivate var knownRegistrations: [KnownRegistration] {
    let registrations = registrations
    let needs = Needs(of: self, among: registrations)
    let assemblies = assemblies
    return registrations.filter(\.isNode).map { registration in
      let key = registration.key
      return KnownRegistration(
        key: key, lifetime: registration.lifetime, site: registration.site, assembly: assemblies[key],
        isAsynchronous: registration.runsAsynchronously, isOnMainActor: registration.runsOnMainActor, state: state(of: registration),
        buildTime: needs.learned.durations[key], needs: needs.of(key), areNeedsDeclared: needs.declared[key] != nil,
        areNeedsKnown: needs.areKnown(of: registration))
    }
  }

  /// Which assembly registered a key; in a layer also those of its base, unless the key was registered in the layer.
  private var assemblies: [AnyKey: String] {
    let (own, registrations) = registry.enter { ($0.assemblies, $0.registrations) }
    guard let base else { return own }
    var inherited = base.assemblies
    for registration in registrations where !isAdopted(registration.key) { inherited[registration.key] = nil }
    return inherited.merging(own) { $1 }
  }

  private func state(of registration: Registration) -> KnownRegistration.State {
    let cell: OnceCell? =
      if registration.isCached { cached.existingCell(for: registration) } else { ownCell(for: registration.key) }
    guard let cell, registration.isResolvable else { return .idle }
    if cell.instance != nil { return .ready }
    return cell.isBuilding ? .building : .idle
  }
}
