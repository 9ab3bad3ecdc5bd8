/// The custom actor that some factories are isolated to.
@globalActor
actor StressActor {
  static let shared = StressActor()
}
