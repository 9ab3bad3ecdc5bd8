import HoldfastStress

/// What a run came to; written as JSON with these fields.
public struct CampaignReport: Sendable {
  /// A sequence that shows a difference, as short as it gets.
  public struct Finding: Sendable {
    public let sequence: CallSequence
    /// What it showed when it was run last.
    public let difference: Difference
  }

  public let seed: UInt64
  public var sequences = 0
  public var calls = 0
  public var seconds = 0.0
  public var finding: Finding?

  init(seed: UInt64) {
    self.seed = seed
  }

  var line: String {
    "\(Figures.count(Double(sequences))) sequences of \(Figures.count(Double(calls))) calls in \(Figures.seconds(seconds)), seed \(seed)"
  }
}

extension CampaignReport: Encodable {
  private enum CodingKeys: String, CodingKey {
    case seed, sequences, calls, seconds, held, sequence, difference
  }

  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: CodingKeys.self)
    try fields.encode(seed, forKey: .seed)
    try fields.encode(sequences, forKey: .sequences)
    try fields.encode(calls, forKey: .calls)
    try fields.encode(seconds, forKey: .seconds)
    try fields.encode(finding == nil, forKey: .held)
    try fields.encode(finding?.sequence.description, forKey: .sequence)
    try fields.encode(finding?.difference.description, forKey: .difference)
  }
}
