// What is Sendable cannot keep a factory's resolver.
import Holdfast

private struct Screen: Sendable {
  // compiles: let resolver: any Resolver & Sendable
  // refused: stored property 'resolver' of 'Sendable'-conforming struct 'Screen' has non-Sendable type 'FactoryResolver'
  let resolver: FactoryResolver
}
