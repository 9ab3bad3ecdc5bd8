/// The workloads that the command knows, in the order in which it runs them.
public enum Catalogue {
  public static let all: [any Workload.Type] = [
    HotRead.self, ColdHerd.self, Replace.self, ResetChurn.self, FailingFactories.self, CycleStorm.self, WeakChurn.self,
  ]

  /// The workload of this name.
  public static func workload(named name: String) -> (any Workload.Type)? {
    all.first { $0.name == name }
  }
}
