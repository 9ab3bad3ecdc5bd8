// What is Sendable cannot keep a factory's resolver.
import Holdfast

private struct Screen: Sendable {
  let resolver: ConcurrentResolution
}
