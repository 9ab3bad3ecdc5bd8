import Holdfast

/// Looks for mistakes in a graph of registrations; runs no factory.
struct Validator {
  private let container: Container
  let graph: NeedGraph
  /// Injectors and decorators, by the key under which they are kept.
  let extensions: [AnyKey: KnownExtension]

  private var registrations: [KnownRegistration] { graph.registrations }
  private var targets: NeedTargets { graph.targets }
  private var places: [AnyKey: Int] { targets.places }

  init(_ container: Container) {
    self.container = container
    graph = NeedGraph(container)
    extensions = Dictionary(container.knownExtensions.map { ($0.key, $0) }, uniquingKeysWith: { $1 })
  }

  func problems(_ moment: ValidationMoment, roots: [AnyKey]) -> [ValidationProblem] {
    var hints = Hints(container)
    return missing(&hints) + missing(roots, &hints) + cycles() + captives() + mismatches(moment)
      + (roots.isEmpty ? [] : unreachable(reached(from: roots))) + (moment == .afterRun ? unknown() : []) + duplicates()
      + unusedDecorators() + hiddenContributions()
  }

  // MARK: Missing

  private func missing(_ hints: inout Hints) -> [ValidationProblem] {
    var problems: [ValidationProblem] = []
    for (registration, needs) in zip(registrations, graph.needs) {
      let optional = Set(registration.needs.filter { $0 != $0.unwrapped }.map(\.unwrapped))
      var seen: Set<Dependency> = []
      for need in needs where seen.insert(Dependency(need.key, need.kind)).inserted {
        if need.kind.isOfCollection {
          problems.append(missingCollection(need, of: registration, &hints))
          continue
        }
        guard mustBeRegistered(need) else { continue }
        let alternative = optional.contains(need) ? "inject it directly as an Optional" : "make the dependency optional"
        problems.append(
          ValidationProblem(
            kind: .missing, key: registration.key, path: [registration.key, need.key], sites: [registration.site],
            message: "\(registration.key) needs \(need), which is not registered.",
            remedy: "Register \(need.key), or \(alternative)\(hints.hint(for: need.key))."))
      }
    }
    return problems
  }

  /// A collection that nothing provides and nothing declares.
  private func missingCollection(_ all: Dependency, of registration: KnownRegistration, _ hints: inout Hints) -> ValidationProblem {
    ValidationProblem(
      kind: .missing, key: registration.key, path: [registration.key, all.key], sites: [registration.site],
      message: "\(registration.key) needs all of \(all.key), but nothing is registered or contributed.",
      remedy: "Contribute to the collection, or declare that it may be empty with declareCollection\(hints.hint(for: all.key)).")
  }

  private func missing(_ roots: [AnyKey], _ hints: inout Hints) -> [ValidationProblem] {
    var seen: Set<AnyKey> = []
    var problems: [ValidationProblem] = []
    for root in roots where seen.insert(root).inserted {
      guard case .one(let target) = target(of: root), mustBeRegistered(target) else { continue }
      let isItself = target.key == root
      problems.append(
        ValidationProblem(
          kind: .missing, key: root, path: isItself ? [root] : [root, target.key], sites: [],
          message: "The root \(root) \(isItself ? "is" : "needs \(target), which is") not registered.",
          remedy: "Register \(target.key), or remove the root\(hints.hint(for: target.key))."))
    }
    return problems
  }

  /// What a root stands for: itself if it is registered, else what its type leads to, such as the value of a provider.
  private func target(of root: AnyKey) -> NeedTargets.Target {
    let key = root.unwrapped
    // Without the value, an Optional is nil.
    return targets.target(of: Dependency(key, key == root ? .value : .optional), by: nil)
  }

  private func mustBeRegistered(_ need: Dependency) -> Bool {
    switch need.kind {
    case .optional, .all, .possible: false
    case .value, .later, .provider, .lazy, .factory: !targets.isRegistered(need.key)
    }
  }

  // MARK: Unreachable, unknown and duplicate registrations

  private func unreachable(_ reached: [Bool]) -> [ValidationProblem] {
    let unknown = zip(registrations, reached).filter { $1 && $0.unknown != nil }.map(\.0.key.description) + injectedElsewhere
    let names = unknown.prefix(6) + (unknown.count > 6 ? ["\(unknown.count - 6) more"] : [])
    return zip(registrations, reached).filter { !$1 }.map { registration, _ in
      ValidationProblem(
        kind: .unreachable, key: registration.key, path: [registration.key], sites: [registration.site],
        message: unknown.isEmpty
          ? "\(registration.key) is registered, but no root needs it."
          : "\(registration.key) is registered, but no root is known to need it. The needs of \(Array(names).spoken) are not known yet.",
        remedy: "Remove the registration, or name the key that uses it as a root\(unknown.isEmpty ? "." : "; or \(Self.remedyForUnknown).")"
      )
    }
  }

  /// The injectors of types that nothing here makes: what they need, for objects that were made elsewhere, is no registration's need.
  private var injectedElsewhere: [String] {
    let applied = applicableExtensions
    return extensions.values.filter { $0.hasInjector && !applied.contains($0.key) }.map { "the injector of \($0.subject)" }.sorted()
  }

