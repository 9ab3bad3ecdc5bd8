import Holdfast

/// Looks for mistakes in a graph of registrations; runs no factory.
struct Validator {
  private let container: Container
  private let registrations: [KnownRegistration]
  private let targets: NeedTargets
  /// For each registration, what it needs in the end; see `NeedTargets`.
  private let needs: [[Dependency]]
  /// For each registration, the places of what it needs before its factory can return.
  private let immediate: [[Int]]
  /// Injectors and decorators, by the key under which they are kept.
  private let extensions: [AnyKey: KnownExtension]

  init(_ container: Container) {
    self.container = container
    registrations = container.knownRegistrations
    targets = NeedTargets(container, registrations)
    let places = targets.places
    extensions = Dictionary(container.knownExtensions.map { ($0.key, $0) }, uniquingKeysWith: { $1 })
    needs = registrations.map(targets.targets(of:))
    immediate = needs.map { needs in needs.compactMap { $0.kind.isImmediate ? places[$0.key] : nil } }
  }

  func problems(_ moment: ValidationMoment, roots: [AnyKey]) -> [ValidationProblem] {
    missing() + missing(roots) + cycles() + captives() + mismatches(moment) + (roots.isEmpty ? [] : unreachable(reached(from: roots)))
      + (moment == .afterRun ? unknown() : []) + duplicates() + unusedDecorators()
  }

  // MARK: Missing

  private func missing() -> [ValidationProblem] {
    registrations.flatMap { registration in
      registration.needs.flatMap { need in targets.targets(of: need).map { ($0, isOptional: need != need.unwrapped) } }
        .compactMap { dependency, isOptional in
          switch dependency.kind {
          case .optional, .all: return nil
          case .value, .provider, .lazy, .factory: break
          }
          if isRegistered(dependency.key) { return nil }
          let alternative = isOptional ? "inject it directly as an Optional" : "make the dependency optional"
          let hint = hint(for: dependency.key)
          return ValidationProblem(
            kind: .missing, key: registration.key, path: [registration.key, dependency.key], sites: [registration.site],
            message: "\(registration.key) needs \(dependency), which is not registered.",
            remedy: "Register \(dependency.key), or \(alternative)\(hint).")
        }
    }
  }

  private func missing(_ roots: [AnyKey]) -> [ValidationProblem] {
    var seen: Set<AnyKey> = []
    return roots.filter { seen.insert($0).inserted }.flatMap { root in targets(of: root).map { (root, $0) } }.compactMap { root, target in
      switch target.kind {
      case .optional, .all: return nil
      case .value, .provider, .lazy, .factory: break
      }
      if isRegistered(target.key) { return nil }
      let isItself = target.key == root
      return ValidationProblem(
        kind: .missing, key: root, path: isItself ? [root] : [root, target.key], sites: [],
        message: "The root \(root) \(isItself ? "is" : "needs \(target), which is") not registered.",
        remedy: "Register \(target.key), or remove the root\(hint(for: target.key)).")
    }
  }

  /// What a root stands for: itself if it is registered, else what its type leads to, such as the value of a provider.
  private func targets(of root: AnyKey) -> [Dependency] {
    let key = root.unwrapped
    if !isRegistered(key), let all = key.parameter, all.kind == .all { return [all] }
    // Without the value, an Optional is nil.
    return targets.targets(of: Dependency(key)).map { key == root ? $0 : Dependency($0.key, .optional) }
  }

  private var places: [AnyKey: Int] { targets.places }

  private func isRegistered(_ key: AnyKey) -> Bool { targets.isRegistered(key) }

  private func hint(for key: AnyKey) -> String {
    let nearest = container.nearMisses(of: key)
    return nearest.isEmpty ? "" : "; these are registered: " + nearest.joined(separator: ", ")
  }

  // MARK: Cycles

  private func cycles() -> [ValidationProblem] {
    Components.cycles(immediate).map { places in
      let members = places.map { registrations[$0] }
      let cycle = members.map(\.key)
      let shown = 6
      let names = cycle.prefix(shown).map(\.description) + (cycle.count > shown ? ["\(cycle.count - shown) more"] : [])
      let injectable = members.first { $0.extendedBy.map { extensions[$0] == nil } ?? false }
      let other = injectable.map { ", or ask for it with r.later in an injector of \($0.key)" } ?? ""
      return ValidationProblem(
        kind: .cycle, key: cycle[0], path: cycle + [cycle[0]], sites: members.map(\.site),
        message: cycle.count == 1 ? "Building \(cycle[0]) needs \(cycle[0]) itself." : "\(names.spoken) need each other to be built.",
        remedy: "Make one dependency on the path a Provider or a Lazy\(other).")
    }
  }

  // MARK: Captives

