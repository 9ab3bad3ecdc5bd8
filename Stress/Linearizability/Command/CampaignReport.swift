import HoldfastStress

/// What a run came to; written as JSON with these fields.
struct CampaignReport: Sendable {
  let seed: UInt64
  let threads: Int
  let keys: Int
  var operations = 0
  var rounds = 0
  var containers = 0
  var sealedContainers = 0
  var seconds = 0.0
  var recordingSeconds = 0.0
  var checkingSeconds = 0.0
  /// The most ways in which operations could have taken effect at one time.
  var mostConfigurations = 1
  /// Whether threads hang inside the container.
  var stalled = false
  var violation: Violation?

  init(seed: UInt64, threads: Int, keys: Int) {
    self.seed = seed
    self.threads = threads
    self.keys = keys
  }

  var held: Bool { violation == nil && !stalled }

  /// How many operations a second are checked, recording aside.
  var checkedPerSecond: Double { Double(operations) / max(checkingSeconds, 1e-9) }

  /// How far the run is, in one line.
  func progress(of goal: Int) -> String {
    let count = Figures.count(Double(operations))
    let of = goal == .max ? count : "\(count) of \(Figures.count(Double(goal)))"
    return "\(of) operations checked, \(held ? "all held" : "VIOLATED"), \(Figures.seconds(seconds))"
  }

  /// What was done, in two lines.
  var lines: [String] {
    let recorded = Figures.count(Double(operations) / max(recordingSeconds, 1e-9))
    return [
      "\(Figures.count(Double(operations))) operations on \(keys) keys by \(threads) threads in \(Figures.seconds(seconds)): "
        + "\(containers) containers, \(sealedContainers) of them sealed midway",
      "recorded \(recorded)/s, checked \(Figures.count(checkedPerSecond))/s, "
        + "at most \(mostConfigurations) configurations at a time",
    ]
  }
}

extension CampaignReport: Encodable {
  private enum CodingKeys: String, CodingKey {
    case seed, threads, keys, operations, rounds, containers, sealedContainers, seconds, checkedPerSecond, mostConfigurations, held,
      stalled,
      violation
  }

  func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: CodingKeys.self)
    try fields.encode(seed, forKey: .seed)
    try fields.encode(threads, forKey: .threads)
    try fields.encode(keys, forKey: .keys)
    try fields.encode(operations, forKey: .operations)
    try fields.encode(rounds, forKey: .rounds)
    try fields.encode(containers, forKey: .containers)
    try fields.encode(sealedContainers, forKey: .sealedContainers)
    try fields.encode(seconds, forKey: .seconds)
    try fields.encode(checkedPerSecond, forKey: .checkedPerSecond)
    try fields.encode(mostConfigurations, forKey: .mostConfigurations)
    try fields.encode(held, forKey: .held)
    try fields.encode(stalled, forKey: .stalled)
    try fields.encode(violation, forKey: .violation)
  }
}

extension Violation: Encodable {
  private enum CodingKeys: String, CodingKey {
    case rule, key, round, mode, episode, complaint, timeline
  }

  func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: CodingKeys.self)
    try fields.encode(rule.rawValue, forKey: .rule)
    try fields.encode(key, forKey: .key)
    try fields.encode(plan.round, forKey: .round)
    try fields.encode(plan.mode.rawValue, forKey: .mode)
    try fields.encode(episode, forKey: .episode)
    try fields.encode(complaint, forKey: .complaint)
    try fields.encode(timeline, forKey: .timeline)
  }
}
