// A factory that is a value is shared like a closure.
import Holdfast
import HoldfastCompatibility

// compiles: private actor Log {
// refused: stored property 'log' of 'Sendable'-conforming struct 'ClientFactory' has non-Sendable type 'Log'
private final class Log {
  var lines: [String] = []
}

private struct Client: Sendable {}

private struct ClientFactory: ServiceFactory {
  let log: Log
  func make(_ resolver: FactoryResolver) throws -> sending Client { Client() }
}
