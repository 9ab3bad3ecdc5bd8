import Foundation
import GreetingServer
import TestSupport
import Testing

/// The server example, run as a program.
@Suite("Example: a server", .serialized)
struct ServerTests {
  private let server = Program(name: "greeting-server")
  // The pause leaves the processor to the tests that run beside these.
  private let gently = ["--pause", "5", "--connections", "8"]

  @Test(
    "answers every request under load and through its end, and leaves nothing alive", arguments: ["sync", "async"],
    ["holdfast", "recorded-scope", "handmade-scope"])
  func load(scoped: String, wiring: String) async throws {
    let load = try await server.run(
      ["load", "--seconds", "2", "--streaming", "0.1", "--cancelling", "0.1", "--scoped", scoped, "--wiring", wiring] + gently)
    #expect(load.status == 0, "\(load.output)\(load.errors)")
    #expect(load.output.contains("failures 0"))
    #expect(load.output.contains("unanswered 0"))
    #expect(load.output.contains("open 0; objects made"))
    #expect(load.output.contains(", alive 0"))
  }

  @Test("replaces parts while requests use them, and none of these notices", arguments: ["sync", "async"])
  func replacing(scoped: String) async throws {
    let load = try await server.run(
      ["load", "--seconds", "2", "--streaming", "0.1", "--cancelling", "0.1", "--scoped", scoped, "--replacing", "30"] + gently)
    #expect(load.status == 0, "\(load.output)\(load.errors)")
    #expect(load.output.contains("failures 0"))
    #expect(load.output.contains("used after their disposal 0, too many kept 0"))
    #expect(!load.output.contains("replaced 0 times"))
  }

  @Test("compares the container with wiring by hand, without scopes and with scopes")
  func compare() async throws {
    let comparison = try await server.run(["compare", "--seconds", "0.4", "--rounds", "1"] + gently)
    #expect(comparison.status == 0, "\(comparison.output)\(comparison.errors)")
    let lines = comparison.output.split(separator: "\n")
    for scoped in ["sync", "async"] {
      for wiring in ["hand", "handmade-scope", "recorded-scope", "holdfast"] {
        #expect(lines.contains { $0.hasPrefix("\(scoped) scoped values, \(wiring): ") }, "\(comparison.output)")
      }
    }
  }

  @Test("compares for programs too")
  func compareForPrograms() async throws {
    struct Line: Decodable {
      struct Ratio: Decodable {
        let to: String
        let rounds: [Double]
      }
      let scoped: String
      let wiring: String
      let cpuPerRequest: Double
      let ratios: [Ratio]
    }
    let comparison = try await server.run(["compare", "--seconds", "0.4", "--rounds", "2", "--json"] + gently)
    #expect(comparison.status == 0, "\(comparison.output)\(comparison.errors)")
    let lines = try JSONDecoder().decode([Line].self, from: Data(comparison.output.utf8))
    #expect(lines.map(\.scoped) == ["sync", "sync", "sync", "sync", "async", "async", "async", "async"])
    let wirings = ["hand", "handmade-scope", "recorded-scope", "holdfast"]
    #expect(lines.map(\.wiring) == wirings + wirings)
    #expect(lines.allSatisfy { $0.cpuPerRequest > 0 })
    #expect(lines.prefix(4).map { $0.ratios.map(\.to) } == wirings.indices.map { Array(wirings[..<$0]) })
    #expect(lines.flatMap(\.ratios).allSatisfy { $0.rounds.count == 2 })
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
