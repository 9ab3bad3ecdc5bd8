/// When something began that is told of when it ends.
///
/// A class, because an optional instant costs even those builds that no observer is told of.
final class Stopwatch: Sendable {
  private let start = ContinuousClock.now

  func duration(to end: ContinuousClock.Instant) -> Duration { start.duration(to: end) }
}
