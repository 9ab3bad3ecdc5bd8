import Holdfast
import HoldfastDiagnostics

/// Says why callers have no answer: which factory waits for what the container cannot see.
struct Stall {
  private let examination: Examination
  private let workload: String

  init(_ examination: Examination, _ workload: String) {
    self.examination = examination
    self.workload = workload
  }

  /// Looks at the builds in flight of one container, in which something is stuck.
  func explain(_ made: MadeContainer, asked: [AnyKey]) {
    let inFlight = made.log.inFlight
    let builds = LongWaits.buildsInFlight.filter { inFlight.contains($0.key) }
    let waiting = Set(builds.flatMap(\.waitsFor))
    // A build that waits for none, as far as the container sees, is where it hangs.
    for build in builds where build.waitsFor.isEmpty && !examination.findings.hanging.contains(build.key) {
      let waiters = builds.filter { $0.waitsFor.contains(build.key) && $0.key != build.key }
      // It was asked for by no caller outside, and by no build: a task that the hanging factory started asks for it.
      let strangers = waiters.filter { !asked.contains($0.key) && !waiting.contains($0.key) && !needs($0.key, asked) }
      if let stranger = strangers.first {
        add(
          .hiddenCycle, build,
          "its factory waits, where the container cannot see it, for a task that asks for \(stranger.key), which waits for it: "
            + "\(build.key) → (a task of its factory) → \(stranger.key) → \(build.key)")
      } else {
        add(
          .stuck, build,
          "no answer in \(Figures.duration(examination.limit)): its factory has run for \(Figures.duration(build.elapsed)) and waits for "
            + "nothing that the container knows; \(build.waiters) wait for it")
      }
    }
    if builds.isEmpty {
      if asked.isEmpty {
        examination.findings.add(
          .stuck, nil, nil, in: workload, "a caller got no further, although it asked for nothing and nothing is being built")
      }
      for key in asked {
        examination.findings.add(
          .stuck, examination.target(key), in: workload,
          "no answer in \(Figures.duration(examination.limit)), although nothing is being built")
      }
    }
  }

  /// Whether what was asked for needs a key, as far as that is known.
  private func needs(_ key: AnyKey, _ asked: [AnyKey]) -> Bool {
    asked.contains { examination.edges[$0]?.contains(key) == true }
  }

  private func add(_ kind: StressFinding.Kind, _ build: LongWaitReport.Build, _ message: String) {
    examination.findings.add(kind, build.key, build.site, in: workload, message)
  }
}
