import Foundation
import GreetingServer
import Holdfast
import Testing

/// The example server's application with one connection, for one test.
struct TestServer {
  let counters = Counters()
  let lines = Locked<[String]>([])
  let application: any Application
  let session: any Session

  init(_ file: URL, _ scoped: ServerOptions.Scoped, _ wiring: ServerOptions.Wiring = .holdfast) async throws {
    var options = ServerOptions(database: file)
    options.scoped = scoped
    options.wiring = wiring
    application = try await options.makeApplication(counters)
    session = try application.connect()
  }

  var logger: Logger { Logger(request: "a request") { [lines] line in lines.withLock { $0.append(line) } } }

  func get(_ path: String) async throws -> String {
    guard case .text(let text) = try await session.respond(to: Request(path), logger).body else { throw WrongBody() }
    return text
  }

  func stream(_ path: String, to write: Write) async throws {
    guard case .stream(let parts) = try await session.respond(to: Request(path), logger).body else { throw WrongBody() }
    try await parts(write)
  }

  /// Nothing is left then.
  func end() async throws {
    await session.end()
    let (isClean, report) = try await application.shutDown(within: .seconds(60))
    #expect(isClean, "\(report)")
    await counters.settle()
    #expect(application.openScopes == 0)
    #expect(counters.scopes.alive == 0)
    #expect(counters.objects.alive == 0)
  }

  struct WrongBody: Error {}
}

/// Runs `body` with the path of a file that is not there yet, and removes it afterwards.
func withFile(_ body: (URL) async throws -> Void) async throws {
  let file = FileManager.default.temporaryDirectory.appendingPathComponent("greetings-\(UUID().uuidString).txt")
  defer { try? FileManager.default.removeItem(at: file) }
  try await body(file)
}