  private func captives() -> [ValidationProblem] {
    guard registrations.contains(where: \.lifetime.isScoped) else { return [] }
    let all = needs.map { needs in needs.compactMap { places[$0.key] } }
    return registrations.indices.filter { registrations[$0].outlives }.flatMap { holder -> [ValidationProblem] in
      let held = scoped(from: holder, along: immediate)
      let asked = scoped(from: holder, along: all).filter { way in !held.contains { $0.last == way.last } }
      return held.map { captive($0, isHeld: true) } + asked.map { captive($0, isHeld: false) }
    }
  }

  /// The ways from `holder` to what lives in a scope. Transients and graph objects on a way are built for the holder, with what it may ask for.
  private func scoped(from holder: Int, along next: [[Int]]) -> [[Int]] {
    var seen: Set<Int> = [holder]
    var open = [[holder]]
    var found: [[Int]] = []
    while let way = open.popLast(), let last = way.last {
      for place in next[last] where seen.insert(place).inserted {
        switch registrations[place].lifetime {
        case .scoped where registrations[holder].outlivesScopes: found.append(way + [place])
        case .scopedTo(let kind) where registrations[holder].outlives(kind): found.append(way + [place])
        case .scoped, .scopedTo: break
        case .transient, .graph: open.append(way + [place])
        case .singleton, .weak, .cached: break
        }
      }
    }
    return found
  }

  private func captive(_ way: [Int], isHeld: Bool) -> ValidationProblem {
    let (holder, needed) = (registrations[way[0]], registrations[way[way.count - 1]])
    let (key, other) = (holder.key, needed.key)
    return ValidationProblem(
      kind: .captive, key: key, path: way.map { registrations[$0].key }, sites: [holder.site, needed.site],
      message: isHeld
        ? "\(key) (\(holder.lifetime)) would hold \(other), which lives only as long as its scope."
        : "\(key) (\(holder.lifetime)) may ask for \(other) later. \(other) lives in a scope, so asking for it outside a scope always fails.",
      remedy: "Register \(key) as scoped too, or "
        + (isHeld ? "pass \(other) to its functions inside a scope." : "resolve \(other) inside the scope and pass it on."))
  }

  // MARK: Asynchronous and isolated values under synchronous factories

  private func mismatches(_ moment: ValidationMoment) -> [ValidationProblem] {
    registrations.indices.filter { isSynchronous(registrations[$0]) }.flatMap { holder in
      handedOut(to: holder).compactMap { way in
        let (registration, needed) = (registrations[holder], registrations[way[way.count - 1]])
        guard needed.isAsynchronous, !(moment != .always && needed.isWarmedUp) else { return nil }
        if needed.isOnMainActor && registration.isOnMainActor { return nil }
        let (key, path) = (needed.key, way.map { registrations[$0].key })
        let other = needed.isWarmedUp ? "; or call warmUp() first and check with validate(.afterWarmUp)" : ""
        if needed.isOnMainActor {
          return ValidationProblem(
            kind: .isolation, key: registration.key, path: path, sites: [registration.site, needed.site],
            message: "The synchronous factory of \(registration.key) may run on any thread, "
              + "but it needs \(key), which is built on the main actor.",
            remedy: "Register \(registration.key) with an asynchronous or a main-actor factory, or inject a Provider and await it\(other).")
        }
        return ValidationProblem(
          kind: .asynchronous, key: registration.key, path: path, sites: [registration.site, needed.site],
          message: "The synchronous factory of \(registration.key) needs \(key), which is built asynchronously.",
          remedy: "Register \(registration.key) with an asynchronous factory, or inject a Provider and await it\(other).")
      }
    }
  }

  /// A forward awaits its target where it is awaited itself.
  private func isSynchronous(_ registration: KnownRegistration) -> Bool {
    !registration.isForward && (!registration.isAsynchronous || registration.isOnMainActor)
  }

  /// The ways from `holder` to what its factory is handed, through forwards to what these stand for.
  private func handedOut(to holder: Int) -> [[Int]] {
    var open = immediate[holder].map { [holder, $0] }
    var ways: [[Int]] = []
    var seen: Set<Int> = []
    while let way = open.popLast(), let last = way.last {
      if !registrations[last].isForward {
        ways.append(way)
      } else if seen.insert(last).inserted {
        open += immediate[last].map { way + [$0] }
      }
    }
    return ways.reversed()
  }

  // MARK: Unreachable, unknown and duplicate registrations

  private func unreachable(_ reached: Set<AnyKey>) -> [ValidationProblem] {
    let unknown = registrations.filter { reached.contains($0.key) && !$0.areNeedsKnown }.map(\.key)
    let names = unknown.prefix(6).map(\.description) + (unknown.count > 6 ? ["\(unknown.count - 6) more"] : [])
    return registrations.filter { !reached.contains($0.key) }.map { registration in
      ValidationProblem(
        kind: .unreachable, key: registration.key, path: [registration.key], sites: [registration.site],
        message: unknown.isEmpty
          ? "\(registration.key) is registered, but no root needs it."
          : "\(registration.key) is registered, but no root is known to need it. The needs of \(names.spoken) are not known yet.",
        remedy: "Remove the registration, or name the key that uses it as a root\(unknown.isEmpty ? "." : "; or \(Self.remedyForUnknown).")"
      )
    }
  }

