import Foundation

/// Load tests of all wirings, one after the other, several times: their ratios say what the container costs a server, and what of that its promises
/// cost without it.
struct Comparison: Sendable {
  private let options: LoadOptions
  private let rounds: Int

  init(_ options: LoadOptions, rounds: Int) {
    self.options = options
    self.rounds = rounds
  }

  /// One wiring with one kind of factories.
  private struct Line: Codable {
    var scoped: ServerOptions.Scoped
    var wiring: ServerOptions.Wiring
    /// Microseconds of the server's processor time a request, the median of all rounds.
    var cpuPerRequest: Double
    /// To each wiring that comes before it.
    var ratios: [Ratio]
  }

  private struct Ratio: Codable {
    var to: ServerOptions.Wiring
    /// Of the processor time: in each round, and their median.
    var rounds: [Double]
    var median: Double
    var memory: Double

    var text: String {
      "× \(median.formatted(2)) of \(to.rawValue) (\(rounds.map { $0.formatted(2) }.joined(separator: ", ")); memory × \(memory.formatted(2)))"
    }
  }

  /// Prints the medians. Answers whether all load tests were clean.
  func run() throws -> Bool {
    var isClean = true
    var lines: [Line] = []
    for scoped in ServerOptions.Scoped.allCases {
      var results: [ServerOptions.Wiring: [LoadResult]] = [:]
      for _ in 0..<rounds {
        for wiring in ServerOptions.Wiring.allCases { results[wiring, default: []].append(try load(wiring, scoped)) }
      }
      isClean = isClean && results.values.allSatisfy { $0.allSatisfy(\.isClean) }
      for (index, wiring) in ServerOptions.Wiring.allCases.enumerated() {
        let own = results[wiring, default: []]
        let ratios = ServerOptions.Wiring.allCases[..<index].map { ratio(of: own, to: $0, results[$0, default: []]) }
        lines.append(Line(scoped: scoped, wiring: wiring, cpuPerRequest: Self.median(own.map(\.cpuPerRequest)), ratios: ratios))
      }
    }
    try print(lines)
    if !isClean { Swift.print("a load test was not clean: see 'load'") }
    return isClean
  }

  private func load(_ wiring: ServerOptions.Wiring, _ scoped: ServerOptions.Scoped) throws -> LoadResult {
    var options = options
    options.wiring = wiring
    options.scoped = scoped
    return try Load(options).run()
  }

  private func ratio(of results: [LoadResult], to wiring: ServerOptions.Wiring, _ others: [LoadResult]) -> Ratio {
    let rounds = zip(results, others).map { $0.cpuPerRequest / $1.cpuPerRequest }
    let memory = zip(results, others).map { Double($0.memoryLate) / Double(max(1, $1.memoryLate)) }
    return Ratio(to: wiring, rounds: rounds, median: Self.median(rounds), memory: Self.median(memory))
  }

  private func print(_ lines: [Line]) throws {
    if options.isJSON {
      Swift.print(String(decoding: try JSONEncoder().encode(lines), as: UTF8.self))
      return
    }
    for line in lines {
      let ratios = line.ratios.isEmpty ? "" : ", " + line.ratios.map(\.text).joined(separator: ", ")
      Swift.print("\(line.scoped) scoped values, \(line.wiring.rawValue): \(line.cpuPerRequest.formatted(1)) µs a request\(ratios)")
    }
  }

  private static func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }
}
