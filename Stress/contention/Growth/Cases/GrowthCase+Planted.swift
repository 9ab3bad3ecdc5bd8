/// Containers that grow as the promises forbid, and one that does not: what `--self-test` must find, and leave alone.
extension GrowthCase {
  static let planted = [
    GrowthCase("planted-linear", "n objects are put into an array; an object", memory: .constantPerItem, upTo: 65_534) { count in
      var kept: [GrowthPart] = []
      return sample(count) { for _ in 0..<count { kept.append(GrowthPart()) } }
    },
    GrowthCase("planted-quadratic-time", "n numbers are looked for in an array, then put into it; a number", upTo: 16_382) { count in
      var kept: [Int] = []
      return sample(count) { for number in 0..<count where !kept.contains(number) { kept.append(number) } }
    },
    GrowthCase(
      "planted-quadratic-memory", "n tables are kept, each with a place for all before it; a table", memory: .constantPerItem, upTo: 8_190
    ) { count in
      var kept: [[UInt8]] = []
      return sample(count) { for index in 0..<count { kept.append(Array(repeating: 1, count: index)) } }
    },
  ]
}
