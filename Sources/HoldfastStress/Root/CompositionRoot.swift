public import Holdfast

/// Tells the harness how to make a container, and which factories it may run.
///
/// ```swift
/// let root = CompositionRoot(touching: .everything, leavingOut: [AnyKey(PaymentGateway.self)]) { try makeContainer() }
/// try await stress(root, seconds: 5)
/// ```
///
/// The harness calls the closure hundreds of times, from several threads. Each call has to make a new container, which the harness shuts down.
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
  /// ```swift
  /// let root = CompositionRoot(touching: .everything, leavingOut: [AnyKey(Payments.self)]) { try makeContainer() }
  /// ```
  ///
  /// - Parameters:
  ///   - touching: which factories may run: the real ones, or the real ones but for those that you put something else in the place of.
  ///   - leftOut: keys that are never asked for. What needs them still builds them. What is contributed has no key of its own: the key of its type
  ///   stands for all that is contributed to it.
  ///   - arguments: the keys with run-time arguments that are asked for, and what with; others are left out, and listed.
  ///   - seeds: what each scope is given when it is opened.
  ///   - limits: how long things may take.
  ///   - accepted: kinds that are listed in the report's notes and do not fail the run, such as a global that you want to have. A broken invariant
  ///     of a workload always fails the run.
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

/// The factories that the harness may run. It runs them thousands of times, so you have to allow it.
public struct Touching: Sendable {
  let overrides: (@Sendable (Batch) throws -> Void)?

  /// All real factories, even those that write files or call servers.
  public static var everything: Touching { Touching(overrides: nil) }

  /// The real factories, except those that `overrides` replaces.
  ///
  /// ```swift
  /// try await stress(seconds: 5, touching: .overriding { $0.register((any Mailer).self) { _ in SilentMailer() } }) { try makeContainer() }
  /// ```
  ///
  /// - Parameter overrides: registers the overrides with the batch that it receives.
  public static func overriding(_ overrides: @escaping @Sendable (Batch) throws -> Void) -> Touching { Touching(overrides: overrides) }
}

/// The time limits of the harness. Exceeding one is a finding.
///
/// The harness measures how much slower than an idle machine this machine is, and extends the limits by that factor.
public struct StressLimits: Sendable {
  /// How long a caller may wait for a value, and how long a shutdown may take.
  public var wait: Duration
  /// How long the factories on the critical path may take together.
  public var startUp: Duration
  /// How long a factory may block the thread of its task.
  public var blocking: Duration

  /// Two seconds for a wait, one for the start-up, 150 milliseconds for a blocked thread, unless others are given.
  public init(wait: Duration = .seconds(2), startUp: Duration = .seconds(1), blocking: Duration = .milliseconds(150)) {
    self.wait = wait
    self.startUp = startUp
    self.blocking = blocking
  }
}
