import GreetingServer
import Testing

/// The server example, run as a program.
@Suite("Example: a server", .serialized)
struct ServerTests {
  private let server = Program(name: "greeting-server")
  // The pause leaves the processor to the tests that run beside these.
  private let gently = ["--pause", "5", "--connections", "8"]

  @Test("answers every request under load and through its end, and leaves nothing alive", arguments: ["sync", "async"])
  func load(scoped: String) async throws {
    let load = try await server.run(
      ["load", "--seconds", "2", "--streaming", "0.1", "--cancelling", "0.1", "--scoped", scoped] + gently)
    #expect(load.status == 0, "\(load.output)\(load.errors)")
    #expect(load.output.contains("failures 0"))
    #expect(load.output.contains("unanswered 0"))
    #expect(load.output.contains("open 0; objects made"))
    #expect(load.output.contains(", alive 0"))
  }

  @Test("compares the container with wiring by hand")
  func compare() async throws {
    let comparison = try await server.run(["compare", "--seconds", "0.4", "--rounds", "1"] + gently)
    #expect(comparison.status == 0, "\(comparison.output)\(comparison.errors)")
    #expect(comparison.output.contains("sync scoped values: by hand"))
    #expect(comparison.output.contains("async scoped values: by hand"))
  }

  @Test("ends in time when a disposer hangs, and names it", arguments: ["transaction", "pool"])
  func hangingDisposer(name: String) async throws {
    let server = try await RunningServer("--hang-disposer", name, "--grace", "0.5", "--log")
    guard var connection = ClientConnection(toPort: server.port) else { throw NoAnswer() }
    guard connection.send("GET /hello/ada HTTP/1.1\r\n\r\n") else { throw NoAnswer() }
    if name == "pool" {
      guard case .head(let head) = connection.next(within: 30_000) else { throw NoAnswer() }
      #expect(head.hasPrefix("HTTP/1.1 200"))
    } else {
      try await server.waits(for: "transaction begun")  // its end has to come before the answer
    }
    let (status, output) = try await server.terminate()
    #expect(status == 1)
    #expect(output.contains(name == "pool" ? "not disposed of: [GreetingServer.DatabasePool]" : "connections did not end"), "\(output)")
    #expect(name == "pool" || output.contains("scopes open: 2"), "\(output)")  // the request's and the connection's
  }

  @Test("ends in time when a client does not read its answer, and rolls back")
  func slowClient() async throws {
    let server = try await RunningServer("--grace", "0.5")
    guard var connection = ClientConnection(toPort: server.port) else { throw NoAnswer() }
    guard connection.send("GET /greetings/ada/100000000 HTTP/1.1\r\n\r\n") else { throw NoAnswer() }
    guard case .head = connection.next(within: 30_000) else { throw NoAnswer() }
    let (status, output) = try await server.terminate()
    #expect(status == 0, "\(output)")
    #expect(output.contains("unanswered 0, broken off 1, committed 0, rolled back 1"), "\(output)")
    connection.abandon()
  }

  @Test("refuses what it does not understand")
  func usage() async throws {
    let option = try await server.run("here")
    #expect(option.status == 2)
    let seconds = try await server.run("load", "--seconds", "soon")
    #expect(seconds.status == 2)
    let help = try await server.run("--help")
    #expect(help.output.contains("SIGTERM"))
  }

  private struct NoAnswer: Error {}
}
