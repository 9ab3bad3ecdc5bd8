import Foundation

/// A load test: a server in a process of its own, and clients that keep it busy until it ends.
struct Load: Sendable {
  var seconds = 2.0
  var connections = 8
  /// Between an answer and the next request, in milliseconds.
  var pause = 0.0

  init?(_ arguments: ArraySlice<String>) {
    var rest = arguments
    while let option = rest.popFirst() {
      guard let number = rest.popFirst().flatMap({ Double($0) }), number >= 0 else { return nil }
      switch option {
      case "--seconds": seconds = number
      case "--connections": connections = max(1, Int(number))
      case "--pause": pause = number
      default: return nil
      }
    }
  }

  /// Answers whether every request was answered, and whether the server found itself clean.
  func run() throws -> Bool {
    let server = Process()
    server.executableURL = Bundle.main.executableURL
    let output = Pipe()
    server.standardOutput = output
    try server.run()
    guard let port = Self.port(in: output) else {
      print("the server did not say where it listens")
      server.terminate()
      return false
    }

    let tally = ClientTally()
    let clients = DispatchGroup()
    for index in 0..<connections {
      let client = Client(port: port, name: "guest\(index)", pause: pause / 1000)
      clients.enter()
      Thread.detachNewThread {
        client.run(tally)
        clients.leave()
      }
    }
    Thread.sleep(forTimeInterval: seconds)  // how long the load lasts; nothing is waited for
    server.terminate()  // SIGTERM, while every client has a request under way or is about to send one
    clients.wait()
    server.waitUntilExit()

    print(tally.summary)
    print("server: " + String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self), terminator: "")
    print("server: exit status \(server.terminationStatus)")
    return server.terminationStatus == 0 && tally.isClean(connections: connections)
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
}
