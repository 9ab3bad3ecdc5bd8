import Foundation
public import Holdfast

/// Puts the containers of a program under load for some seconds, and throws its findings as an error.
///
/// ```swift
/// @Test func survives() async throws {
///   try await stress(seconds: 5, touching: .everything) { try makeContainer() }
/// }
/// ```
///
/// It makes new containers again and again. Threads and tasks resolve everything that is registered, and the harness looks for the defects that
/// ``StressFinding/Kind`` lists. The real factories run, as far as `touching` allows.
///
/// - Parameters:
///   - seconds: About how long the run takes. The first look at each key always finishes.
///   - touching: The factories that may run.
///   - seed: makes the same choices again as the run that printed it. Which thread comes first is not among them.
///   - makeContainer: Makes a new container for each call.
/// - Returns: The report, if there are no findings.
/// - Throws: ``StressFailure`` with all findings; any error that `makeContainer` throws. `expectNoFindings` of `HoldfastStressTesting` records
///   an issue of Swift Testing for each finding instead.
@discardableResult
public func stress(
  seconds: Double = 5, touching: Touching, seed: UInt64? = nil, _ makeContainer: @escaping @Sendable () throws -> Container
) async throws -> StressReport {
  try await stress(CompositionRoot(touching: touching, makeContainer), seconds: seconds, seed: seed)
}

/// Puts the containers of a composition root under load for some seconds, also with your own workloads.
///
/// ```swift
/// let root = CompositionRoot(touching: .everything, leavingOut: [AnyKey(Payments.self)]) { try makeContainer() }
/// try await stress(root, seconds: 10, threads: 8, workloads: [Checkouts.self])
/// ```
///
/// It may be called from any task; the work is done by threads and tasks of its own. Let nothing else run in the process meanwhile (`.serialized`):
/// it takes the threads of the cooperative pool for moments, to see which factories block them. If factories keep all these threads for ever, the
/// call cannot return; after ten seconds the report is written to the standard error instead.
///
/// - Parameters:
///   - root: what is looked at.
///   - seconds: about how long to go on.
///   - threads: how many threads ask at the same time; by default twice the number of cores, but at least 4 and at most 16.
///   - tasks: how many tasks do.
///   - seed: makes the same choices again as the run that printed it.
///   - workloads: further ones.
/// - Returns: the report, when nothing was found.
/// - Throws: ``StressFailure``, or what making a container throws.
@discardableResult
public func stress(
  _ root: CompositionRoot, seconds: Double = 5, threads: Int? = nil, tasks: Int? = nil, seed: UInt64? = nil,
  workloads: [any Workload.Type] = []
) async throws -> StressReport {
  let options = Options(seconds: seconds, threads: threads, tasks: tasks, seed: seed)
  let report = try await StressReport.of(root, options, workloads, call: "stress")
  if !report.held { throw StressFailure(report: report) }
  return report
}

extension StressReport {
  /// What comes of a run on a composition root, on a thread of its own.
  ///
  /// - Parameters:
  ///   - call: the function that the run is repeated with.
  ///   - patience: after how many seconds the report goes to `tellUnheard`.
  ///   - tellUnheard: gets the report if the caller cannot go on, because no thread of the cooperative pool is free for it.
  package static func of(
    _ root: CompositionRoot, _ options: Options, _ workloads: [any Workload.Type], call: String, patience: UInt64 = 10,
    tellUnheard: @escaping @Sendable (String) -> Void = { FileHandle.standardError.write(Data("\($0)\n".utf8)) }
  ) async throws -> StressReport {
    let run = StressRun(
      root, workloads: workloads, plan: options.plan(limit: root.limits.wait), seconds: options.seconds, interrupted: Flag())
    let again = "\(call)(…, seed: \(options.seed)) with \(options.threads) threads and \(options.tasks) tasks"
    let isHeard = Flag()
    defer { isHeard.set() }
    return try await withCheckedThrowingContinuation { continuation in
      let thread = Thread {
        let result = Result { try run.run(again: again) }
        continuation.resume(with: result)
        if Blocking.until(seconds: patience, { isHeard.isSet }) { return }
        tellUnheard(
          "\(call): the run is over, but its caller cannot go on: no thread of the cooperative pool has been free for \(patience) s. "
            + "The factories that hang keep them all.\n\(unheard(result))")
      }
      thread.name = "stress"
      thread.stackSize = 4 << 20
      thread.start()
    }
  }
}

private func unheard(_ result: Result<StressReport, any Error>) -> String {
  switch result {
  case .success(let report): "\(StressFailure(report: report))"
  case .failure(let error): "\(error)"
  }
}

/// The findings of `stress` as an error. A test that throws it fails and shows all findings.
public struct StressFailure: Error, CustomStringConvertible {
  /// The whole report.
  public let report: StressReport

  /// What was found, one a line, how to repeat it, and the start-up where that was found slow.
  public var description: String {
    let isSlow = report.findings.contains { $0.kind == .slowStartUp }
    return ["\(report)", isSlow ? report.startUp.map { "\($0)" } : nil].compactMap { $0 }.joined(separator: "\n")
  }
}
