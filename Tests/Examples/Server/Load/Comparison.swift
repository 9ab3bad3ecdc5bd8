import Foundation

/// Load tests of both wirings, one after the other, several times: their ratio says what the container costs a server.
struct Comparison: Sendable {
  private let options: LoadOptions
  private let rounds: Int

  init(_ options: LoadOptions, rounds: Int) {
    self.options = options
    self.rounds = rounds
  }

  private struct Line: Codable {
    var scoped: ServerOptions.Scoped
    /// Microseconds of the server's processor time a request, the median of all rounds.
    var hand: Double
    var holdfast: Double
    /// The ratios of the rounds, and their median.
    var ratios: [Double]
    var ratio: Double
    var memoryRatio: Double
  }

  /// Prints the medians. Answers whether all load tests were clean.
  func run() throws -> Bool {
    var isClean = true
    var lines: [Line] = []
    for scoped in ServerOptions.Scoped.allCases {
      var pairs: [(hand: LoadResult, holdfast: LoadResult)] = []
      for _ in 0..<rounds { pairs.append((hand: try load(.hand, scoped), holdfast: try load(.holdfast, scoped))) }
      isClean = isClean && pairs.allSatisfy { $0.hand.isClean && $0.holdfast.isClean }
      let ratios = pairs.map { $0.holdfast.cpuPerRequest / $0.hand.cpuPerRequest }
      lines.append(
        Line(
          scoped: scoped, hand: Self.median(pairs.map(\.hand.cpuPerRequest)), holdfast: Self.median(pairs.map(\.holdfast.cpuPerRequest)),
          ratios: ratios, ratio: Self.median(ratios),
          memoryRatio: Self.median(pairs.map { Double($0.holdfast.memoryLate) / Double(max(1, $0.hand.memoryLate)) })))
    }
    if options.isJSON {
      print(String(decoding: try JSONEncoder().encode(lines), as: UTF8.self))
    } else {
      for line in lines {
        print(
          "\(line.scoped) scoped values: by hand \(line.hand.formatted(1)) µs a request, with Holdfast \(line.holdfast.formatted(1)) µs;",
          "processor time × \(line.ratio.formatted(2)), memory × \(line.memoryRatio.formatted(2))",
          "(\(line.ratios.map { $0.formatted(2) }.joined(separator: ", ")))")
      }
    }
    if !isClean { print("a load test was not clean: see 'load'") }
    return isClean
  }

  private func load(_ wiring: ServerOptions.Wiring, _ scoped: ServerOptions.Scoped) throws -> LoadResult {
    var options = options
    options.wiring = wiring
    options.scoped = scoped
    return try Load(options).run()
  }

  private static func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }
}
