/// The workloads that the command knows, in the order in which it runs them.
public enum Catalogue {
  public static let all: [any Workload.Type] = portable + own

  /// Those that run on any container behind `StressSubject`.
  public static let portable: [any Workload.Type] = [
    HotRead.self, ColdHerd.self, Replace.self, ResetChurn.self, FailingFactories.self, CycleStorm.self, WeakChurn.self,
  ]

  /// Those that keep a container of Holdfast's themselves, whatever container the run is about.
  public static let own: [any Workload.Type] = [
    AsyncHerd.self, MixedHerd.self, IsolationMix.self, ScopeChurn.self, ShutdownRace.self, Overrides.self, PriorityMix.self,
    GraphScope.self, ArgumentCaches.self, Injectors.self, DefinitionHerd.self, ApplicationWorkload.self,
  ]

  /// The workload of this name.
  public static func workload(named name: String) -> (any Workload.Type)? {
    all.first { $0.name == name }
  }
}
