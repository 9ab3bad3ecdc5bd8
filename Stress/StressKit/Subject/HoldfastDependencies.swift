import Holdfast

/// What a factory of a workload receives when Holdfast calls it.
struct HoldfastDependencies: StressResolving {
  let resolution: Resolution
  let key: Int
  let trace: FactoryTrace

  func resolve(_ dependency: Int) throws -> Tracked {
    try trace.observe(key, askingFor: dependency) { try resolution.resolve(HoldfastKeys.all[dependency]) }
  }
}
