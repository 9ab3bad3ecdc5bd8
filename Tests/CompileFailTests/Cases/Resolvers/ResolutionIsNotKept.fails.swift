// What is Sendable cannot keep a factory's resolver.
// expect: stored property 'resolver' of 'Sendable'-conforming struct 'Screen' has non-Sendable type 'Resolution'
import Holdfast

private struct Screen: Sendable {
  let resolver: Resolution
}
