/// The workloads that the command knows, in the order in which it runs them.
package enum Catalogue {
  package static let all: [any SubjectWorkload.Type] = portable + own

  /// Those that run on any container behind `StressSubject`.
  package static let portable: [any SubjectWorkload.Type] = [
    HotRead.self, ColdHerd.self, Replace.self, ResetChurn.self, FailingFactories.self, CycleStorm.self, WeakChurn.self,
  ]

  /// Those that keep a container of Holdfast's themselves, whatever container the run is about.
  package static let own: [any SubjectWorkload.Type] = [
    AsyncHerd.self, MixedHerd.self, IsolationMix.self, ScopeChurn.self, ShutdownRace.self, Overrides.self, PriorityMix.self,
    GraphScope.self, ArgumentCaches.self, ReplaceInUse.self, Injectors.self, DefinitionHerd.self, CompositionHerd.self,
    ApplicationWorkload.self,
  ]

  /// The workload of this name.
  package static func workload(named name: String) -> (any SubjectWorkload.Type)? {
    all.first { $0.name == name }
  }
}
