import HoldfastStress

/// Makes what was found smaller, as long as it still shows the same.
///
/// It takes the first smaller candidate that shows it, and begins again with that one, until none does. The driver says what is smaller:
///
/// ```swift
/// let shrinker = Shrinker(smaller: { $0.shorter }, shows: { fails($0) ? $0 : nil })
/// ```
///
/// It ends because every candidate is smaller than what it was made of, however the driver measures that.
package struct Shrinker<Candidate, Finding> {
  private let smaller: (Finding) -> AnySequence<Candidate>
  private let shows: (Candidate) -> Finding?
  private let end: UInt64

  /// - Parameters:
  ///   - end: when to be content with what there is, on the monotonic clock.
  ///   - smaller: the candidates, those first that leave out the most; made one at a time, so that those after a good one cost nothing.
  ///   - shows: tries a candidate; nil if it does not show the same any more.
  package init(until end: UInt64 = .max, smaller: @escaping (Finding) -> some Sequence<Candidate>, shows: @escaping (Candidate) -> Finding?)
  {
    self.end = end
    self.smaller = { AnySequence(smaller($0)) }
    self.shows = shows
  }

  /// The smallest finding.
  package func shrink(_ finding: Finding) -> Finding {
    var best = finding
    while let better = better(than: best) { best = better }
    return best
  }

  private func better(than finding: Finding) -> Finding? {
    for candidate in smaller(finding) {
      if end < .max, MonotonicClock.now() >= end { return nil }
      if let found = shows(candidate) { return found }
    }
    return nil
  }
}

extension RandomAccessCollection where Index == Int {
  /// The positions that may be left out together: half of them at a time first, then ever fewer, down to one.
  package var pieces: some Sequence<SubSequence> {
    let halvings = sequence(first: Swift.max(1, count / 2)) { $0 > 1 ? $0 / 2 : nil }
    return halvings.lazy.flatMap { size in
      stride(from: startIndex, to: endIndex, by: size).lazy.map { self[$0..<Swift.min($0 + size, endIndex)] }
    }
  }
}
