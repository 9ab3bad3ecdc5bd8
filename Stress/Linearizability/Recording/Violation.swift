/// What a round was caught at, as short as it could be made.
struct Violation: Sendable {
  let rule: Rule
  let key: Int32
  let plan: Plan
  let episode: Int
  /// Why, in a sentence.
  let complaint: String
  /// The shortest history that still fails.
  let events: [Event]
  private let failing: Event

  init(_ failure: Failure, key: Int32, plan: Plan, episode: Int, history: [Event]) {
    rule = failure.rule
    self.key = key
    self.plan = plan
    self.episode = episode
    complaint = failure.rule.complaint(failure.operation)
    failing = Event(thread: failure.thread, failure.operation)
    events = ShortHistory(history, of: key, failing: failure).shrunk()
  }

  /// The violation as a person reads it.
  var lines: [String] {
    let place = "key \(key), round \(plan.round) (\(plan.mode.rawValue)), episode \(episode), seed \(plan.seed)"
    return ["not \(rule): \(complaint)", place, ""] + timeline.map { "  " + $0 }
  }

  /// The history, one column for each thread.
  var timeline: [String] { Timeline(events, failing: failing).lines }
}
