import Foundation
import GreetingServer
import Holdfast
import HoldfastTesting
import Testing

/// The container that all tests of this file share. None of them sees what another one put in the place of something.
private let counters = Counters()
private let app: Container = {
  var options = ServerOptions(database: FileManager.default.temporaryDirectory.appendingPathComponent("never-opened"))
  options.scoped = .async
  // swift-format-ignore: NeverUseForceTry
  return try! Container(ServerAssembly(options, counters))
}()

private struct FrenchPhrasebook: Phrasebook {
  func greeting(of name: String) -> String { "Bonjour, \(name) !" }
}

private struct GermanPhrasebook: Phrasebook {
  func greeting(of name: String) -> String { "Hallo, \(name)!" }
}

/// The answer of the shared container, with the overrides of the test that asks, to the first visit in a database of its own.
private func answer() async throws -> String {
  let session = try HoldfastApplication(app, counters).connect()
  let response = try await session.respond(to: Request("/hello/ada"), Logger(request: "a request", sink: nil))
  await session.end()
  guard case .text(let text) = response.body else { throw TestServer.WrongBody() }
  return text
}

/// Another phrasebook, and a database that is empty.
private func overrides(_ phrasebook: any Phrasebook) -> @Sendable (Batch) -> Void {
  { batch in
    batch.register((any Phrasebook).self, instance: phrasebook)
    batch.register(
      DatabasePool.self, scope: .singleton(dispose: { await $0.close() }),
      .async { _ in
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("greetings-\(UUID().uuidString).txt")
        defer { try? FileManager.default.removeItem(at: file) }  // the pool has it open
        return try await DatabasePool(opening: file)
      })
  }
}

@Suite("Example: a server's tests")
struct ServerOverrideTests {
  @Test("override in parallel, on one container: French", .overrides(of: app, overrides(FrenchPhrasebook())), arguments: 1...10)
  func french(_: Int) async throws {
    let answer = try await answer()
    #expect(answer == "Bonjour, ada ! 1\n")
  }

  @Test("override in parallel, on one container: German", .overrides(of: app, overrides(GermanPhrasebook())), arguments: 1...10)
  func german(_: Int) async throws {
    let answer = try await answer()
    #expect(answer == "Hallo, ada! 1\n")
  }
}
