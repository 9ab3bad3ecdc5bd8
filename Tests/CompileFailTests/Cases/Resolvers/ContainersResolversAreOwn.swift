// Only Holdfast's own types resolve on behalf of a run: one that is sent to another task would hand it objects of a graph that is not its own.
import Holdfast

// compiles: struct Kept: Resolver, @unchecked Sendable {
// refused: type 'Kept' does not conform to protocol 'OwnRequester'
struct Kept: ContainerResolver, @unchecked Sendable {
  let requester: Requester

  func resolve<T>(_ request: ResolutionRequest<T>) throws(ResolutionError) -> T { fatalError() }
  nonisolated(nonsending) func resolve<T>(_ request: ResolutionRequest<T>) async throws(ResolutionError) -> T { fatalError() }
  func contains(_ key: AnyKey) -> Bool { false }
}
