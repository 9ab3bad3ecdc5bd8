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
        let padding = String(repeating: " ", count: widths[column] - cell.count)
        return column < words ? cell + padding : padding + cell
      }.joined(separator: "  ")
    }
  }
}
