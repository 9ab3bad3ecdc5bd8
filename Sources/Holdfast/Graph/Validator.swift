/// Looks for mistakes in a graph of registrations; runs no factory.
struct Validator {
  private let core: Core
  private let registrations: [Registration]
  /// The place of each key in `registrations`.
  private let places: [AnyKey: Int]
  private let needs: [AnyKey: [DeclaredDependency]]
  /// For each registration, the places of what it needs before its factory can return.
  private let immediate: [[Int]]
  private let injected: Set<AnyKey>

  init(_ core: Core) {
    self.core = core
    let all = core.registrations
    registrations = all.filter(\.isNode)
    let places = Dictionary(registrations.enumerated().map { ($1.key, $0) }, uniquingKeysWith: { first, _ in first })
    self.places = places
    injected = Set(all.filter { $0.extendsType != nil }.map(\.key))
    var needs = core.declaredDependencies(all)
    for (key, learned) in core.learned.tables.needs where needs[key] == nil { needs[key] = learned.map { DeclaredDependency($0) } }
    self.needs = needs
    immediate = registrations.map { registration in
      (needs[registration.key] ?? []).compactMap { $0.isImmediate ? places[$0.key] : nil }
    }
  }

  func problems(roots: [AnyKey]) -> [ValidationProblem] {
    missing() + cycles() + captives() + mismatches() + unreachable(roots) + duplicates()
  }

  // MARK: Missing

  private func missing() -> [ValidationProblem] {
    registrations.flatMap { registration in
      (needs[registration.key] ?? []).compactMap { dependency in
        switch dependency.kind {
        case .optional, .all: return nil
        case .value, .provider, .lazy, .factory: break
        }
        if places[dependency.key] != nil || core.contains(dependency.key) { return nil }
        let nearest = NearMiss.of(dependency.key, among: registrations)
        let hint = nearest.isEmpty ? "" : "; registered are: " + nearest.joined(separator: ", ")
        return ValidationProblem(
          kind: .missing, key: registration.key, path: [registration.key, dependency.key], sites: [registration.site],
          message: "\(registration.key) needs \(dependency), which is not registered.",
          remedy: "Register \(dependency.key), or make the dependency optional\(hint).")
      }
    }
  }

  // MARK: Cycles

  private func cycles() -> [ValidationProblem] {
    Components.cycles(immediate).map { places in
      let members = places.map { registrations[$0] }
      let cycle = members.map(\.key)
      let shown = 6
      let more = cycle.count > shown ? " and \(cycle.count - shown) more" : ""
      let names = cycle.prefix(shown).map(\.description).joined(separator: ", ") + more
      let injectable = members.first { $0.extendedBy.map { !injected.contains($0) } ?? false }
      let other = injectable.map { ", or set it in an injector of \($0.key)" } ?? ""
      return ValidationProblem(
        kind: .cycle, key: cycle[0], path: cycle + [cycle[0]], sites: members.map(\.site),
        message: cycle.count == 1 ? "\(cycle[0]) needs itself to be built." : "\(names) need each other to be built.",
        remedy: "Make one dependency on the path a Provider or a Lazy\(other).")
    }
  }

  // MARK: Captives

  private func captives() -> [ValidationProblem] {
    guard registrations.contains(where: { $0.lifetime == .scoped }) else { return [] }
    return registrations.indices.flatMap { holder -> [ValidationProblem] in
      let registration = registrations[holder]
      guard registration.outlivesScopes else { return [] }
      // Transients and graph objects on the way are built for the holder, and hold what they need for it.
      var seen: Set<Int> = [holder]
      var open = [[holder]]
      var found: [ValidationProblem] = []
      while let path = open.popLast(), let last = path.last {
        for place in immediate[last] where seen.insert(place).inserted {
          let needed = registrations[place]
          switch needed.lifetime {
          case .scoped:
            found.append(
              ValidationProblem(
                kind: .captive, key: registration.key, path: (path + [place]).map { registrations[$0].key },
                sites: [registration.site, needed.site],
                message: "\(registration.key) (\(registration.lifetime)) holds \(needed.key), which lives only as long as a scope.",
                remedy: "Register \(registration.key) as scoped too, or pass \(needed.key) to its functions where a scope is open."))
          case .transient, .graph: open.append(path + [place])
          case .singleton, .weak, .cached: break
          }
        }
      }
      return found
    }
  }

  // MARK: Asynchronous and isolated values under synchronous factories

  private func mismatches() -> [ValidationProblem] {
    zip(registrations, immediate).filter { !$0.0.runsAsynchronously || $0.0.runsOnMainActor }.flatMap { registration, needs in
      needs.compactMap { place in
        let needed = registrations[place]
        guard needed.runsAsynchronously else { return nil }
        let key = needed.key
        if needed.runsOnMainActor {
          if registration.runsOnMainActor { return nil }
          return ValidationProblem(
            kind: .isolation, key: registration.key, path: [registration.key, key], sites: [registration.site, needed.site],
            message: "\(registration.key) needs \(key), which is built on the main actor, in a synchronous factory that may run anywhere.",
            remedy: "Register \(registration.key) with an asynchronous or a main-actor factory, or inject a Provider and await it.")
        }
        return ValidationProblem(
          kind: .asynchronous, key: registration.key, path: [registration.key, key], sites: [registration.site, needed.site],
          message: "\(registration.key) needs \(key), which is built asynchronously, in a synchronous factory.",
          remedy: "Register \(registration.key) with an asynchronous factory, or inject a Provider and await it.")
      }
    }
  }

  // MARK: Unreachable and duplicate registrations

  private func unreachable(_ roots: [AnyKey]) -> [ValidationProblem] {
    if roots.isEmpty { return [] }
    var seen = Set(roots)
    var open = roots
    while let key = open.popLast() {
      for need in (needs[key] ?? []).map(\.key) + named(of: key) where seen.insert(need).inserted { open.append(need) }
    }
    return registrations.filter { !seen.contains($0.key) }.map { registration in
      ValidationProblem(
        kind: .unreachable, key: registration.key, path: [registration.key], sites: [registration.site],
        message: "\(registration.key) is registered, but no root needs it.",
        remedy: "Remove the registration, or name what uses it as a root.")
    }
  }

  /// What a registration may stand for that chooses a name at every resolve.
  private func named(of key: AnyKey) -> [AnyKey] {
    guard let place = places[key], registrations[place].choosesName else { return [] }
    return registrations.map(\.key).filter { $0.type == key.type && $0 != key }
  }

  private func duplicates() -> [ValidationProblem] {
    core.registry.enter { $0.replacedSites }.compactMap { key, first in
      guard let registration = places[key].map({ registrations[$0] }) else { return nil }
      return ValidationProblem(
        kind: .duplicate, key: key, path: [key], sites: [registration.site, first],
        message: "\(key) is registered twice; the registration at \(registration.site) replaced the one at \(first).",
        remedy: "Remove one of the two, give one a name, or use withOverrides in tests.")
    }.sorted { $0.sites[0].description < $1.sites[0].description }
  }
}

extension Registration {
  /// Whether it may hold what it needs longer than any scope lasts.
  fileprivate var outlivesScopes: Bool {
    switch lifetime {
    case .singleton, .weak, .cached: true
    case .scoped, .transient, .graph: false
    }
  }
}
