import Foundation
public import Holdfast

/// Puts a composition root under load for some seconds, and throws what it finds.
///
/// ```swift
/// @Test func survives() async throws {
///   try await stress(seconds: 5, touching: .everything) { try makeContainer() }
/// }
/// ```
///
/// It reads the graph of a container, asks for everything that is registered, from threads and tasks, in new containers again and again, and looks
/// for what is listed in ``StressFinding/Kind``. The real factories run, as `touching` says.
///
/// - Parameters:
///   - seconds: about how long to go on; the first look at everything is finished in any case.
///   - touching: which factories may run.
///   - seed: makes the same choices again as the run that printed it. Which thread comes first is not among them.
///   - makeContainer: makes a new container each time.
/// - Returns: the report, when nothing was found.
/// - Throws: ``StressFailure``, with all that was found; or what making a container throws. `expectNoFindings` of `HoldfastStressTesting` records
///   an issue of Swift Testing for each finding instead.
@discardableResult
public func stress(
  seconds: Double = 5, touching: Touching, seed: UInt64? = nil, _ makeContainer: @escaping @Sendable () throws -> Container
) async throws -> StressReport {
  try await stress(CompositionRoot(touching: touching, makeContainer), seconds: seconds, seed: seed)
}

/// Puts a composition root under load for some seconds, with workloads of your own after those that follow from its graph.
///
/// ```swift
/// let root = CompositionRoot(touching: .everything, leavingOut: [AnyKey(Payments.self)]) { try makeContainer() }
/// try await stress(root, seconds: 10, threads: 8, workloads: [Checkouts.self])
/// ```
///
/// It may be called from any task; the work is done by threads and tasks of its own. Let nothing else run in the process meanwhile (`.serialized`):
/// it takes the threads of the cooperative pool for moments, to see which factories block them.
///
/// - Parameters:
///   - root: what is looked at.
///   - seconds: about how long to go on.
///   - threads: how many threads ask at the same time; twice the number of cores unless given, 4 at least.
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
  /// - Parameter call: the function that the run is repeated with.
  package static func of(
    _ root: CompositionRoot, _ options: Options, _ workloads: [any Workload.Type], call: String
  ) async throws -> StressReport {
    let run = StressRun(
      root, workloads: workloads, plan: options.plan(limit: root.limits.wait), seconds: options.seconds, interrupted: Flag())
    let again = "\(call)(…, seed: \(options.seed)) with \(options.threads) threads and \(options.tasks) tasks"
    return try await withCheckedThrowingContinuation { continuation in
      let thread = Thread { continuation.resume(with: Result { try run.run(again: again) }) }
      thread.name = "stress"
      thread.stackSize = 4 << 20
      thread.start()
    }
  }
}

/// What `stress` found, as an error: a test that throws it fails with everything that was found.
public struct StressFailure: Error, CustomStringConvertible {
  /// The whole report.
  public let report: StressReport

  /// What was found, one a line, how to repeat it, and the start-up where that was found slow.
  public var description: String {
    let isSlow = report.findings.contains { $0.kind == .slowStartUp }
    return ["\(report)", isSlow ? report.startUp.map { "\($0)" } : nil].compactMap { $0 }.joined(separator: "\n")
  }
}
