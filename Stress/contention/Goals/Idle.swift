import Foundation
import Holdfast
import HoldfastStress

/// How often a process that keeps a container, an open scope and their values wakes up while nothing is asked of them. Only Linux tells it.
enum Idle {
  /// In a second.
  static var wakeUps: Double? {
    let container = Containers.furnished(sealed: false)
    do {
      let scope = try container.openScope()
      defer { scope.end() }
      BlackHole.swallow(try container.resolve((any Service).self))
      BlackHole.swallow(try scope.resolve((any Tenant).self))
      // What the runs before have left to do, they do now.
      MonotonicClock.pauseThread(microseconds: 100_000)
      guard let before = switches() else { return nil }
      MonotonicClock.pauseThread(microseconds: 1_000_000)
      return switches().map { after in after.map { Double($1 - (before[$0] ?? 0)) }.reduce(0, +) }
    } catch {
      fatalError("a resolve failed before the container was idle: \(error)")
    }
  }

  /// How often each thread of the process gave its processor back. A thread that is new has done so once at least.
  ///
  /// Without the calling thread, which is the main one, and without the one on which Dispatch looks at its pools once a second, as it does in every
  /// program that has run a task.
  private static func switches() -> [String: Int]? {
    guard let threads = try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task") else { return nil }
    let others = threads.filter { $0 != "\(getpid())" }
    return Dictionary(
      uniqueKeysWithValues: others.compactMap { thread in
        guard let status = try? String(contentsOfFile: "/proc/self/task/\(thread)/status", encoding: .utf8),
          status.split(separator: "\n").first?.hasSuffix("overcommit") == false
        else { return nil }
        let line = status.split(separator: "\n").first { $0.hasPrefix("voluntary_ctxt_switches:") }
        return line.flatMap { Int($0.split(separator: "\t").last ?? "") }.map { (thread, $0) }
      })
  }
}
