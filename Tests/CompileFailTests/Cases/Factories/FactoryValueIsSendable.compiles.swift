// A factory that is a value is shared like a closure.
import Holdfast

private actor Log {
  var lines: [String] = []
}

private struct Client: Sendable {}

private struct ClientFactory: ServiceFactory {
  let log: Log
  func make(_ resolver: Resolution) throws -> sending Client { Client() }
}
