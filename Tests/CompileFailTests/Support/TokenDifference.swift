/// How far two texts are apart: in how many lines, and in how many tokens.
///
/// A token is a word, with the dot, the at sign or the colon that makes it a member, an attribute or a label, or any other single character; `final
/// class` is one kind of declaration and counts as one word.
struct TokenDifference {
  /// The lines of the longer text between the beginning and the end that both have in common.
  let lines: Int
  /// The same for tokens.
  let tokens: Int

  init(_ left: String, _ right: String) {
    lines = Self.distance(Self.lines(of: left), Self.lines(of: right))
    tokens = Self.distance(Self.tokens(of: left), Self.tokens(of: right))
  }

  private static func distance<Part: Equatable>(_ left: [Part], _ right: [Part]) -> Int {
    let common = zip(left, right).prefix { $0 == $1 }.count
    let (leftRest, rightRest) = (left.dropFirst(common), right.dropFirst(common))
    let ending = zip(leftRest.reversed(), rightRest.reversed()).prefix { $0 == $1 }.count
    return max(leftRest.count, rightRest.count) - ending
  }

  private static func lines(of text: String) -> [Substring] {
    text.split(separator: "\n")
  }

  private static func tokens(of text: String) -> [Substring] {
    text.replacing("final class", with: "class").matches(of: /[.@]?\w+:?|\S/).map(\.output)
  }
}