  private func unknown() -> [ValidationProblem] {
    registrations.compactMap { registration in
      guard let unknown = registration.unknown else { return nil }
      let (reason, remedy) =
        switch unknown {
        case .factory:
          (
            "its factory is a closure whose needs no build has shown; what code resolves as a transient shows none",
            "Wire an initializer, or \(Self.remedyForUnknown)."
          )
        case .extensions:
          (
            "its injector or a decorator of it is a closure whose needs no build has shown",
            "Declare all that \(registration.key) needs, or validate after its closures have run."
          )
        }
      return ValidationProblem(
        kind: .unknown, key: registration.key, path: [registration.key], sites: [registration.site],
        message: "The needs of \(registration.key) are not known: \(reason).",
        remedy: remedy)
    }
  }

  private static let remedyForUnknown = "declare the needs of closures, or validate after each of them has run"

  /// Whether roots need a registration, directly or not.
  private func reached(from roots: [AnyKey]) -> [Bool] {
    var reached = [Bool](repeating: false, count: graph.edges.count)
    var open: [Int] = []
    func reach(_ node: Int) {
      if reached[node] { return }
      reached[node] = true
      open.append(node)
    }
    for root in roots {
      switch target(of: root) {
      case .one(let target): if let place = places[target.key] { reach(place) }
      case .members(let all, _): for place in targets.members(of: all) { reach(place) }
      }
    }
    while let node = open.popLast() {
      for edge in graph.edges[node] { reach(edge.to) }
      // It may stand for another one at each resolve.
      if let registration = graph.registration(at: node), registration.choosesName {
        for place in targets.places(of: registration.key.type) { reach(place) }
      }
    }
    return Array(reached.prefix(registrations.count))
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
      let kind = subject.name == nil ? "" : "other "
      let names =
        injector != nil ? "" : isTwo ? ", give one a\(subject.name == nil ? "" : "nother") name" : ", give the others \(kind)names"
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
    let decorated = applicableExtensions
    let forwards = Dictionary(grouping: registrations.filter(\.isForward)) { ObjectIdentifier($0.key.type) }
    let unused = extensions.values.filter { !$0.decoratorSites.isEmpty && !decorated.contains($0.key) }
    return unused.sorted { $0.decoratorSites[0].description < $1.decoratorSites[0].description }.map { unused in
      let key = unused.subject
      let targets = (forwards[ObjectIdentifier(key.type)] ?? []).flatMap(\.needs).map(\.key)
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

  // MARK: Contributions without effect

  /// Arrays that are registered beside contributions to their collection, and are not made of them.
  private func hiddenContributions() -> [ValidationProblem] {
    let hidden = container.hiddenContributions
    return registrations.compactMap { array in
      guard let contributions = hidden[array.key], let member = contributions.first, !collects(array, member) else { return nil }
      let sites = contributions.compactMap { places[$0].map { registrations[$0].site } }
      let element = AnyKey(member.type, named: array.key.name)
      let collecting =
        array.key.name.map { ".wired({ (all: \(element.collectionType)) in … }, keys: Key(named: \($0)))" }
        ?? "r.resolveAll(\(element.call))"
      let count = contributions.count == 1 ? "the value that is contributed" : "the \(contributions.count) values that are contributed"
      return ValidationProblem(
        kind: .unused, key: array.key, path: [array.key], sites: [array.site] + sites,
        message: array.unknown == nil
          ? "\(array.key) is registered, so its collection has none of \(count) to it."
          : "\(array.key) is registered, and it is not known whether its factory asks for \(count) to the collection.",
        remedy: "Contribute what the array has instead: contribute(\(element.call)) { r in … }. Or have its factory ask for what is "
          + "contributed: \(collecting).")
    }
  }

  /// Whether a registration is known to need the collection of which `member` is one.
  private func collects(_ registration: KnownRegistration, _ member: AnyKey) -> Bool {
    registration.needs.contains { need in
      guard case .members(let all, _) = targets.target(of: need, by: registration.key) else { return false }
      return all.type == member.type
    }
  }

  /// The keys of the injectors and decorators that apply to what is registered.
  private var applicableExtensions: Set<AnyKey> {
    Set(registrations.flatMap { made in made.extendedBy.map { [$0, AnyKey($0.type, named: made.key.name)] } ?? [] })
  }
}

/// What a caller may have meant by keys that are missing. Each takes a look at every registration, so there are not many.
private struct Hints {
  private static let limit = 32
  private let container: Container
  private var known: [AnyKey: String] = [:]

  init(_ container: Container) {
    self.container = container
  }

  mutating func hint(for key: AnyKey) -> String {
    if let hint = known[key] { return hint }
    if known.count == Self.limit { return "" }
    let nearest = container.nearMisses(of: key)
    let hint = nearest.isEmpty ? "" : "; these are registered: " + nearest.joined(separator: ", ")
    known[key] = hint
    return hint
  }
}
