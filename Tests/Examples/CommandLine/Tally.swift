/// Counts words.
struct Tally: Sendable {
  let source: any Source
  let format: any Format
  let options: Options

  func report(on files: [String]) throws -> String {
    var counts: [String: Int] = [:]
    for file in files {
      for word in try source.text(of: file).lowercased().split(whereSeparator: { !$0.isLetter }) { counts[String(word), default: 0] += 1 }
    }
    let ranking = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    return format.text(of: ranking.prefix(options.top).map { Entry(word: $0.key, count: $0.value) })
  }
}

/// How often a word was found.
struct Entry: Sendable {
  let word: String
  let count: Int
}
