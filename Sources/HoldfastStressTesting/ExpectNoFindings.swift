public import Holdfast
public import HoldfastStress
public import Testing

/// Puts the containers of a program under load for some seconds, and records an issue for each finding.
///
/// ```swift
/// @Test func survives() async throws {
///   try await expectNoFindings(seconds: 5, touching: .everything) { try makeContainer() }
/// }
/// ```
///
/// An issue names the key, where that is registered, what was seen, and the arguments that make the same choices again.
/// `stress(seconds:touching:seed:_:)` of `HoldfastStress` does the same and throws one error instead.
///
/// - Parameters:
///   - seconds: About how long the run takes. The first look at each key always finishes.
///   - touching: The factories that may run.
///   - seed: makes the same choices again as the run that printed it. Which thread comes first is not among them.
///   - sourceLocation: where the issues are shown.
///   - makeContainer: Makes a new container for each call.
/// - Returns: The report, with or without findings.
/// - Throws: Any error that `makeContainer` throws.
@discardableResult
public func expectNoFindings(
  seconds: Double = 5, touching: Touching, seed: UInt64? = nil, sourceLocation: SourceLocation = #_sourceLocation,
  _ makeContainer: @escaping @Sendable () throws -> Container
) async throws -> StressReport {
  try await expectNoFindings(
    CompositionRoot(touching: touching, makeContainer), seconds: seconds, seed: seed, sourceLocation: sourceLocation)
}

/// Puts a composition root under load for some seconds, with workloads of your own after those that follow from its graph, and records an issue for
/// each thing that is found.
///
/// ```swift
/// let root = CompositionRoot(touching: .everything, leavingOut: [AnyKey(Payments.self)]) { try makeContainer() }
/// try await expectNoFindings(root, seconds: 10, threads: 8, workloads: [Checkouts.self])
/// ```
///
/// Let nothing else run in the process meanwhile: it takes the threads of the cooperative pool for moments, to see which factories block them.
/// Tests of other suites do run, unless the call stands in an exit test: `await #expect(processExitsWith: .success) { … }`.
///
/// - Parameters:
///   - root: what is looked at.
///   - seconds: about how long to go on.
///   - threads: how many threads ask at the same time; twice the number of cores unless given, 4 at least.
///   - tasks: how many tasks do.
///   - seed: makes the same choices again as the run that printed it.
///   - workloads: further ones.
///   - sourceLocation: where the issues are shown.
/// - Returns: the report, whatever was found.
/// - Throws: what making a container throws.
@discardableResult
public func expectNoFindings(
  _ root: CompositionRoot, seconds: Double = 5, threads: Int? = nil, tasks: Int? = nil, seed: UInt64? = nil,
  workloads: [any Workload.Type] = [], sourceLocation: SourceLocation = #_sourceLocation
) async throws -> StressReport {
  let options = Options(seconds: seconds, threads: threads, tasks: tasks, seed: seed)
  let report = try await StressReport.of(root, options, workloads, call: "expectNoFindings")
  for finding in report.findings {
    Issue.record(Comment(rawValue: report.text(of: finding)), sourceLocation: sourceLocation)
  }
  return report
}
