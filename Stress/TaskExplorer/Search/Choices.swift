/// Which of the ready jobs ran at each point where there was more than one: names a schedule.
///
/// Written as numbers with dots between them, `1.0.2`; after the last number the first job that is ready runs each time.
package struct Choices: Equatable, Sendable, CustomStringConvertible {
  package var numbers: [Int]

  package init(_ numbers: [Int]) {
    self.numbers = Array(numbers.reversed().drop { $0 == 0 }.reversed())
  }

  /// Nil for a text that is no list of choices.
  package init?(_ text: String) {
    var numbers: [Int] = []
    for part in text.split(separator: ".", omittingEmptySubsequences: false) {
      guard let number = Int(part), number >= 0 else { return nil }
      numbers.append(number)
    }
    self.init(numbers)
  }

  package var description: String {
    numbers.isEmpty ? "0" : numbers.map(String.init).joined(separator: ".")
  }
}
