/// A group of cases that share one round of interleaved samples.
enum Family: CaseIterable, Sendable {
  case hits
  case constructions
  case registrations
  /// Alone: after samples on one thread the system keeps the pool's threads on one core for a while.
  case warmUp
  case scaling
  case mixed
  case tasks
  case latency
}
