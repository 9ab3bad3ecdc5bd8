/// Everything that was found about one point.
struct Row: Sendable {
  let point: Point
  var samples: [Sample] = []
  /// The share of the machine that others used while its family was measured.
  var othersShare: Double?

  var nanoseconds: Double { Median.of(samples.map(\.nanosecondsPerOperation)) }
  var spread: Double { Median.spread(samples.map(\.nanosecondsPerOperation)) }

  var bytesPerKey: Double? { median(samples.compactMap(\.bytesPerKey)) }
  var syncNanoseconds: Double? { median(samples.compactMap(\.syncNanosecondsPerOperation)) }

  /// What an awaited hit costs above the synchronous one, sample by sample.
  var asyncSurcharge: Double? {
    median(samples.compactMap { sample in sample.syncNanosecondsPerOperation.map { sample.nanosecondsPerOperation - $0 } })
  }

  /// A figure of the single latencies, as the median over the samples: one preempted hit in one window decides nothing.
  func latency(_ figure: (LatencyPair) -> Double) -> Double? {
    median(samples.compactMap(\.latency).map(figure))
  }

  /// All samples' single latencies together.
  var latency: LatencyPair? {
    let pairs = samples.compactMap(\.latency)
    guard var sum = pairs.first else { return nil }
    for pair in pairs.dropFirst() { sum.add(pair) }
    return sum
  }

  private func median(_ values: [Double]) -> Double? {
    values.isEmpty ? nil : Median.of(values)
  }
}
