/// What a factory receives when the toy container calls it: the container and the chain of factories it belongs to.
struct ToyDependencies: StressResolving {
  let container: ToyContainer
  let chain: UInt64

  func resolve(_ key: Int) throws -> Tracked {
    try container.resolve(key, chain: chain)
  }
}
