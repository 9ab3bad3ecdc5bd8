import Foundation

/// What a load test found.
struct LoadResult: Sendable, Codable {
  var wiring: ServerOptions.Wiring
  var scoped: ServerOptions.Scoped
  var sent: Int
  var answered: Int
  var streamed: Int
  var abandoned: Int
  /// The slowest answer that was not streamed, in milliseconds.
  var slowest: Double
  var problems: [String]
  /// What a request cost the server, in microseconds of its own processor time, its warm-up left out.
  var cpuPerRequest: Double
  /// Requests in a second, its warm-up left out.
  var rate: Double
  /// The server's memory in bytes, after 10 seconds or half of the time if that is shorter, and at the end of the load.
  var memoryEarly: Int
  var memoryLate: Int
  /// What the server counted at its end; nil if it did not say.
  var server: Metrics?
  var serverStatus: Int32
  /// Every request was answered, every connection was told of the end, and the server found itself clean.
  var isClean: Bool

  var json: String {
    get throws { String(decoding: try JSONEncoder().encode(self), as: UTF8.self) }
  }

  var text: String {
    let failures = problems.isEmpty ? "" : ": " + problems.prefix(3).joined(separator: "; ")
    return """
      clients: sent \(sent), answered \(answered), streamed \(streamed), broken off \(abandoned), failures \(problems.count)\(failures)
      slowest answer \(slowest.formatted(1)) ms, \(rate.formatted(0)) requests a second
      server (\(wiring), \(scoped) scoped values): \(cpuPerRequest.formatted(1)) µs of processor time a request, \
      memory \(memoryEarly / 1024) KB, then \(memoryLate / 1024) KB
      \(server?.text ?? "the server did not say what it counted\n")server: exit status \(serverStatus)
      """
  }
}

extension Double {
  func formatted(_ digits: Int) -> String { String(format: "%.\(digits)f", self) }
}
