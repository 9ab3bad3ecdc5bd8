import Foundation

/// How long it takes to read built values, for each number of threads.
public struct ContentionReport: Sendable, CustomStringConvertible {
  /// One key in one state, or what it is compared with.
  public struct Row: Sendable {
    /// What was read.
    public let name: String
    /// The numbers of threads.
    public let threads: [Int]
    /// What one read took one thread while so many threads read, in nanoseconds: the median of three turns.
    public let nanoseconds: [Double]

    package init(name: String, threads: [Int], nanoseconds: [Double]) {
      self.name = name
      self.threads = threads
      self.nanoseconds = nanoseconds
    }

    /// The Universal Scalability Law fitted to the row, as far as threads have cores of their own; nil for too few numbers of threads.
    package func fit(cores: Int) -> ScalabilityFit? {
      guard let one = nanoseconds.first else { return nil }
      let points = zip(threads, nanoseconds).filter { $0.0 <= cores }
      return ScalabilityFit(points.map { (threads: $0.0, capacity: Double($0.0) * one / $0.1) })
    }
  }

  /// `static let` first, then the dictionary, then the keys.
  public let rows: [Row]
  /// How many times slower than an idle machine this machine was.
  public let slowdown: Double
  /// How many threads can run at once.
  let cores: Int

  package init(rows: [Row], slowdown: Double, cores: Int) {
    self.rows = rows
    self.slowdown = slowdown
    self.cores = cores
  }

  /// A table: nanoseconds for each number of threads, and, where there are four at least, up to the number of cores, how the throughput grows.
  public var description: String {
    let threads = rows.first?.threads ?? []
    let isFitted = rows.contains { $0.fit(cores: cores) != nil }
    var table = Table(
      header: ["hit"] + threads.map { "\($0) thread\($0 == 1 ? "" : "s")" } + ["× static let"]
        + (isFitted ? ["contention", "coherency"] : []))
    let base = rows.first?.nanoseconds.first ?? 1
    for row in rows {
      let ratio = (row.nanoseconds.first ?? 0) / base
      let fit = row.fit(cores: cores).map { [Figures.number($0.contention, 4), Figures.number($0.coherency, 5)] } ?? []
      table.add([row.name] + row.nanoseconds.map { "\(Figures.number($0, 1)) ns" } + [Figures.number(ratio, 2)] + fit)
    }
    let note = isFitted ? [] : [ScalabilityFit.absence(cores: cores)]
    let load = slowdown > 1.3 ? ["the machine was \(Figures.times(slowdown)) slower than an idle one"] : []
    return (table.lines + note + load).joined(separator: "\n")
  }
}
