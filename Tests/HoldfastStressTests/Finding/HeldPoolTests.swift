import Dispatch
import Foundation
import Holdfast
import HoldfastStress
import Testing

extension Runs {
  /// A container whose factories keep every thread of the cooperative pool.
  @Suite struct HeldPoolTests {
    @Test func theReportIsToldAlthoughTheCallerCannotGoOn() async {
      await #expect(processExitsWith: .success) {
        let (open, told) = (DispatchSemaphore(value: 0), Locked(""))
        let root = CompositionRoot(touching: .everything, limits: StressLimits(wait: .seconds(1))) {
          try Container {
            // One for each thread of the pool.
            for number in 0..<ProcessInfo.processInfo.activeProcessorCount {
              $0.register(Page.self, named: Name("\(number)")) { _ in hold(until: open) }
            }
          }
        }
        let options = Options(seconds: 1, threads: 2, tasks: 4, seed: 1)
        let report = try await StressReport.of(root, options, [], call: "stress", patience: 1) { text in
          told.withLock { $0 = text }
          for _ in 0..<1_000 { open.signal() }
        }
        let text = told.withLock { $0 }
        #expect(text.hasPrefix("stress: the run is over, but its caller cannot go on: no thread of the cooperative pool"), "\(text)")
        #expect(text.contains("stuck: "), "\(text)")
        #expect(!report.held)
      }
    }
  }
}

private final class Page: Sendable {}

/// Hangs in tasks only.
private func hold(until open: DispatchSemaphore) -> Page {
  if withUnsafeCurrentTask(body: { $0 != nil }) { open.wait() }
  return Page()
}
