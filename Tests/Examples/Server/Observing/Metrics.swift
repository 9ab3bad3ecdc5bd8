import Foundation

/// What the server says of itself: its work, and what that costs.
package struct Metrics: Sendable, Codable {
  package var requests: Int
  /// Requests that were neither answered nor given up by their client.
  package var unanswered: Int
  package var broken: Int
  package var committed: Int
  package var rolledBack: Int
  package var scopesOpened: Int
  package var scopesEnded: Int
  /// Scopes that the container counts.
  package var scopesOpen: Int
  package var objects: Int
  package var objectsAlive: Int
  /// How many times parts were replaced, how many parts there were, and how many were not disposed of.
  package var replacements: Int
  package var liveParts: Int
  package var livePartsAlive: Int
  /// Uses of parts that had been disposed of.
  package var stale: Int
  /// How many times more were kept than the scopes that were open account for.
  package var excess: Int
  /// Of this process, in user and in system mode.
  var cpuSeconds: Double
  /// Memory of this process; 0 where the system has no `/proc`.
  var residentBytes: Int

  package init(_ counters: Counters, _ application: (any Application)?) {
    requests = counters.requests.total
    broken = counters.broken.total
    unanswered = counters.requests.alive - broken
    committed = counters.committed.total
    rolledBack = counters.rolledBack.total
    scopesOpened = counters.scopes.total
    scopesEnded = counters.scopes.total - counters.scopes.alive
    scopesOpen = application?.openScopes ?? 0
    objects = counters.objects.total
    objectsAlive = counters.objects.alive
    replacements = counters.replacements.total
    liveParts = counters.live.total
    livePartsAlive = counters.live.alive
    stale = counters.stale.total
    excess = counters.excess.total
    cpuSeconds = Self.cpuSeconds
    residentBytes = Self.residentBytes
  }

  /// Nothing was lost, and nothing is left.
  var isClean: Bool {
    unanswered == 0 && scopesOpened == scopesEnded && scopesOpen == 0 && objectsAlive == 0 && stale == 0 && excess == 0
      && livePartsAlive == 0
  }

  var json: String { (try? JSONEncoder().encode(self)).map { String(decoding: $0, as: UTF8.self) + "\n" } ?? "" }

  var text: String {
    """
    requests \(requests), unanswered \(unanswered), broken off \(broken), committed \(committed), rolled back \(rolledBack)
    scopes opened \(scopesOpened), ended \(scopesEnded), open \(scopesOpen); objects made \(objects), alive \(objectsAlive)
    replaced \(replacements) times: parts made \(liveParts), alive \(livePartsAlive), used after their disposal \(stale), too many kept \(excess)

    """
  }

  private static var cpuSeconds: Double {
    var usage = rusage()
    #if os(Linux)
      getrusage(RUSAGE_SELF.rawValue, &usage)
    #else
      getrusage(RUSAGE_SELF, &usage)
    #endif
    return seconds(usage.ru_utime) + seconds(usage.ru_stime)
  }

  private static func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1_000_000 }

  private static var residentBytes: Int {
    let words = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?.split(separator: " ") ?? []
    return words.count > 1 ? (Int(words[1]) ?? 0) * Int(sysconf(Int32(_SC_PAGESIZE))) : 0
  }
}
