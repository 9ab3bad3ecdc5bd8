import OnceKernel

/// A registration and what is known of it at one moment: what a container's description, and the graph and the validation of
/// `HoldfastDiagnostics`, are made from.
package struct KnownRegistration {
  /// Whether there is an instance.
  package enum State: String {
    case idle, building, ready
  }

  /// The code whose needs are not known, because no build has run it.
  package enum Unknown {
    /// Its factory.
    case factory
    /// A decorator or the injector.
    case extensions
  }

  package let key: AnyKey
  package let lifetime: LifetimeKind
  package let site: SourceSite
  package let assembly: String?
  package let isAsynchronous: Bool
  package let isOnMainActor: Bool
  package let state: State
  package let buildTime: Duration?
  /// What it needs as it or a declaration says.
  package let declared: [Dependency]
  /// What its code was seen to ask for, also what was declared.
  package let observed: [Dependency]
  /// Which of its code may need more; nil if that is all.
  package let unknown: Unknown?
  /// Whether it hands out what another registration makes.
  package let isForward: Bool
  /// Whether it is a forward that chooses a name of its own type at each resolve.
  package let choosesName: Bool
  /// Whether warming up all values builds it.
  package let isWarmedUp: Bool
  /// Whether warming up what is eager builds it.
  package let isEager: Bool
  /// The key of the injector and the decorators that apply to what it makes, whatever its name; nil where none do.
  package let extendedBy: AnyKey?
}

extension KnownRegistration {
  /// What it needs, as far as that is known: what is declared, then what was only observed.
  package var needs: [Dependency] {
    if Mutant.declaredHidesObserved.isActive, !declared.isEmpty { return declared }
    let known = Set(declared)
    return declared + observed.filter { !known.contains($0) }
  }
}

/// The injector and the decorators of a type, or of one name of it.
package struct KnownExtension {
  package let key: AnyKey
  /// The key of what they apply to.
  package let subject: AnyKey
  package let site: SourceSite
  package let decoratorSites: [SourceSite]
  package let hasInjector: Bool
}

extension Container {
  /// What can be resolved here, in order of registration. Runs no factory.
  package var knownRegistrations: [KnownRegistration] { core.innermost.knownRegistrations }

  /// The injectors and decorators.
  package var knownExtensions: [KnownExtension] {
    core.innermost.registrations.compactMap { $0 as? AnyTypeExtension }.map {
      KnownExtension(key: $0.key, subject: $0.subject, site: $0.site, decoratorSites: $0.decoratorSites, hasInjector: $0.hasInjector)
    }
  }

  /// For each key, the places of registrations that a later one replaced. A layer replaces nothing of its base, because it stands in front of it.
  package var replacedSites: [AnyKey: [SourceSite]] {
    let core = core.innermost
    let inherited = Set(core.base?.registrations.map(\.site) ?? [])
    return core.registry.enter { $0.history.replacedSites }.mapValues { $0.filter { !inherited.contains($0) } }.filter { !$0.value.isEmpty }
  }

  /// The keys of contributions, by the array that is registered in the place of their collection. What a layer registers in front of its base
  /// replaces what that has.
  package var hiddenContributions: [AnyKey: [AnyKey]] {
    let core = core.innermost
    let inherited = Set(core.base?.registrations.map(\.site) ?? [])
    let own = core.registrations.filter { $0.isNode && !inherited.contains($0.site) }.keys
    let contributed = Dictionary(grouping: own.filter(\.isContribution)) { ObjectIdentifier($0.type) }
    var hidden: [AnyKey: [AnyKey]] = [:]
    for array in own {
      guard let member = array.elementOfArray else { continue }
      // Types are never freed.
      let keys = (contributed[ObjectIdentifier(member)] ?? []).filter { $0.isMember(ofCollection: array.name) }
      if !keys.isEmpty { hidden[array] = keys }
    }
    return hidden
  }

  /// Whether a collection of what `member` names has members, here or in a parent, or is declared. The key's name is the collection's.
  package func providesCollection(of member: AnyKey) -> Bool {
    func isProvided<Member>(_ type: Member.Type) -> Bool { core.innermost.provides([Member].self, member.name) }
    return _openExistential(member.type, do: isProvided)
  }

  /// The registered keys that a caller may have meant by `key`, with their places.
  package func nearMisses(of key: AnyKey) -> [String] { NearMiss.of(key, among: core.innermost.registrations) }
}

extension Core {
  fileprivate var knownRegistrations: [KnownRegistration] {
    let registrations = registrations
    let needs = Needs(of: self)
    let assemblies = assemblies
    return registrations.filter(\.isNode).map { registration in
      let key = registration.key
      return KnownRegistration(
        key: key, lifetime: registration.lifetime, site: registration.site, assembly: assemblies[key],
        isAsynchronous: registration.runsAsynchronously, isOnMainActor: registration.runsOnMainActor, state: state(of: registration),
        buildTime: needs.learned.durations[key], declared: needs.declared(of: registration),
        observed: needs.observed(of: registration), unknown: needs.unknown(of: registration), isForward: registration.isForward,
        choosesName: registration.choosesName,
        isWarmedUp: registration.isWarmedUp, isEager: registration.isEager, extendedBy: registration.extendedBy)
    }
  }

  /// Which assembly registered a key; in a layer also those of its base, unless the key was registered in the layer.
  private var assemblies: [AnyKey: String] {
    let (own, registrations) = registry.enter { ($0.history.assemblies, $0.registrations) }
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
