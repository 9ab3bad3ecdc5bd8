import Foundation
import HoldfastStress

/// The JSON file of a run.
struct ResultFile: Codable {
  var machine: Machine
  var results: [Entry]
  var scalability: [Fit]?

  struct Machine: Codable {
    var system: String
    var processor: String?
    var cores: Int
    var quick: Bool
    var repeats: Int
    /// The share of the machine, 0 to 1, that others used during the run.
    var othersShare: Double?
    var date: String
  }

  struct Entry: Codable {
    var subject: String
    var `case`: String
    var threads: Int
    var keys: Int
    var readShare: Int
    var nsPerOperation: Double
    /// Nanoseconds per operation of each sample, in the order in which they were taken.
    var samples: [Double]
    var othersShare: Double?
    var bytesPerKey: Double?
    var syncNsPerOperation: Double?
    var latency: Latency?

    /// Whether both are about the same point.
    func matches(_ other: Entry) -> Bool {
      subject == other.subject && `case` == other.case && threads == other.threads && keys == other.keys && readShare == other.readShare
    }
  }

  /// Nanoseconds of single hits; the histograms are `[nanoseconds, count]`.
  struct Latency: Codable {
    var p50: Double
    var p99: Double
    var p999: Double
    var max: Double
    var histogram: [[Int]]
    var idleP50: Double
    var idleP999: Double
    var idleMax: Double
    var idleHistogram: [[Int]]
  }

  /// A fit of the Universal Scalability Law; the capacity at 64 cores is an extrapolation.
  struct Fit: Codable {
    var subject: String
    var `case`: String
    var contention: Double
    var coherency: Double
    var peakThreads: Double?
    var capacity64: Double
  }

  static func read(_ path: String) throws -> ResultFile {
    do {
      return try JSONDecoder().decode(ResultFile.self, from: Data(contentsOf: URL(fileURLWithPath: path)))
    } catch {
      throw UsageError("\(path) is not a result of this benchmark")
    }
  }
}
