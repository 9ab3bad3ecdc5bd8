import OnceKernel

/// What registrations need, as far as it is known: what they said of themselves, what was declared for them, and what their code was seen to ask for.
struct Needs {
  private let core: Core
  let learned: ObservedDependencies.Tables
  private let declarations: [AnyKey: [Dependency]]

  init(of core: Core) {
    self.core = core
    learned = core.learned.tables
    declarations = Dictionary(core.declarations.map { ($0.subject, $0.stated) }, uniquingKeysWith: { $1 })
  }

  /// What is known before any code has run.
  func declared(of registration: Registration) -> [Dependency] { Self.declared(of: registration, declarations[registration.key]) }

  static func declared(of registration: Registration, _ stated: [Dependency]?) -> [Dependency] {
    usable((registration.dependencies ?? []) + (stated ?? [])).unique
  }

  /// Those that are on something that is registered.
  static func usable(_ needs: [Dependency]) -> [Dependency] { needs.filter { !$0.isOnContainer } }

  /// What its code was seen to ask for.
  func observed(of registration: Registration) -> [Dependency] {
    Self.usable(learned.needs[registration.key]?.list ?? [])
  }

  /// Which code may need more than that.
  func unknown(of registration: Registration) -> KnownRegistration.Unknown? {
    // A registration that declares its needs declares all of them.
    if let declared = declarations[registration.key], !declared.contains(.resolver) { return nil }
    if !isFactoryKnown(of: registration) { return .factory }
    if Mutant.wiredIsKnown.isActive, registration.dependencies != nil { return nil }
    guard let ext = core.knownExtension(for: registration) else { return nil }
    return learned.hasRun(registration.key, extendedBy: ext.key) ? nil : .extensions
  }

  private func isFactoryKnown(of registration: Registration) -> Bool {
    switch registration.making {
    case .existing, .seeded, .nothing: return true
    case .sync, .async, .mainActor, .forward:
      if let stated = registration.dependencies, !stated.contains(.resolver) { return true }
      return learned.ran.contains(registration.key) || registration.showsThatItRan && core.hasInstance(of: registration)
    }
  }
}

extension [Dependency] {
  /// Each once, in their order.
  fileprivate var unique: [Dependency] {
    var seen: Set<Dependency> = []
    return filter { seen.insert($0).inserted }
  }
}

extension Core {
  /// What was declared for what is registered now; a declaration goes with the factory that it spoke of.
  fileprivate var declarations: [Declaration] {
    let current = registry.enter { Array($0.history.declared.values) }
    guard let base else { return current }
    let own = registry.enter { $0.registrations }
    // A layer has registrations of its own, and takes over those of its base that it comes to use.
    let ofBase = base.registrations
    // The arrays keep the registrations of both.
    let inherited = Set(ofBase.map { ObjectIdentifier($0) })
    let overridden = Set(own.filter { $0.isNode && !inherited.contains(ObjectIdentifier($0)) }.keys)
    withExtendedLifetime((own, ofBase)) {}
    return base.declarations.filter { !overridden.contains($0.subject) } + current
  }

  /// Whether one is there, for some arguments if it takes any.
  fileprivate func hasInstance(of registration: Registration) -> Bool {
    [ownCell(for: registration.key), cached.existingCell(for: registration)].contains { cell in
      cell.map { !registration.values(in: $0).isEmpty } ?? false
    }
  }
}

extension Registration {
  /// Whether its instance stays where it shows that its factory ran, until it is reset.
  var showsThatItRan: Bool { form.isOfContainer }
}
