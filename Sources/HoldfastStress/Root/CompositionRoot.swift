public import Holdfast

/// What the harness is pointed at: how a container is made, and what of it may be used.
///
/// ```swift
/// let root = CompositionRoot(touching: .everything, leavingOut: [AnyKey(PaymentGateway.self)]) { try makeContainer() }
/// try await stress(root, seconds: 5)
/// ```
///
/// The closure is called hundreds of times, from several threads, and has to make a new container each time: the harness shuts each of them down.
public struct CompositionRoot: Sendable {
  let touching: Touching
  let leftOut: Set<AnyKey>
  let arguments: [ArgumentKey]
  let seeds: @Sendable () -> [Seed]
  let limits: StressLimits
  let accepted: Set<StressFinding.Kind>
  let makeContainer: @Sendable () throws -> Container

  /// A composition root.
  ///
  /// - Parameters:
  ///   - touching: which factories may run: the real ones, or the real ones but for those that you put something else in the place of.
  ///   - leftOut: keys that are never asked for. What needs them still builds them.
  ///   - arguments: the keys with run-time arguments that are asked for, and what with; others are left out, and listed.
  ///   - seeds: what each scope is given when it is opened.
  ///   - limits: how long things may take.
  ///   - accepted: kinds that are listed in the report's notes and do not fail the run, such as a global that you want to have.
  ///   - makeContainer: makes a container; what it throws ends the run.
  public init(
    touching: Touching, leavingOut leftOut: [AnyKey] = [], arguments: [ArgumentKey] = [],
    seeds: @escaping @Sendable () -> [Seed] = { [] }, limits: StressLimits = StressLimits(),
    accepting accepted: Set<StressFinding.Kind> = [],
    _ makeContainer: @escaping @Sendable () throws -> Container
  ) {
    self.touching = touching
    self.leftOut = Set(leftOut)
    self.arguments = arguments
    self.seeds = seeds
    self.limits = limits
    self.accepted = accepted
    self.makeContainer = makeContainer
  }
}

/// Which factories the harness may run. It runs them thousands of times, so it asks.
public struct Touching: Sendable {
  let overrides: (@Sendable (Batch) throws -> Void)?

  /// The real factories, all of them: files are written, servers called.
  public static var everything: Touching { Touching(overrides: nil) }

  /// The real factories, but for those that `overrides` registers something else in the place of.
  ///
  /// ```swift
  /// try await stress(seconds: 5, touching: .overriding { $0.register((any Mailer).self) { _ in SilentMailer() } }) { try makeContainer() }
  /// ```
  public static func overriding(_ overrides: @escaping @Sendable (Batch) throws -> Void) -> Touching { Touching(overrides: overrides) }
}

/// How long things may take before the harness calls it a finding.
///
/// The harness measures how much slower than an idle machine the present one is, and allows that much more.
public struct StressLimits: Sendable {
  /// How long a caller may wait for an answer, and a shutdown for its end.
  public var wait: Duration
  /// How long the longest chain of factories may take that have to run one after the other.
  public var startUp: Duration
  /// How long a factory may keep a task's thread without using it.
  public var blocking: Duration

  /// Two seconds for a wait, one for the start-up, 150 milliseconds for a blocked thread, unless others are given.
  public init(wait: Duration = .seconds(2), startUp: Duration = .seconds(1), blocking: Duration = .milliseconds(150)) {
    self.wait = wait
    self.startUp = startUp
    self.blocking = blocking
  }
}