  private func unknown() -> [ValidationProblem] {
    registrations.filter { !$0.areNeedsKnown }.map { registration in
      ValidationProblem(
        kind: .unknown, key: registration.key, path: [registration.key], sites: [registration.site],
        message: "The needs of \(registration.key) are not known: its factory is a closure that no build has run.",
        remedy: "Use wiring:, or \(Self.remedyForUnknown).")
    }
  }

  private static let remedyForUnknown = "declare the needs of closures, or validate after each of them has run"

  private func reached(from roots: [AnyKey]) -> Set<AnyKey> {
    var open = roots.flatMap(targets(of:)).flatMap { $0.kind == .all ? targets.keys(of: $0) : [$0.key] }
    var seen = Set(open)
    while let key = open.popLast() {
      for need in needs(of: key).map(\.key) + named(of: key) where seen.insert(need).inserted { open.append(need) }
    }
    return seen
  }

  private func needs(of key: AnyKey) -> [Dependency] { places[key].map { needs[$0] } ?? [] }

  /// What a registration may stand for that chooses a name at every resolve.
  private func named(of key: AnyKey) -> [AnyKey] {
    guard let place = places[key], registrations[place].choosesName else { return [] }
    return registrations.map(\.key).filter { $0.type == key.type && $0 != key }
  }

  private func duplicates() -> [ValidationProblem] {
    container.replacedSites.compactMap { key, replaced in
      let injector = extensions[key]
      guard let site = places[key].map({ registrations[$0].site }) ?? injector?.site else { return nil }
      let isOneLine = replaced == [site]
      let earlier = isOneLine ? replaced : replaced.filter { $0 != site }
      let places = earlier.prefix(6).map(\.description) + (earlier.count > 6 ? ["\(earlier.count - 6) more places"] : [])
      let isTwo = earlier.count == 1
      let subject = injector?.subject ?? key
      let names = injector != nil ? "" : isTwo ? ", give one a name" : ", give the others names"
      return ValidationProblem(
        kind: .duplicate, key: subject, path: [subject], sites: [site] + (isOneLine ? [] : earlier),
        message:
          "\(injector != nil ? "The injector of " : "")\(subject) is registered \(isTwo ? "twice" : "at \(earlier.count + 1) places"); "
          + (isOneLine
            ? "both times at \(site), and the later one is used."
            : "the registration at \(site) replaced the one\(isTwo ? "" : "s") at \(places.spoken)."),
        remedy: "\(isTwo ? "Remove one of the two" : "Keep one of them")\(names), or use withOverrides in tests.")
    }.sorted { $0.sites[0].description < $1.sites[0].description }
  }

  // MARK: Decorators without effect

  private func unusedDecorators() -> [ValidationProblem] {
    let decorated = Set(registrations.flatMap { made in made.extendedBy.map { [$0, AnyKey($0.type, named: made.key.name)] } ?? [] })
    let unused = extensions.values.filter { !$0.decoratorSites.isEmpty && !decorated.contains($0.key) }
    return unused.sorted { $0.decoratorSites[0].description < $1.decoratorSites[0].description }.map { unused in
      let key = unused.subject
      let targets = registrations.filter { $0.isForward && $0.key.type == key.type }.flatMap(\.needs).map(\.key)
      let isForwarded = !targets.isEmpty
      return ValidationProblem(
        kind: .unused, key: key, path: [key], sites: unused.decoratorSites,
        message: "The decorator of \(key) never runs: "
          + (isForwarded
            ? "only forwards provide \(key), and a forward returns the value of its target."
            : "no registration of this container makes \(key)."),
        remedy: isForwarded
          ? "Decorate \(targets.prefix(6).map(\.description).spoken) instead."
          : "Register \(key) here, or decorate it in the container that makes it.")
    }
  }
}

extension KnownRegistration {
  /// Whether it may hold what it needs longer than any scope lasts.
  fileprivate var outlivesScopes: Bool {
    switch lifetime {
    case .singleton, .weak, .cached: true
    case .scoped, .scopedTo, .transient, .graph: false
    }
  }

  /// Whether it may outlive the scopes of some kind.
  fileprivate var outlives: Bool {
    if case .scopedTo = lifetime { true } else { outlivesScopes }
  }

  /// Whether it may hold what it needs longer than a scope of `kind` lasts.
  fileprivate func outlives(_ kind: ScopeKind) -> Bool {
    if case .scopedTo(let own) = lifetime { kind.isInside(own) } else { outlivesScopes }
  }
}
