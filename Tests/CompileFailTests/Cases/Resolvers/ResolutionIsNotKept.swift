// What is Sendable cannot keep a factory's resolver.
import Holdfast

private typealias KeptResolver = any Resolver & Sendable

private struct Screen: Sendable {
  // compiles: let resolver: KeptResolver
  // refused: stored property 'resolver' of 'Sendable'-conforming struct 'Screen' has non-Sendable type 'FactoryResolver'
  let resolver: FactoryResolver
}
