import Foundation

/// The words of a command line, taken one after the other.
struct Arguments {
  private var rest: ArraySlice<String>

  struct Mistake: Error {
    let text: String
  }

  init(_ words: some Sequence<String>) {
    rest = Array(words)[...]
  }

  mutating func next() -> String? { rest.popFirst() }

  mutating func number(for option: String) throws(Mistake) -> Double {
    guard let number = rest.popFirst().flatMap({ Double($0) }), number >= 0 else { throw Mistake(text: "\(option) needs a number") }
    return number
  }

  mutating func choice<Choice: RawRepresentable<String> & CaseIterable>(for option: String) throws(Mistake) -> Choice {
    guard let choice = rest.popFirst().flatMap(Choice.init(rawValue:)) else {
      throw Mistake(text: "\(option) needs one of: \(Choice.allCases.map(\.rawValue).joined(separator: ", "))")
    }
    return choice
  }

  mutating func path(for option: String) throws(Mistake) -> URL {
    guard let path = rest.popFirst() else { throw Mistake(text: "\(option) needs a path") }
    return URL(fileURLWithPath: path)
  }
}
