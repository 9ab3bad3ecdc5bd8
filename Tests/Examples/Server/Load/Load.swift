import Foundation

/// A load test: a server in a process of its own, and clients that keep it busy until it ends.
struct Load: Sendable {
  private let options: LoadOptions

  init(_ options: LoadOptions) {
    self.options = options
  }

  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  func run() throws -> LoadResult {
    let server = Process()
    server.executableURL = Bundle.main.executableURL
    server.arguments = ["--wiring", options.wiring.rawValue, "--scoped", options.scoped.rawValue, "--json", "--until-input-ends"]
    if options.replacing > 0 { server.arguments? += ["--replacing", "\(options.replacing)"] }
    let output = Pipe()
    server.standardOutput = output
    // Its end tells the server that this program was killed.
    let input = Pipe()
    server.standardInput = input
    defer { try? input.fileHandleForWriting.close() }
    try server.run()
    guard let port = Self.port(in: output) else {
      server.terminate()
      throw Failure(description: "the server did not say where it listens")
    }

    let tally = ClientTally()
    let clients = DispatchGroup()
    for index in 0..<options.connections {
      let client = Client(port: port, name: "guest\(index)", options: options)
      clients.enter()
      Thread.detachNewThread {
        client.run(tally)
        clients.leave()
      }
    }
    // How long the load lasts; nothing is waited for.
    let warmUp = min(0.5, options.seconds / 4)
    let early = min(10, options.seconds / 2)
    Thread.sleep(forTimeInterval: warmUp)
    let first = Self.metrics(port)
    Thread.sleep(forTimeInterval: early - warmUp)
    let second = Self.metrics(port)
    Thread.sleep(forTimeInterval: options.seconds - early)
    let third = Self.metrics(port)
    server.terminate()  // SIGTERM, while every client has a request under way or is about to send one
    clients.wait()
    server.waitUntilExit()

    guard let first, let second, let third else { throw Failure(description: "the server did not say what it costs") }
    let last = output.fileHandleForReading.readDataToEndOfFile()
    return result(
      tally.counts, first, second, third, seconds: options.seconds - warmUp, last: try? JSONDecoder().decode(Metrics.self, from: last),
      status: server.terminationStatus)
  }

  private func result(
    _ counts: ClientTally.Counts, _ first: Metrics, _ second: Metrics, _ third: Metrics, seconds: Double, last: Metrics?, status: Int32
  ) -> LoadResult {
    let requests = Double(max(1, third.requests - first.requests))
    let (whole, attoseconds) = counts.slowest.components
    return LoadResult(
      wiring: options.wiring, scoped: options.scoped, sent: counts.sent, answered: counts.answered, streamed: counts.streamed,
      abandoned: counts.abandoned, slowest: Double(whole) * 1e3 + Double(attoseconds) / 1e15, problems: counts.problems,
      cpuPerRequest: (third.cpuSeconds - first.cpuSeconds) / requests * 1e6, rate: requests / seconds,
      memoryEarly: second.residentBytes, memoryLate: third.residentBytes, server: last, serverStatus: status,
      isClean: status == 0 && last != nil && counts.sent > 0 && counts.sent == counts.answered && counts.farewells == options.connections
        && counts.problems.isEmpty)
  }

  private static func port(in output: Pipe) -> UInt16? {
    var line = ""
    while !line.hasSuffix("\n") {
      let data = output.fileHandleForReading.readData(ofLength: 1)
      if data.isEmpty { return nil }
      line += String(decoding: data, as: UTF8.self)
    }
    return line.split(separator: ":").last.flatMap { UInt16($0.dropLast()) }
  }

  private static func metrics(_ port: UInt16) -> Metrics? {
    guard var connection = ClientConnection(toPort: port), connection.send("GET /metrics HTTP/1.0\r\n\r\n"),
      case .head = connection.next(within: 10_000)
    else { return nil }
    return try? JSONDecoder().decode(Metrics.self, from: Data(connection.rest().utf8))
  }
}
