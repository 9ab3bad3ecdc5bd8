/// A group of cases that share one round of interleaved samples.
enum Family: CaseIterable, Sendable {
  case hits
  case constructions
  case registrations
  case scaling
  case mixed
  case tasks
  case latency
}
