// So is every resolver of a chain.
// expect: conformance of 'Resolution' to 'Sendable' is unavailable: use 'concurrent' in child tasks
import Holdfast

func chain(of container: Container, and resolver: Resolution) -> ResolverChain {
  ResolverChain(container, resolver)
}
