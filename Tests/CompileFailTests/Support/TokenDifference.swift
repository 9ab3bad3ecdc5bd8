/// How many tokens of the longer line stand between the beginning and the end that both lines have in common.
///
/// A token is a word, with the dot, the at sign or the colon that makes it a member, an attribute or a label, or any other single character; `final
/// class` is one kind of declaration and counts as one word.
func tokenDifference(_ left: String, _ right: String) -> Int {
  let (left, right) = (tokens(of: left), tokens(of: right))
  let common = zip(left, right).prefix { $0 == $1 }.count
  let (leftRest, rightRest) = (left.dropFirst(common), right.dropFirst(common))
  let ending = zip(leftRest.reversed(), rightRest.reversed()).prefix { $0 == $1 }.count
  return max(leftRest.count, rightRest.count) - ending
}

private func tokens(of text: String) -> [Substring] {
  text.replacing("final class", with: "class").matches(of: /[.@]?\w+:?|\S/).map(\.output)
}
