import OnceKernel

/// What registrations need, as far as it is known.
struct Needs {
  private let core: Core
  let learned: ObservedDependencies.Tables
  let declared: [AnyKey: [Dependency]]

  /// - Parameter registrations: all of the container.
  init(of core: Core, among registrations: [Registration]) {
    self.core = core
    learned = core.learned.tables
    declared = core.declaredDependencies(registrations)
  }

  /// What was declared, else what was learned.
  func of(_ key: AnyKey) -> [Dependency] {
    declared[key] ?? learned.needs[key]?.list.map(Dependency.init(learned:)) ?? []
  }

  /// Whether that is all.
  func areKnown(of registration: Registration) -> Bool {
    switch registration.making {
    case .existing, .seeded, .forward, .nothing: true
    case .sync, .async, .mainActor:
      declared[registration.key] != nil || learned.ran.contains(registration.key)
        || registration.showsThatItRan && core.hasInstance(of: registration)
    }
  }
}

extension Core {
  /// What registrations said of themselves, or what was declared for them.
  fileprivate func declaredDependencies(_ registrations: [Registration]) -> [AnyKey: [Dependency]] {
    var declared: [AnyKey: [Dependency]] = [:]
    for declaration in declarations { declared[declaration.subject] = declaration.dependencies }
    // A wired registration speaks for itself.
    for registration in registrations where registration.isNode {
      if let needs = registration.dependencies { declared[registration.key] = needs }
    }
    // All of a type are each of them.
    var keysByType: [ObjectIdentifier: [AnyKey]] = [:]
    for registration in registrations where registration.isNode {
      keysByType[ObjectIdentifier(registration.key.type), default: []].append(registration.key)
    }
    return declared.mapValues { needs in
      var seen: Set<Dependency> = []
      return needs.flatMap { need -> [Dependency] in
        guard need.kind == .all else { return [need] }
        // An array that is registered itself is meant itself.
        let array = AnyKey(Self.array(of: need.key.type), named: need.key.name)
        if keysByType[ObjectIdentifier(array.type)]?.contains(array) == true { return [Dependency(array)] }
        return (keysByType[ObjectIdentifier(need.key.type)] ?? []).map { Dependency($0, .all) }
      }.filter { seen.insert($0).inserted }
    }
  }

  /// What was declared for what is registered now; a declaration goes with the factory that it spoke of.
  private var declarations: [Declaration] {
    let (own, declared) = registry.enter { ($0.registrations, $0.declared) }
    let current = own.compactMap { $0 as? Declaration }.filter { declared.contains($0.subject) }
    guard let base else { return current }
    // A layer has registrations of its own, and takes over those of its base that it comes to use.
    let inherited = Set(base.registrations.map(ObjectIdentifier.init))
    let overridden = Set(own.filter { $0.isNode && !inherited.contains(ObjectIdentifier($0)) }.map(\.key))
    return base.declarations.filter { !overridden.contains($0.subject) } + current
  }

  private static func array<Element>(of type: Element.Type) -> Any.Type { [Element].self }

  /// Whether one is there, for some arguments if it takes any.
  fileprivate func hasInstance(of registration: Registration) -> Bool {
    [ownCell(for: registration.key), cached.existingCell(for: registration)].contains { cell in
      cell.map { !registration.values(in: $0).isEmpty } ?? false
    }
  }
}

extension Registration {
  /// Whether its instance stays where it shows that its factory ran, until it is reset.
  var showsThatItRan: Bool {
    switch form {
    case .singleton, .cached: true
    case .weak, .scoped, .scopedTo, .graph, .transient: false
    }
  }
}
