/// The order statistics that the reports use.
enum Median {
  /// The median; the mean of the middle two when their number is even.
  static func of(_ values: [Double]) -> Double {
    guard !values.isEmpty else { return .nan }
    let sorted = values.sorted()
    let middle = sorted.count / 2
    return sorted.count.isMultiple(of: 2) ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
  }

  /// Half the distance between the quartiles, as a share of the median: how much the samples disagree.
  static func spread(_ values: [Double]) -> Double {
    guard values.count >= 4 else { return 0 }
    let sorted = values.sorted()
    return (sorted[sorted.count * 3 / 4] - sorted[sorted.count / 4]) / 2 / of(sorted)
  }
}
