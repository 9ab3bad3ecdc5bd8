import Foundation
import GreetingServer
import Holdfast
import Testing

/// What the example server is made of, without sockets: requests, their scopes and their transactions.
/// The wirings that have scopes. All keep the same promises to a request.
private let withScopes: [ServerOptions.Wiring] = [.holdfast, .recordedScope, .handmadeScope]

@Suite("Example: a server's scopes")
struct ServerApplicationTests {
  @Test("a request that is answered is committed, and the file keeps it", arguments: ServerOptions.Scoped.allCases, withScopes)
  func commits(scoped: ServerOptions.Scoped, wiring: ServerOptions.Wiring) async throws {
    try await withFile { file in
      for number in 1...2 {  // the second server reads what the first one wrote
        let server = try await TestServer(file, scoped, wiring)
        #expect(try await server.get("/hello/ada") == "Hello, ada! \(number)\n")
        try await server.end()
      }
    }
  }

  @Test("a request that fails is rolled back", arguments: ServerOptions.Scoped.allCases, withScopes)
  func rollsBack(scoped: ServerOptions.Scoped, wiring: ServerOptions.Wiring) async throws {
    try await withFile { file in
      let server = try await TestServer(file, scoped, wiring)
      await #expect(throws: (any Error).self) { try await server.get("/hello/stranger") }
      #expect(server.counters.rolledBack.total == 1)
      #expect(server.counters.committed.total == 0)
      try await server.end()
    }
  }

  @Test("a stream's scope is open until its body is written", arguments: ServerOptions.Scoped.allCases, withScopes)
  func streams(scoped: ServerOptions.Scoped, wiring: ServerOptions.Wiring) async throws {
    try await withFile { file in
      let server = try await TestServer(file, scoped, wiring)
      var body: [String] = []
      try await server.stream("/greetings/ada/3") { part in
        #expect(server.application.openScopes == 2)  // the connection's and the request's
        #expect(server.counters.committed.total == 0)
        body.append(part)
      }
      #expect(body == ["Hello, ada! 1\n", "Hello, ada! 2\n", "Hello, ada! 3\n"])
      #expect(server.application.openScopes == 1)
      #expect(server.counters.committed.total == 1)
      try await server.end()
    }
  }

  @Test("a stream whose client leaves is rolled back", arguments: withScopes)
  func breaksOff(wiring: ServerOptions.Wiring) async throws {
    struct ClientLeft: Error {}
    try await withFile { file in
      let server = try await TestServer(file, .sync, wiring)
      await #expect(throws: ClientLeft.self) { try await server.stream("/greetings/ada/3") { _ in throw ClientLeft() } }
      #expect(server.counters.rolledBack.total == 1)
      #expect(try await server.get("/hello/ada") == "Hello, ada! 1\n")
      try await server.end()
    }
  }

  @Test("factories and disposers of a request are in its trace", arguments: ServerOptions.Scoped.allCases, withScopes)
  func traces(scoped: ServerOptions.Scoped, wiring: ServerOptions.Wiring) async throws {
    try await withFile { file in
      let server = try await TestServer(file, scoped, wiring)
      for id in ["first", "second"] {
        _ = try await TraceContext.$current.withValue(TraceContext(id: id)) { try await server.get("/hello/ada") }
      }
      #expect(
        server.lines.withLock { $0 } == [
          "[first] a request: transaction begun", "[first] a request: transaction committed",
          "[second] a request: transaction begun", "[second] a request: transaction committed",
        ])
      try await server.end()
    }
  }

  @Test("requests of a connection share what is the connection's", arguments: withScopes)
  func kinds(wiring: ServerOptions.Wiring) async throws {
    try await withFile { file in
      let server = try await TestServer(file, .sync, wiring)
      for number in 1...2 {
        let response = try await server.session.respond(to: Request("/hello/ada"), server.logger)
        #expect(response.headers["Request-Number"] == "\(number)")
      }
      try await server.end()
    }
  }

  @Test("scopes by hand that keep records find a cycle, with its path", .timeLimit(.minutes(1)), arguments: ServerOptions.Scoped.allCases)
  func cycle(scoped: ServerOptions.Scoped) async throws {
    let scope = RecordedScope.cyclic(scoped).open(.request)
    let failure = await #expect(throws: RecordedBuild.Failure.self) {
      let resolver = RecordedResolver(scope: scope, build: nil)
      let _: Chicken = scoped == .async ? try await resolver.resolve() : try resolver.resolveNow()
    }
    #expect(failure?.path == ["Chicken", "Egg"])
    #expect((failure?.cause as? RecordedBuild.Cycle)?.path == ["Chicken", "Egg"])
    await scope.end(.completed)
  }
}

private final class Chicken: Sendable {}
private final class Egg: Sendable {}

extension RecordedScope {
  fileprivate static func cyclic(_ scoped: ServerOptions.Scoped) -> RecordedScope {
    let makes: (chicken: RecordedRecipe.Make, egg: RecordedRecipe.Make) =
      switch scoped {
      case .sync:
        (
          .sync { r in
            let _: Egg = try r.resolveNow()
            return Held(Chicken())
          },
          .sync { r in
            let _: Chicken = try r.resolveNow()
            return Held(Egg())
          }
        )
      case .async:
        (
          .async { r in
            let _: Egg = try await r.resolve()
            return Held(Chicken())
          },
          .async { r in
            let _: Chicken = try await r.resolve()
            return Held(Egg())
          }
        )
      }
    return RecordedScope(
      [
        RecordedRecipe(type: Chicken.self, kind: .request, make: makes.chicken),
        RecordedRecipe(type: Egg.self, kind: .request, make: makes.egg),
      ], seeds: [:], counting: Census())
  }
}
