// So is every resolver of a chain.
import Holdfast

func chain(of container: Container, and resolver: Resolution) -> ResolverChain {
  ResolverChain(container, resolver.concurrent)
}
