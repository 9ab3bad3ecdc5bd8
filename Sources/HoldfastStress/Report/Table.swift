/// Rows of text in columns: the first ones, which hold words, to the left, the others, which hold figures, to the right.
package struct Table {
  private var rows: [[String]]
  private let words: Int

  package init(header: [String], words: Int = 1) {
    rows = [header]
    self.words = words
  }

  package mutating func add(_ row: [String]) {
    rows.append(row)
  }

  /// The table, one line for each row.
  package var lines: [String] {
    let widths = (rows.first ?? []).indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
      row.enumerated().map { column, cell in
        column < words ? cell.padded(to: widths[column]) : cell.aligned(to: widths[column])
      }.joined(separator: "  ")
    }
  }
}

extension Table {
  /// Names, and what each is, one line for each.
  package static func list(_ rows: [(name: String, summary: String)]) -> [String] {
    let width = rows.map(\.name.count).max() ?? 0
    return rows.map { $0.name.padded(to: width + 2) + $0.summary }
  }
}

extension String {
  /// With blanks after it, up to a width.
  package func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }

  /// With blanks before it, up to a width.
  package func aligned(to width: Int) -> String { String(repeating: " ", count: max(0, width - count)) + self }
}
