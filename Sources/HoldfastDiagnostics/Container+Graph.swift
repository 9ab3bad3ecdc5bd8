public import Holdfast

extension Container {
  /// The registrations and their dependencies, as far as these were declared or observed. Runs no factory.
  public func graph() -> DependencyGraph {
    let registrations = knownRegistrations
    let targets = NeedTargets(self, registrations)
    return DependencyGraph(
      nodes: registrations.map(DependencyGraph.Node.init), edges: registrations.flatMap { DependencyGraph.edges(of: $0, targets) })
  }
}

extension DependencyGraph {
  /// Each once: what is declared and observed counts as declared.
  fileprivate static func edges(of registration: KnownRegistration, _ targets: NeedTargets) -> [Edge] {
    var seen: Set<Dependency> = []
    func edges(_ needs: [Dependency], isDeclared: Bool) -> [Edge] {
      needs.flatMap { targets.targets(of: $0, by: registration.key) }
        .filter { seen.insert(Dependency($0.key, $0.kind)).inserted }
        .map { Edge(from: registration.key, to: $0.key, kind: DeclaredDependency.Kind(known: $0.kind), isDeclared: isDeclared) }
    }
    return edges(registration.declared, isDeclared: true) + edges(registration.observed, isDeclared: false)
  }
}

extension DependencyGraph.Node {
  fileprivate init(_ registration: KnownRegistration) {
    self.init(
      key: registration.key, lifetime: Lifetime(value: registration.lifetime), site: registration.site, assembly: registration.assembly,
      isAsynchronous: registration.isAsynchronous, isOnMainActor: registration.isOnMainActor, hasInstance: registration.state == .ready,
      buildTime: registration.buildTime, areNeedsKnown: registration.unknown == nil)
  }
}
