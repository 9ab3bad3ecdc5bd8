#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif
#if os(Linux) || os(Android)
  import Foundation
#endif

/// A reading of what the whole machine and this process have used so far, in seconds of one core.
///
/// Two readings tell which share of the machine others used in between. Only Linux tells it; elsewhere there is no reading.
struct MachineLoad: Sendable {
  var busy: Double
  var total: Double
  var own: Double

  #if os(Linux) || os(Android)
    init?() {
      guard
        let text = try? String(contentsOfFile: "/proc/stat", encoding: .utf8),
        let line = text.split(separator: "\n").first, line.hasPrefix("cpu ")
      else { return nil }
      // user nice system idle iowait irq softirq steal; guest times are part of user already.
      let ticks = line.split(separator: " ").dropFirst().prefix(8).compactMap { Double($0) }
      guard ticks.count >= 5 else { return nil }
      let perSecond = Double(sysconf(Int32(_SC_CLK_TCK)))
      total = ticks.reduce(0, +) / perSecond
      busy = total - (ticks[3] + ticks[4]) / perSecond
      var usage = rusage()
      getrusage(Self.itself, &usage)
      own = Self.seconds(usage.ru_utime) + Self.seconds(usage.ru_stime)
    }

    /// The C libraries disagree on the type of this constant.
    private static let itself: CInt = 0

    private static func seconds(_ time: timeval) -> Double {
      Double(time.tv_sec) + Double(time.tv_usec) / 1e6
    }
  #else
    init?() { return nil }
  #endif

  /// The share of the machine, 0 to 1, that others used between two readings.
  static func othersShare(from start: MachineLoad?, to end: MachineLoad?) -> Double? {
    guard let start, let end, end.total > start.total else { return nil }
    let others = (end.busy - start.busy) - (end.own - start.own)
    return min(1, max(0, others / (end.total - start.total)))
  }
}
