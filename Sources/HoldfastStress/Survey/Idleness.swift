import Foundation

/// Whether the process has computed nothing since this was made: looked at by one thread, again and again.
///
/// Where the system tells the states of threads (Linux), one that wants to compute and does not come to it, on a busy machine, counts too.
final class Idleness {
  private let start = MonotonicClock.now()
  private let computed = Idleness.othersTime
  private var looks = 0
  private var busyLooks = 0

  /// Takes the present into account.
  func look() {
    looks += 1
    if Self.anotherThreadWantsToRun { busyLooks += 1 }
  }

  /// The meter takes some hundredths.
  var isIdle: Bool {
    let elapsed = MonotonicClock.now() &- start
    return Idleness.othersTime &- computed < elapsed / 4 && busyLooks * 10 < max(1, looks) * 9
  }

  /// What all other threads have computed.
  private static var othersTime: UInt64 { MonotonicClock.processTime() &- MonotonicClock.threadTime() }

  private static var anotherThreadWantsToRun: Bool {
    #if os(Linux)
      let own = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/thread-self"))?.split(separator: "/").last.map(
        String.init)
      guard let threads = try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task") else { return false }
      return threads.contains { thread in
        guard thread != own, let text = try? String(contentsOfFile: "/proc/self/task/\(thread)/stat", encoding: .utf8) else { return false }
        // The state follows the name, which is in parentheses and may contain some.
        return text.split(separator: ")").last?.dropFirst().first == "R"
      }
    #else
      return false
    #endif
  }
}
