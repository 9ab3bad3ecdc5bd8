import Testing

/// The server example, run as a program, under load from a process of its own.
@Suite("Example: a server", .serialized)
struct ServerTests {
  private let server = Program(name: "greeting-server")

  @Test("answers every request under load and through its end, and leaves nothing alive")
  func load() async throws {
    // The pause leaves the processor to the tests that run beside this one.
    let load = try await server.run("load", "--seconds", "2", "--connections", "8", "--pause", "5")
    #expect(load.status == 0, "\(load.output)\(load.errors)")
    #expect(load.output.contains("failures 0"))
    #expect(load.output.contains("unanswered 0, scopes open 0, objects alive 0"))
  }

  @Test("refuses what it does not understand")
  func usage() async throws {
    let port = try await server.run("here")
    #expect(port.status == 2)
    let seconds = try await server.run("load", "--seconds", "soon")
    #expect(seconds.status == 2)
    let help = try await server.run("--help")
    #expect(help.output.contains("SIGTERM"))
  }
}
