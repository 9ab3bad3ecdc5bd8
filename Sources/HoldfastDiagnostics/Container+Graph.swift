public import Holdfast

extension Container {
  /// The registrations and their dependencies, as far as these were declared or observed. Runs no factory.
  public func graph() -> DependencyGraph {
    let registrations = knownRegistrations
    let targets = NeedTargets(self, registrations)
    return DependencyGraph(
      nodes: registrations.map(DependencyGraph.Node.init),
      edges: registrations.flatMap { registration in
        targets.targets(of: registration).map { need in
          DependencyGraph.Edge(
            from: registration.key, to: need.key, kind: DeclaredDependency.Kind(need.kind),
            origin: registration.areNeedsDeclared ? .declared : .observed)
        }
      })
  }
}

extension DependencyGraph.Node {
  fileprivate init(_ registration: KnownRegistration) {
    self.init(
      key: registration.key, lifetime: Lifetime(value: registration.lifetime), site: registration.site, assembly: registration.assembly,
      isAsynchronous: registration.isAsynchronous, isOnMainActor: registration.isOnMainActor, state: State(registration.state),
      buildTime: registration.buildTime, areNeedsKnown: registration.areNeedsKnown)
  }
}

extension DependencyGraph.Node.State {
  fileprivate init(_ state: KnownRegistration.State) {
    self =
      switch state {
      case .idle: .idle
      case .building: .building
      case .ready: .ready
      }
  }
}
