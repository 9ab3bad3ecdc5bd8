// So is every resolver of a chain.
import Holdfast
import HoldfastCompatibility

func chain(of container: Container, and resolver: FactoryResolver) -> ResolverChain {
  // compiles: ResolverChain([container, resolver.concurrent])
  // refused: conformance of 'FactoryResolver' to 'Sendable' is unavailable: use 'concurrent' in child tasks
  ResolverChain([container, resolver])
}
